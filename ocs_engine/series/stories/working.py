"""The full working of a fight: every unit with each multiplier and its rule, every modifier and shift."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ocs_engine.kernel.messages import Event
from ocs_engine.series.stories.words import capital, force, name, number, place_name, plane_name
from ocs_engine.series.terrain_effects import NO_LEVEL
from ocs_engine.state.air_events import AirRoundFought, FlakFired
from ocs_engine.state.barrage_events import BarrageReckoned, BarrageShifted
from ocs_engine.state.fight_events import CombatReckoned, FactorTold, UnitTold
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World


def working(world: World, events: Sequence[Event]) -> list[str]:
    """The lines of the table for each fight, barrage and flak among some events; none where there is nothing of it."""
    return [line for event in events for line in _lines(world, event)]


def _lines(world: World, event: Event) -> Iterator[str]:
    match event:
        case CombatReckoned():
            yield from _force(world, event.side, event.attack, event.attack_total)
            yield from _force(world, event.side.other, event.defend, event.defend_total)
            yield "Modifiers of surprise"
            for each in event.modifiers:
                yield f"  {each.value} {each.why} [{each.rule}]"
            if event.hedgehog:
                yield f"In the combat roll the hedgehog counts {-event.hedgehog:+d} [OCS 16.0d]"
        case BarrageReckoned():
            yield from _force(world, event.side, event.fire, event.total)
        case BarrageShifted():
            yield f"Shifts to column {event.heading}"
            for each in event.shifts:
                yield f"  {int(each.value):+d} {each.why} [{each.rule}]"
        case AirRoundFought():
            yield f"Air combat in {place_name(world, event.hex)}: {event.result}{_air_loss(event)} [OCS 14.3]"
            yield f"  {event.attack} attacker, {plane_name(world, event.attacker)}"
            yield f"  {event.defence} defender, {plane_name(world, event.defender)}"
        case FlakFired():
            yield f"Flak in {place_name(world, event.hex)}: {event.roll}"
            for each in event.modifiers:
                yield f"  {int(each.value):+d} {each.why} [{each.rule}]"
        case _:
            pass


def _air_loss(event: AirRoundFought) -> str:
    """The die on which all that abort lose a step; nothing to tell where nobody does."""
    if not event.aborts:
        return ""
    return f"; losses {event.die}: {'a step' if event.loss else 'none'}"


def _force(world: World, side: Side, units: Sequence[UnitTold], total: str) -> Iterator[str]:
    """A side and its total, then a line for each unit, names and places one under the other."""
    yield f"{capital(force(side))}: {number(total)}"
    rows = [(name(world, each.unit), place_name(world, each.hex), each) for each in units]
    wide = max((len(who) for who, _, _ in rows), default=0)
    far = max((len(where) for _, where, _ in rows), default=0)
    for who, where, each in rows:
        level = f", {each.at} AT" if each.at not in ("", NO_LEVEL) else ""
        yield f"  {who:<{wide}}  {where:<{far}}  {_product(each)}{level}"


def _product(unit: UnitTold) -> str:
    """A strength and its multipliers: "8 x 1/2 hills [OCS 9.4] = 4"."""
    factors = "".join(f" x {_factor(each)}" for each in unit.factors)
    return f"{unit.printed}{factors} = {number(unit.total)}" if factors else str(unit.printed)


def _factor(factor: FactorTold) -> str:
    return f"{factor.value} {factor.why} [{factor.rule}]"
