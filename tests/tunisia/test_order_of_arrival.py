"""The whole order of arrival of the campaign, entry by entry as the data file has it, carried out (T2 1.4b-d)."""

from __future__ import annotations

import json
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command
from ocs_engine.series.income import PlaceSupply
from ocs_engine.series.reinforcing.arrivals import Arrive
from ocs_engine.series.reinforcing.withdrawals import Withdraw
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Memory, State
from ocs_engine.state.slots import Phase, layout
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.resources import data
from ocs_engine.world.world import World, load_world
from tests.positions import ALLIED, Position, all_active, check_events, set_up_done, without_repls

PLACES = {
    "Sicily A": {"Sicily A"},
    "Sicily B": {"Sicily B"},
    "Algiers": {"Algiers"},
    "Entry A": {"A01.13", "A01.14", "A01.15", "A01.16", "A01.17"},
    "Entry A or Algiers": {"A01.13", "A01.14", "A01.15", "A01.16", "A01.17", "Algiers"},
    "Entry E": {"B60.07", "B60.08", "B60.09"},
}
"""What the words of an entry mean."""
BOXES = {"Axis": "Sicily", "Allied": "Algiers"}
"""Where the planes of a side come that name no box of their own (T2 2.1, 3.1)."""
HOMES = {"Axis": "Sicily B", "Allied": "Algiers"}
"""Where units of a side are put out of the way."""
ORGANIC = {
    "10 Pz Div": 6, "15 Pz Div": 4, "21 Pz Div": 4, "Superga It Assault Div": 2, "78 Inf Div": 2, "1 US Arm Div": 6,
    "7 Arm Div": 4, "1 Arm Div": 4,
}  # fmt: skip
"""The T of the organic trucks that come (T2 1.6c)."""
WORTH = ("charcoal", "truck", "organic")
"""The order in which transport is given up."""
RELEASE = date(1943, 3, 5)
"""8th Army comes by itself on this day, since the walk throws no 5 or 6 before it (T2 2.4a)."""
ROLLS = ("1943-02-15", "1943-02-19", "1943-02-22", "1943-02-26", "1943-03-01")
"""The turns on which a die for the release is thrown in vain."""


