"""What must have come to the table by the order of arrival: each unit, plane and Reserve marker accounted for."""

from __future__ import annotations

from collections import Counter

from ocs_engine.state.model import AWAY, DEAD, State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from ocs_engine.world.schedule import Arrival


def have_come(state: State, side: Side) -> list[Arrival]:
    """The entries that must have come to a side since play began, reckoned from the calendar and the release alone."""
    scenario, found = state.world.scenario, []
    phases = [i for i, slot in enumerate(state.slots) if slot.phase is Phase.REINFORCEMENT and slot.acts is side]
    last = state.turn if phases and state.slot > phases[0] else state.turn - 1
    for each in state.world.schedule.arrivals:
        turn = each.turn
        if turn is None and state.army_released is not None:
            turn = state.army_released + each.after_release
        skipped = each.entry in scenario.skip_entries
        if each.side is side and not skipped and turn is not None and scenario.first_turn <= turn <= last:
            found.append(each)
    return found if scenario.sides[side].arrivals else []


def check_all_came(state: State) -> None:
    """Every unit that was due is on the table, dead, on its way back from a breakout, or has left again; planes too.

    To be asked when no Reinforcement Phase is under way.
    """
    assert state.now.phase is not Phase.REINFORCEMENT
    for side in Side:
        came, setup = have_come(state, side), state.world.scenario.sides[side]
        for each in setup.listed:
            if each.turn is not None and each.turn < state.turn:
                assert all(uid in state.units for uid in each.units)
        assert {each.id for each in came} == {name for name in state.arrived if _of(name, side)}
        left = {uid for each in came for uid in (*each.remove, *(old for old, _ in each.exchange))}
        for uid in (uid for each in came for uid in (*each.units, *each.draw_one_of, *(n for _, n in each.exchange))):
            _check_unit(state, uid, uid in left)
        assert all(state.units[uid].place == AWAY for uid in left if uid in state.units)
        planes = Counter({plane.aircraft: 0 for plane in setup.planes})
        for plane in (*setup.planes, *setup.dead_planes):
            planes[plane.aircraft] += plane.count
        for each in came:
            for change in each.planes:
                planes[change.aircraft] += change.count
        there = Counter(plane.aircraft.id for plane in state.planes.values() if plane.side is side)
        assert +planes == there, (side, planes, there)
        listed = [each for n, each in enumerate(setup.listed, start=1) if f"{side.lower()}-listed-{n}" in state.arrived]
        markers = setup.reserve_markers + sum(each.reserve_markers for each in (*came, *listed))
        assert state.reserve_markers[side] == markers


def _of(name: str, side: Side) -> bool:
    return name.startswith(f"{side.lower()}-") and "-listed-" not in name


def _check_unit(state: State, uid: str, left: bool) -> None:
    assert uid in state.units, f"{uid} has not come"
    place = state.units[uid].place
    on_its_way = any(each.unit == uid for each in state.returning)
    assert place == DEAD or place >= 0 or left or on_its_way, f"{uid} is nowhere"
