"""Checks scenario files: what their reader finds, and what the rules say of the set-up that they give."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from immutables import Map

from ocs_engine.grid import Hex
from ocs_engine.series.general import stack_limit
from ocs_engine.state.model import State, Unit
from ocs_engine.tunisia.points import TunisiaPoints
from ocs_engine.validate.forces import check_forces
from ocs_engine.world.arrangement import arrange, can_enter, hexes_open_to, mobilities_of
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.catalogue import Catalogue
from ocs_engine.world.counters import Counter, Mobility, Side
from ocs_engine.world.errors import Problem, ScenarioError
from ocs_engine.world.scenario import SideSetup, SupplySetup, TransportSetup, UnitSetup
from ocs_engine.world.scenario_head import in_order
from ocs_engine.world.scenario_reader import examine_scenario
from ocs_engine.world.world import World, make_world

_AIR_BASE = "an air base"
Piece = UnitSetup | TransportSetup | SupplySetup
"""What a set-up line may leave a choice about."""
Checked = tuple[list[Problem], list[Problem]]
"""Errors and warnings of one file."""


def check_scenario(path: Path, catalogue: Catalogue, atlas: Atlas) -> Checked:
    """Every error and warning of a scenario file, by place; those of the set-up only where its head is right.

    That the file lacks something, as units or the owner of a port, is no warning where a fault may have hidden it.
    """
    try:
        reading = examine_scenario(path, catalogue, atlas)
    except ScenarioError as error:
        return list(error.problems), []
    errors, warnings = list(reading.problems), list(reading.warnings)
    if reading.head:
        errors += reading.unsound
        world = make_world(reading.scenario, catalogue, atlas)
        ground = Ground(world)
        errors += ground.faults()
        more, odd = check_forces(world, catalogue)
        errors += more
        warnings += [*([] if reading.problems else odd), *ground.oddities()]
    return in_order(errors), in_order(warnings)


class Ground:
    """Whether what a scenario sets up can stand where it is put."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.atlas = world.atlas
        self.size = world.atlas.grid.size
        self.found: list[Problem] = []
        self.open: dict[tuple[Hex, tuple[Mobility, ...]], bool] = {}
        scenario, points = world.scenario, TunisiaPoints()
        self.start = State(
            world=world, points=points, turn=scenario.first_turn, slot=0, roster=(), units=Map(), here=Map()
        )
        self.limit = stack_limit(self.start)

    def fault(self, piece: Piece, code: str, message: str) -> None:
        """Note a fault where the file names a thing."""
        self.found.append(Problem(str(self.world.scenario.path), piece.line, piece.column, code, message))

    def faults(self) -> list[Problem]:
        """What cannot stand where it is put."""
        for side in self.world.scenario.setup_order:
            setup = self.world.scenario.sides[side]
            for unit in setup.units:
                self._unit(unit)
            self._full_hexes(setup)
            self._pieces(setup)
        self._enemies()
        if not self.found:
            self._choices()
        return self.found

    # Ground

    def may_stand(self, counter: Counter, hex_: Hex) -> bool:
        """Whether a unit may stand in a hex: ground that it may enter, in no area closed to it."""
        return self._can_enter(hex_, mobilities_of(counter)) and self._closed(counter, hex_) is None

    def _can_enter(self, hex_: Hex, ways: tuple[Mobility, ...]) -> bool:
        if (hex_, ways) not in self.open:
            self.open[hex_, ways] = can_enter(self.atlas, self.world.chart, hex_, ways)
        return self.open[hex_, ways]

    def _closed(self, counter: Counter, hex_: Hex) -> str | None:
        refusal = self.start.points.may_enter(self.start, Unit(counter, hex_), hex_)
        return None if refusal is None else f"{refusal.sentence} ({refusal.rule})"

    def _unit(self, unit: UnitSetup) -> None:
        if not 0 <= unit.place < self.size:
            return
        counter, label = self.world.counters[unit.counter], self.world.label(unit.place)
        ways = mobilities_of(counter)
        if unit.within or unit.area:
            where = unit.area or f"within {unit.within} of {label}"
            if not any(self.may_stand(counter, hex_) for hex_ in hexes_open_to(self.world, unit)):
                self.fault(unit, "ground", f"{counter.booklet_name} may stand in no hex of {where}")
            return
        terrain = self.atlas.terrain[unit.place]
        if not self.atlas.is_land(unit.place):
            self.fault(unit, "sea", f"{counter.booklet_name} stands in {label}, which is {terrain}; expected land")
        elif not self._can_enter(unit.place, ways):
            words = f"expected ground for {' or '.join(sorted(set(ways)))} mobility, or a road into it"
            self.fault(unit, "ground", f"{counter.booklet_name} may not enter {terrain} in {label}; {words}")
        elif closed := self._closed(counter, unit.place):
            self.fault(unit, "closed", closed)

    def _pieces(self, setup: SideSetup) -> None:
        """Transport, supply and hedgehogs."""
        path = str(self.world.scenario.path)
        for hog in setup.hedgehogs:
            if not self.atlas.is_land(hog.hex):
                words = f"a hedgehog stands in {self.world.label(hog.hex)}, which is {self.atlas.terrain[hog.hex]}"
                self.found.append(Problem(path, hog.line, hog.column, "sea", words))
        pieces: list[TransportSetup | SupplySetup] = [*setup.transport, *setup.supply]
        for piece in pieces:
            if not 0 <= piece.place < self.size:
                continue
            kind = self.world.transport.kinds[piece.kind] if isinstance(piece, TransportSetup) else None
            ways = (kind.mobility,) if kind else tuple(Mobility)
            name, label = f"{kind.name} transport" if kind else "supply", self.world.label(piece.place)
            hexes = hexes_open_to(self.world, piece)
            if not any(self.atlas.is_land(hex_) for hex_ in hexes):
                self.fault(piece, "sea", f"{name} stands in {label}, which is {self.atlas.terrain[piece.place]}")
            elif not any(self._can_enter(hex_, ways) for hex_ in hexes):
                self.fault(piece, "ground", f"{name} may not enter {self.atlas.terrain[piece.place]} in {label}")

    # Stacking and enemies

    def _full_hexes(self, setup: SideSetup) -> None:
        load: dict[Hex, int] = {}
        for unit in setup.units:
            if _fixed(unit, self.size):
                before = load.get(unit.place, 0)
                load[unit.place] = before + self.world.counters[unit.counter].re
                if before <= self.limit < load[unit.place]:
                    label, limit = self.world.label(unit.place), self.limit // 4
                    self.fault(unit, "stack", f"from here on {label} holds more than {limit} RE (OCS 4.8a)")

    def _enemies(self) -> None:
        first, second = self.world.scenario.setup_order
        theirs = {thing.hex: thing.what for thing in reversed(self._things(first))}
        path = str(self.world.scenario.path)
        told: set[Hex] = set()
        for thing in self._things(second):
            both_bases = thing.what == theirs.get(thing.hex) == _AIR_BASE  # a fault of the file, told already
            if thing.hex in theirs and thing.hex not in told and not both_bases:
                told.add(thing.hex)
                label = self.world.label(thing.hex)
                words = f"{thing.what} stands where the {first} has {theirs[thing.hex]}, in {label} (OCS 4.8c)"
                self.found.append(Problem(path, thing.line, thing.column, "enemies", words))

    def _things(self, side: Side) -> list[_Thing]:
        """Everything of a side that stands in one hex without a choice."""
        setup = self.world.scenario.sides[side]
        counters, size = self.world.counters, self.size
        pieces: list[tuple[Piece, str]] = [(unit, counters[unit.counter].booklet_name) for unit in setup.units]
        pieces += [(each, f"{each.kind} transport") for each in setup.transport]
        pieces += [(each, "supply") for each in setup.supply]
        things = [_Thing(each.place, what, each.line, each.column) for each, what in pieces if _fixed(each, size)]
        things += [_Thing(base.hex, _AIR_BASE, base.line, base.column) for base in setup.bases]
        things += [_Thing(hog.hex, "a hedgehog", hog.line, hog.column) for hog in setup.hedgehogs]
        return things

    def _choices(self) -> None:
        """Whether all choices together leave room for everybody."""
        for unit in arrange(self.world, self.may_stand, self.limit).unplaced:
            name = self.world.counters[unit.counter].booklet_name
            where = unit.area or f"within {unit.within} of {self.world.label(unit.place)}"
            limit = self.limit // 4
            words = f"no arrangement {where} leaves room for {name}: {limit} RE a hex, and no hex with the enemy"
            self.fault(unit, "stack", f"{words} (OCS 4.8a, 4.8c)")

    # What looks odd

    def oddities(self) -> list[Problem]:
        """Strips in the wild, hedgehogs no better than the printed one."""
        path = str(self.world.scenario.path)
        found: list[Problem] = []
        for setup in self.world.scenario.sides.values():
            for base in setup.bases:
                if base.level == 0 and not self.atlas.settlement[base.hex]:
                    words = f"an air strip in {self.world.label(base.hex)}, far from any village (T2 1.11d)"
                    found.append(Problem(path, base.line, base.column, "strip-site", words))
            for hog in setup.hedgehogs:
                printed = self.atlas.hedgehogs.get(hog.hex, 0)
                if printed >= hog.level:
                    words = f"the map prints a hedgehog of level {printed} in {self.world.label(hog.hex)}"
                    found.append(Problem(path, hog.line, hog.column, "hedgehog", words))
        return found


class _Thing(NamedTuple):
    """Something in a hex, and where the file names it."""

    hex: Hex
    what: str
    line: int
    column: int


def _fixed(piece: Piece, size: int) -> bool:
    """Whether a thing stands in one hex without a choice."""
    return 0 <= piece.place < size and not piece.within and not piece.area