def entries() -> dict[str, dict[str, Any]]:
    """The entries of the data file, as they are written there."""
    text = data("tunisia2", "schedule.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)["arrivals"]
    return found


def day_of(world: World, when: str) -> str:
    """The day on which an entry is due: its own, or so many turns after the release."""
    if not when.startswith("release+"):
        return when
    first = world.calendar.turn_of(RELEASE)
    return world.calendar.date_of(first + int(when.removeprefix("release+"))).isoformat()


def at_reinforcement(p: Position, side: Side, turn: int, dice: tuple[int, ...]) -> Position:
    """The same table on another turn, just before the Reinforcement Phase of a side."""
    plan = layout(side, simulcast=False)
    slot = next(i for i, each in enumerate(plan) if (each.phase, each.acts) == (Phase.REFIT, side))
    state = replace(p.state, first=side, turn=turn, slot=slot, memory=Memory(over=True))
    return Position(p.rules, state, RecordedDice(dice))


def answer(p: Position) -> Command:
    """Everything to the last place that is offered, a box where there is one; of transport what is worth least goes."""
    pending = p.game.pending()
    assert pending is not None
    (kind,), side = pending.kinds, Side(pending.side)
    blank = p.rules.blank(p.state, side, kind, ())
    assert blank is not None
    values = [str(value) for value in blank.values]
    if kind == "arrive":
        return Arrive(side=side, place=values[-1])
    if kind == "place supply":
        return PlaceSupply(side=side, place=values[-1])
    assert kind == "withdraw"
    return Withdraw(side=side, transport=min(values, key=lambda tid: WORTH.index(p.state.transport[tid].kind)))


def come(p: Position) -> None:
    """Let the phase begin, and answer whatever is asked in it."""
    start, entry = p.state, p.game.begin()
    assert entry is not None
    check_events(p.rules, start, entry.events)
    while (pending := p.game.pending()) is not None and pending.kinds[0] in ("arrive", "place supply", "withdraw"):
        p.do(answer(p))


def off_the_map(state: State, side: Side) -> State:
    """The table with the units of a side that stand in entry hexes in its box."""
    box, entry_hexes = state.world.place(HOMES[side]), set().union(*state.world.atlas.entries.values())
    there = {uid: unit for uid, unit in state.in_order() if unit.side is side and unit.place in entry_hexes}
    return put_units(state, {uid: replace(unit, place=box) for uid, unit in there.items()})


def trucks(state: State, side: Side) -> Tally[tuple[str, str, int, int]]:
    """Kind, formation, T and load of all transport of a side, counted."""
    own = (each for each in state.transport.values() if each.side is side)
    return Tally((each.kind, each.formation, each.tokens, each.load) for each in own)


def planes(state: State, side: Side) -> Tally[tuple[str, str, int, bool]]:
    """Kind, place, lost steps and whether it is Active, of all planes of a side, counted."""
    own = (each for each in state.planes.values() if each.side is side)
    return Tally(
        (each.aircraft.id, "dead" if each.place == DEAD else state.world.label(each.place), each.lost, each.active)
        for each in own
    )


def walk() -> Iterator[tuple[str, Side, list[dict[str, Any]], State, State]]:
    """The Reinforcement Phases of the campaign one after the other: day, side, its entries, the table before and after.

    Nothing else is done but that units leave the entry hexes for a box, to make room. For each batch a 2 is thrown.
    """
    world = without_repls(load_world("tunisia-campaign"))
    rules = rules_for(world)
    p = Position(rules, replace(all_active(set_up_done(rules)), world=world), RecordedDice(()))
    due: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in entries().values():
        due.setdefault((day_of(world, each["when"]), each["side"]), []).append(each)
    for turn in range(1, 59):
        for side in Side:
            day = world.calendar.date_of(turn).isoformat()
            own = due.pop((day, str(side)), [])
            dice = (1,) if side is ALLIED and day in ROLLS else ()
            p = at_reinforcement(p, side, turn, (*dice, *(2 for each in own if "draw_one_of" in each)))
            before = p.state
            come(p)
            yield day, side, own, before, p.state
            p = Position(p.rules, off_the_map(p.state, side), RecordedDice(()))
    assert not due, "every entry has had its turn"


def total(own: list[dict[str, Any]], key: str) -> list[Any]:
    return [item for each in own for item in each.get(key, [])]


def check_units(own: list[dict[str, Any]], before: State, after: State) -> None:
    """Who comes stands where its entry says, in Move Mode and whole; nobody else has come, gone or moved."""
    expected: dict[str, set[str]] = {}
    for each in own:
        batch = each.get("draw_one_of", [])
        expected |= {uid: PLACES.get(each.get("entry", ""), {"dead"}) for uid in each.get("units", [])}
        expected |= {uid: PLACES[each["entry"]] if uid == batch[1] else {"dead"} for uid in batch}
        expected |= {uid: {"away"} for uid in each.get("remove", [])}
        for old, new in each.get("exchange", []):
            expected |= {old: {"away"}, new: {before.world.label(before.units[old].place)}}
    names = {DEAD: "dead", AWAY: "away"}
    changed = {
        uid: names.get(unit.place) or after.world.label(unit.place)
        for uid, unit in after.units.items()
        if uid not in before.units or before.units[uid].place != unit.place
    }
    assert changed.keys() == expected.keys()
    assert all(place in expected[uid] for uid, place in changed.items()), changed
    assert not any(after.units[uid].lost for uid in changed)


def check_planes(side: Side, own: list[dict[str, Any]], before: State, after: State) -> None:
    """Planes come Active to the box, as many and as whole as written; as many go as written."""
    came, gone = Tally[tuple[str, str, int, bool]](), Tally[str]()
    for each in own:
        for change in each.get("planes", []):
            place = "Tripoli" if each["entry"] == "Tripoli" else BOXES[side]
            count, reduced = change["count"], change.get("reduced", 0)
            if count < 0:
                gone[change["aircraft"]] -= count
            else:
                came[change["aircraft"], place, 0, True] += count - reduced
                came[change["aircraft"], place, 1, True] += reduced
    old, new = planes(before, side), planes(after, side)
    assert new - old == +came
    assert Tally(kind for kind, *_ in (old - new).elements()) == gone


def listed_trucks(own: list[dict[str, Any]]) -> Tally[tuple[str, str, int, int]]:
    """The transport that entries bring: organic trucks and mules full, other trucks empty."""
    came = Tally[tuple[str, str, int, int]]()
    for each in total(own, "transport"):
        tokens = ORGANIC[each["formation"]] if each["kind"] == "organic" else 4 * each["points"]
        full = each["kind"] in ("organic", "mule")
        came[each["kind"], each.get("formation", ""), tokens, tokens if full else 0] += 1
    return came


def check_transport(side: Side, own: list[dict[str, Any]], before: State, after: State) -> None:
    """What is listed has come; of what is named to go, as many T as are there and no organic truck that is not."""
    came, old, new = listed_trucks(own), trucks(before, side), trucks(after, side)
    free = sum(4 * each["points"] for each in total(own, "remove_transport") if each["kind"] != "organic")
    if not free:
        assert (new - old, old - new) == (came, Tally())
    else:
        tokens = [sum(tokens * count for (_, _, tokens, _), count in each.items()) for each in (old, new)]
        assert (came, tokens[0] - tokens[1]) == (Tally(), free)


def check_supply(side: Side, day: str, own: list[dict[str, Any]], before: State, after: State) -> None:
    """Supply, on the ground and on trucks: what comes loaded, with an entry, or with 8th Army in each of its turns."""
    came = sum(load * count for (_, _, _, load), count in listed_trucks(own).items())
    came += 4 * sum(each.get("sp", 0) for each in own)
    if side is ALLIED and date.fromisoformat(day) >= RELEASE:
        came += 12
    stocks = [
        sum(dump.tokens for dump in state.dumps.values()) + sum(each.load for each in state.transport.values())
        for state in (before, after)
    ]
    assert stocks[1] - stocks[0] == came


@pytest.mark.rule("T2 1.4b", "T2 1.4c", "T2 1.4d", "T2 2.4a", "T2 2.4b", "T2 2.5", "OCS 13.6", "T2 6.2")
def test_every_entry_of_the_order_of_arrival_is_carried_out_and_nothing_else_comes() -> None:
    walked = 0
    for day, side, own, before, after in walk():
        walked += len(own)
        check_units(own, before, after)
        check_planes(side, own, before, after)
        check_transport(side, own, before, after)
        check_supply(side, day, own, before, after)
        markers = sum(each.get("reserve_markers", 0) for each in own)
        assert after.reserve_markers[side] - before.reserve_markers[side] == markers
        released = [(state.army_released is not None) for state in (before, after)]
        assert released[1] is (released[0] or (side is ALLIED and date.fromisoformat(day) == RELEASE))
    assert walked == len(entries())
