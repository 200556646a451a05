"""The ledger: what each event says of the supply on the table, and the books that are kept by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.messages import Event, FactSet
from ocs_engine.series.rules import OcsRules
from ocs_engine.series.supply.ledger import Books, Entry, Lot, changes, holdings, opened
from ocs_engine.state.build_events import DumpBlown
from ocs_engine.state.capture_events import DumpCaptured, LoadCaptured, LoadDestroyed, LoadsShared, TransportSplit
from ocs_engine.state.carry_events import LoadPutDown, LoadTakenOn, TransportCombined
from ocs_engine.state.events import SupplyLoaded
from ocs_engine.state.lift_events import CargoRailed, CargoShipped
from ocs_engine.state.model import State
from ocs_engine.state.supply_events import SupplyPlaced, SupplySpent
from ocs_engine.state.trace_events import PointsBrokeOut
from tests.ledger import holdings_due
from tests.positions import ALLIED, AXIS, position
from tests.series.test_whole_games import GROUND, MELEE, play

TRUCK = "allied-truck-1"


def table(load: int = 2) -> tuple[OcsRules, State]:
    """8T and two truck points with a load of 2T in A20.20; 6T of the Axis in A20.22."""
    p = position("== Axis ==\nA20.22: 6T\n== Allied ==\nA20.20: 2 SP, 2x Truck Points", ground="all: open")
    truck = replace(p.state.transport[TRUCK], load=load)
    return p.rules, replace(p.state, transport=p.state.transport.set(TRUCK, truck))


SPENT = SupplySpent(side=ALLIED, source="A20.20", tokens=3, use="fuel", what="someone", place="A20.21")


@pytest.mark.rule("OCS 12.1", "OCS 9.14b", "OCS 9.14c")
@pytest.mark.parametrize(
    ("event", "told"),
    [
        (SPENT, [("A20.20", ALLIED, -3, "fuel")]),
        (SPENT.model_copy(update={"source": TRUCK, "tokens": 1}), [(TRUCK, ALLIED, -1, "fuel")]),
        (
            SPENT.model_copy(update={"source": "Algiers"}),
            [("Algiers", ALLIED, -3, "fuel"), ("Algiers", ALLIED, 3, "off-map boxes")],
        ),
        (
            SupplyPlaced(side=ALLIED, place="A20.25", tokens=4, why="arrival"),
            [("A20.25", ALLIED, 4, "arrival")],
        ),
        (
            SupplyLoaded(transport=TRUCK, tokens=2),
            [("A20.20", ALLIED, -2, "loaded"), (TRUCK, ALLIED, 2, "loaded")],
        ),
        (
            SupplyLoaded(transport=TRUCK, tokens=-1),
            [("A20.20", ALLIED, 1, "unloaded"), (TRUCK, ALLIED, -1, "unloaded")],
        ),
        (
            DumpCaptured(hex="A20.22", side=ALLIED, before=6, die=4, percent=50, captured=4, destroyed=2),
            [
                ("A20.22", AXIS, -4, "lost to capture"),
                ("A20.22", AXIS, -2, "destroyed"),
                ("A20.22", ALLIED, 4, "captured"),
            ],
        ),
        (LoadDestroyed(transport=TRUCK, tokens=2), [(TRUCK, ALLIED, -2, "destroyed")]),
        (
            TransportSplit(transport=TRUCK, tokens=4, load=1, to="allied-truck-9"),
            [(TRUCK, ALLIED, -1, "shared"), ("allied-truck-9", ALLIED, 1, "shared")],
        ),
        (LoadsShared(loads={TRUCK: 2}), []),
        (
            LoadTakenOn(transport=TRUCK, tokens=3, cost=12),
            [("A20.20", ALLIED, -3, "loaded"), (TRUCK, ALLIED, 3, "loaded")],
        ),
        (
            LoadPutDown(transport=TRUCK, tokens=2, cost=12),
            [("A20.20", ALLIED, 2, "unloaded"), (TRUCK, ALLIED, -2, "unloaded")],
        ),
        (
            CargoRailed(side=ALLIED, start="A20.20", to="A20.25", tokens=4, room=8, path=("A20.25",)),
            [("A20.20", ALLIED, -4, "railed"), ("A20.25", ALLIED, 4, "railed")],
        ),
        (
            CargoShipped(side=ALLIED, start="Algiers", to="A20.25", tokens=4, room=8),
            [
                ("Algiers", ALLIED, -4, "shipped"),
                ("Algiers", ALLIED, 4, "off-map boxes"),
                ("A20.25", ALLIED, 4, "shipped"),
            ],
        ),
        (
            DumpBlown(side=ALLIED, hex="A20.20", stated=8, die=4, percent=50, destroyed={"A20.20": 5, TRUCK: 1}),
            [("A20.20", ALLIED, -5, "blown"), (TRUCK, ALLIED, -1, "blown")],
        ),
        (
            PointsBrokeOut(transport=TRUCK, hex="A20.20", points=((4, 2), (4, 0)), load=2),
            [(TRUCK, ALLIED, -2, "unloaded"), ("A20.20", ALLIED, 2, "unloaded")],
        ),
    ],
)
def test_each_event_says_what_it_changes(event: Event, told: list[tuple[str, object, int, str]]):
    rules, state = table()
    entries = changes(state, event)
    assert [(each.where, each.side, each.tokens, each.use) for each in entries] == told
    assert holdings(rules.apply(state, event)) == holdings_due(state, event)
    by_hand = FactSet(reason="a slip", fact=event.model_dump(mode="json"))
    assert changes(state, by_hand) == entries, "a fact set by hand changes what it says"


@pytest.mark.rule("OCS 9.14c")
def test_a_load_that_falls_to_the_enemy_lies_on_the_ground_as_his():
    rules, state = table()
    event = LoadCaptured(transport=TRUCK, tokens=2)
    state = replace(state, dumps=state.dumps.delete(state.world.place("A20.20")))
    assert changes(state, event) == [
        Entry(TRUCK, ALLIED, -2, "lost to capture"),
        Entry("A20.20", AXIS, 2, "captured"),
    ]
    after = {(AXIS, "A20.20"): 2, (AXIS, "A20.22"): 6}
    assert holdings(rules.apply(state, event)) == after == holdings_due(state, event)


@pytest.mark.rule("OCS 13.2c")
def test_transport_that_comes_together_has_the_loads_of_all():
    rules, state = table()
    other = replace(state.transport[TRUCK], load=3)
    state = replace(state, transport=state.transport.set("allied-truck-2", other))
    event = TransportCombined(transport=TRUCK, others=("allied-truck-2",))
    assert changes(state, event) == [
        Entry("allied-truck-2", ALLIED, -3, "shared"),
        Entry(TRUCK, ALLIED, 3, "shared"),
    ]
    assert holdings(rules.apply(state, event)) == holdings_due(state, event)


def test_what_has_nothing_to_do_with_supply_changes_nothing():
    p = position("== Allied ==\nA20.20: Para Bn (1), 2 SP")
    entry = p.move("1", "A20.21")
    assert entry is not None
    assert [changes(p.state, event) for event in entry.events] == [[] for _ in entry.events]


def test_the_oldest_supply_of_a_place_goes_first():
    books = Books().after(1, [Entry("A20.20", ALLIED, 8, "arrival")])
    books = books.after(3, [Entry("A20.20", ALLIED, 4, "arrival")])
    books = books.after(3, [Entry("A20.20", ALLIED, 2, "arrival")])
    assert books.lots[ALLIED, "A20.20"] == (Lot(1, 8), Lot(3, 6))
    books = books.after(4, [Entry("A20.20", ALLIED, -9, "fuel")])
    assert books.lots[ALLIED, "A20.20"] == (Lot(3, 5),)
    books = books.after(4, [Entry("A20.20", ALLIED, -5, "combat")])
    assert (ALLIED, "A20.20") not in books.lots


def test_what_goes_from_hand_to_hand_is_as_old_as_its_new_place_and_counts_as_no_use():
    _, state = table()
    books = opened(state).after(state.turn + 1, changes(state, SupplyLoaded(transport=TRUCK, tokens=2)))
    assert books.lots[ALLIED, TRUCK] == (Lot(state.turn, 2), Lot(state.turn + 1, 2))
    assert books.spent(ALLIED) == {}


def test_uses_are_told_by_side_and_turn():
    _, state = table()
    books = opened(state).after(1, changes(state, SPENT)).after(2, changes(state, SPENT))
    captured = DumpCaptured(hex="A20.22", side=ALLIED, before=6, die=4, percent=50, captured=4, destroyed=2)
    books = books.after(2, changes(state, captured))
    assert books.spent(ALLIED) == {"captured": 4, "fuel": -6}
    assert books.spent(ALLIED, 1) == {"fuel": -3}
    assert books.spent(AXIS, 2) == {"destroyed": -2, "lost to capture": -4}


def test_what_a_box_gives_comes_in_and_is_used_though_the_box_is_never_emptied():
    _, state = table()
    drawn = SPENT.model_copy(update={"source": "Algiers"})
    books = opened(state).after(1, changes(state, drawn))
    assert books.spent(ALLIED) == {"fuel": -3, "off-map boxes": 3}
    assert books.lots == opened(state).lots


def test_what_is_captured_and_what_is_lost_in_one_turn_do_not_hide_each_other():
    books = Books().after(1, [Entry("A20.20", ALLIED, 4, "captured"), Entry("A20.20", AXIS, -4, "lost to capture")])
    books = books.after(1, [Entry("A20.20", ALLIED, -4, "lost to capture"), Entry("A20.20", AXIS, 4, "captured")])
    assert books.spent(ALLIED) == books.spent(AXIS) == {"captured": 4, "lost to capture": -4}


def test_a_turn_begins_with_what_the_one_before_left():
    """The Allies have 10T; 3T are used in turn 1, 2T come in turn 2: 10, 7 and 9."""
    _, state = table()
    books = opened(state).after(1, changes(state, SPENT))
    books = books.after(2, [Entry("A20.20", ALLIED, 2, "arrival")])
    assert [books.start(ALLIED, turn) for turn in (None, 1, 2, 3)] == [10, 10, 7, 9]
    assert (books.held(ALLIED), books.held(AXIS), books.start(AXIS, 3)) == (9, 6, 6)


SUPPLIED = MELEE.replace("A22.22: Corps HQ (90)", "A22.22: 3 SP, Corps HQ (90)").replace(
    "A20.19: Corps HQ (5)", "A20.19: 3 SP, 1x Truck Point (F), Corps HQ (5)"
)


@pytest.mark.rule("OCS 12.1")
@pytest.mark.parametrize("seed", range(3))
def test_the_books_balance_after_every_event_of_a_game_played_at_random(seed: int):
    """`play` checks every holder's supply after every event by what `changes` said; here the books as well."""
    p = position(SUPPLIED, ground=GROUND, dice=SeededDice(seed), options=())
    state, books = p.state, opened(p.state)
    play(p.game, seed, 120)
    for entry in p.game.entries:
        for event in entry.events:
            books = books.after(state.turn, changes(state, event))
            state = p.rules.apply(state, event)
    held = {holder: sum(lot.tokens for lot in lots) for holder, lots in books.lots.items()}
    assert held == holdings(state)
    for side in (ALLIED, AXIS):
        assert books.start(side) + sum(books.spent(side).values()) == books.held(side)
        assert books.start(side, state.turn) + sum(books.spent(side, state.turn).values()) == books.held(side)
    assert books.spent(ALLIED) or books.spent(AXIS), "nothing was ever spent"
