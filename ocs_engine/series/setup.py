"""Set-up: the table as a scenario lays it out, before anything has happened (OCS 0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from immutables import Map

from ocs_engine.kernel.cases import rule
from ocs_engine.series.arranging import by_default, start_box
from ocs_engine.series.sequence import BEFORE_THE_FIRST_TURN
from ocs_engine.series.tempo import at_start, transport_at_start
from ocs_engine.state.model import DEAD, Dump, Plane, State, Transport, Unit, Up, Work
from ocs_engine.state.points import Points
from ocs_engine.world.counters import Side
from ocs_engine.world.options import CONVENTION_TEMPO, SUPPLY_CACHES
from ocs_engine.world.scenario import PlaneSetup, SideSetup
from ocs_engine.world.world import World


@rule("OCS 0", "T2 6.0")
def set_up(world: World, points: Points) -> State:
    """The state at the start of a scenario, before its sides set up, in the default arrangement (OCS 0).

    Units lie in Combat Mode at their hex, or the nearest with room where they have a choice; planes in their box.
    """
    scenario, tempo = world.scenario, CONVENTION_TEMPO in points.options
    sides = [(side, scenario.sides[side]) for side in scenario.setup_order]
    units = dict(pair for side, setup in sides for pair in _units(world, side, setup))
    here: dict[int, tuple[str, ...]] = {}
    for uid, unit in units.items():
        here[unit.place] = (*here.get(unit.place, ()), uid)
    state = State(
        world=world,
        points=points,
        turn=scenario.first_turn,
        slot=BEFORE_THE_FIRST_TURN,
        arranging=scenario.setup_order,
        roster=tuple(units),
        units=Map(units),
        here=Map(here),
        transport=Map(pair for side, setup in sides for pair in _transport(world, tempo, side, setup)),
        dumps=Map(pair for side, setup in sides for pair in _dumps(side, setup, at_start(world.tables, tempo))),
        bases=Map((base.hex, Work(side, base.level)) for side, setup in sides for base in setup.bases),
        hedgehogs=Map(_hedgehogs(world, points, sides)),
        ports=Map((hex_, Work(side)) for hex_, side in scenario.ports.items() if world.in_play(hex_)),
        flak=Map(points.printed_flak(world)),
        planes=Map(pair for side, setup in sides for pair in _planes(world, points, side, setup)),
        reserve_markers=Map((side, setup.reserve_markers) for side, setup in sides),
        caches=Map(_caches(world, points)),
    )
    return by_default(state)


def _units(world: World, side: Side, setup: SideSetup) -> Iterator[tuple[str, Unit]]:
    for each in setup.units:
        yield each.counter, Unit(world.counters[each.counter], each.place)
    numbers: dict[str, int] = {}
    for repl in setup.repls:
        counter = world.repls[f"{side.lower()}-{repl.kind}"]
        for _ in range(repl.count):
            numbers[counter.id] = numbers.get(counter.id, 0) + 1
            yield f"{counter.id}-{numbers[counter.id]}", Unit(counter, repl.place, Up.MOVE)
    choices = setup.setup_choice.choices if setup.setup_choice else ()
    for uid in dict.fromkeys((*setup.dead_pile, *choices)):
        yield uid, Unit(world.counters[uid], DEAD)


@rule("OCS 21.10")
def _caches(world: World, points: Points) -> Iterator[tuple[Side, int]]:
    """The supply caches that sides have at the start, by option (OCS 21.10)."""
    if SUPPLY_CACHES in points.options:
        yield from ((side, each.start) for side, each in world.schedule.caches.items())


@rule("T2 6.0")
def _transport(world: World, tempo: bool, side: Side, setup: SideSetup) -> Iterator[tuple[str, Transport]]:
    """Transport with an id of its own per entry; what the scenario calls full carries all it can (T2 6.0c)."""
    for number, each in enumerate(setup.transport, start=1):
        tokens = transport_at_start(world.tables, tempo, each)
        load = tokens if each.loaded else 0
        yield (
            f"{side.lower()}-{each.kind}-{number}",
            Transport(each.kind, side, each.place, tokens, load, each.formation),
        )


def _dumps(side: Side, setup: SideSetup, multiple: int) -> Iterator[tuple[int, Dump]]:
    tokens: dict[int, int] = {}
    for each in setup.supply:
        tokens[each.place] = tokens.get(each.place, 0) + each.tokens * multiple
    return ((place, Dump(side, total)) for place, total in tokens.items())


def _hedgehogs(world: World, points: Points, sides: Iterable[tuple[Side, SideSetup]]) -> dict[int, Work]:
    """Those that the map prints, and over them those that the scenario names."""
    named = {each.hex: Work(side, each.level) for side, setup in sides for each in setup.hedgehogs}
    return points.printed_hedgehogs(world) | named


def _planes(world: World, points: Points, side: Side, setup: SideSetup) -> Iterator[tuple[str, Plane]]:
    """Planes that may stand at any base stand in their side's box until their owner moves them; dead ones come last."""
    numbers: dict[str, int] = {}
    for each in setup.planes:
        for plane in _plane_kind(world, points, side, each):
            number = numbers[plane.aircraft.id] = numbers.get(plane.aircraft.id, 0) + 1
            yield f"{plane.aircraft.id}-{number}", plane
    for dead in setup.dead_planes:
        aircraft = world.aircraft[dead.aircraft]
        for _ in range(dead.count):
            number = numbers[aircraft.id] = numbers.get(aircraft.id, 0) + 1
            yield f"{aircraft.id}-{number}", Plane(aircraft, DEAD, active=False, lost=aircraft.steps)


def _plane_kind(world: World, points: Points, side: Side, setup: PlaneSetup) -> Iterable[Plane]:
    aircraft = world.aircraft[setup.aircraft]
    place = start_box(world, points, side) if setup.place is None else setup.place
    return [Plane(aircraft, place, not setup.inactive, int(number < setup.reduced)) for number in range(setup.count)]
