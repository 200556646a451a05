"""HQs as the rules of the series know them and this game has none: of a division, or throwing on foot."""

from __future__ import annotations

from dataclasses import replace

from ocs_engine.state.events import put_units
from ocs_engine.world.counters import Mobility
from tests.positions import Position


def of_division(p: Position, name: str, division: str) -> Position:
    """The position with an HQ made that of a division (OCS 13.1d)."""
    unit = p.unit(name)
    made = replace(unit, counter=replace(unit.counter, formation=division))
    return Position(p.rules, put_units(p.state, {p.id(name): made}), p.game.dice)


def afoot(p: Position, name: str) -> Position:
    """The position with an HQ whose sides go, draw and throw on foot, as far as before (OCS 12.3a)."""
    unit = p.unit(name)
    combat, move = unit.counter.combat, unit.counter.move
    assert combat is not None
    faces = {"combat": replace(combat, mobility=Mobility.LEG), "move": replace(move, mobility=Mobility.LEG)}
    made = replace(unit, counter=replace(unit.counter, **faces))
    return Position(p.rules, put_units(p.state, {p.id(name): made}), p.game.dice)
