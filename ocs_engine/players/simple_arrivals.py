"""How the player `simple` places its reinforcements: what burns fuel where rail or ships take it on, the rest by road.

It gives up what carries nothing, and gives a step back to the plane that is worth most.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.kernel.messages import Command
from ocs_engine.players.simple_worth import nearest_enemy
from ocs_engine.series.modes import on_map
from ocs_engine.series.reinforcing.arrivals import (
    ADDING,
    ArrivalsFrame,
    Arrive,
    able,
    group_asked,
    open_places,
    step_choices,
)
from ocs_engine.series.reinforcing.entering import MOVE, Comers, arrival_stances, comer_unit
from ocs_engine.series.reinforcing.regaining import RegainStep
from ocs_engine.series.reinforcing.withdrawals import Withdraw, WithdrawalFrame, candidates, excess, share
from ocs_engine.series.supply.fuel import burns_fuel
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

FAR = 999
"""Hexes to the nearest enemy where there is none."""


def answer(state: State, side: Side, frame: ArrivalsFrame) -> Command:
    """The best place of the first that comes, for all that had best go there with it."""
    if frame.step == ADDING:
        return _add_step(state, side, frame)
    _, group = group_asked(state)
    first = group.pieces[0] if len(open_places(state)) == 1 else _urgent(state, group)
    place = _best(state, side, group, first)
    pieces: list[str] = []
    for piece in group.pieces:
        if able(state, place, pieces, piece) and (piece == first or _best(state, side, group, piece) == place):
            pieces.append(piece)
    units = [piece for piece in pieces if piece in group.units]
    texts = arrival_stances(state, units, place)
    return Arrive(
        side=side,
        place=state.world.label(place),
        units=tuple(pieces),
        stance=MOVE if MOVE in texts else texts[0],
    )


def _urgent(state: State, group: Comers) -> str:
    """The first that has a place."""
    places = open_places(state)
    return next(piece for piece in group.pieces if any(able(state, place, (), piece) for place in places))


def _best(state: State, side: Side, group: Comers, piece: str) -> int:
    """A box for what burns fuel, where something carries it on; for others the hex with a road, near the enemy."""
    places = [place for place in open_places(state) if able(state, place, (), piece)] or list(open_places(state))
    wants_box = piece in group.units and _rides(state, side, piece)
    return min(places, key=lambda place: (on_map(state, place) is wants_box, *_hardship(state, side, place)))


def _rides(state: State, side: Side, uid: str) -> bool:
    """Whether a unit had best be carried on: it burns fuel, and there is rail or sea lift."""
    lift = state.points.rail_cap(state, side) + state.points.sea_cap(state, side)
    return lift > 0 and burns_fuel(comer_unit(state, uid, 0))


def _hardship(state: State, side: Side, place: int) -> tuple[bool, int, int]:
    """What makes a hex a bad one to come to: no road, and a long way to the enemy."""
    if not on_map(state, place):
        return False, 0, place
    roads = state.world.atlas.road[6 * place : 6 * place + 6]
    return not any(roads), nearest_enemy(state, side, place, FAR), place


def _add_step(state: State, side: Side, frame: ArrivalsFrame) -> RegainStep:
    """A living plane first, since it stands where it is wanted."""
    found = step_choices(state, side, frame.air_steps[0])
    pid, base = min(found, key=lambda pair: (state.planes[pair[0]].place < 0, pair))
    return RegainStep(side=side, plane=pid, base=state.world.label(base))


def give_up(state: State, side: Side, frame: WithdrawalFrame) -> Withdraw:
    """What costs least to carry and to lose: little, empty, and far from the front."""
    leaving = frame.leaving[0]

    def cost(tid: str) -> tuple[bool, int, int, int, str]:
        each = state.transport[tid]
        wasted = share(state, leaving, tid)
        return (bool(each.formation), wasted, excess(state, leaving, tid), -_off(state, side, each.place), tid)

    return Withdraw(side=side, transport=min(_among(state, frame), key=cost))


def _among(state: State, frame: WithdrawalFrame) -> Sequence[str]:
    return candidates(state, frame.side, frame.leaving[0])


def _off(state: State, side: Side, place: int) -> int:
    return nearest_enemy(state, side, place, FAR) if on_map(state, place) else FAR
