"""OCS 9.14c: Transport Points are captured by one die for trucks and one for wagons; the rest gets away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.players.random_player import RandomPlayer
from ocs_engine.series.capture_transport import Displace, GiveUpTransport, TransportFrame, havens
from ocs_engine.state.capture_events import (
    DumpCaptured,
    LoadCaptured,
    LoadDestroyed,
    LoadsShared,
    TransportDestroyed,
    TransportRolled,
)
from ocs_engine.state.model import Dump, State
from tests import ledger
from tests.captures import HEX, Taking, taking, transport_of, with_transport
from tests.positions import ALLIED, AXIS, position

NOTE = """
== Axis ==
A40.20: March Bn (T-1)
{axis}
== Allied ==
A20.20: Fr Mech Rgt (Coutx)
{allied}
"""
ALONE = NOTE.format(axis="", allied="")
ISLAND = "all: sea\nA20.20, A21.20, A21.21, A22.20, A40.20: open"
"""Besides where the captor comes from and goes there are two hexes in reach: A21.21 and A22.20."""


def caught(dice: list[int], *rows: tuple[str, int, int], ground: str = "", text: str = ALONE) -> Taking:
    """What comes of taking Axis transport: kind, T that it can carry, T that it does."""
    hex_ = position(ALONE, ground="").hex(HEX)
    return taking(text, dice, ground=ground, with_=with_transport(hex_, *rows))


def displace(p: Taking, tid: str, tokens: int, load: int, hex_: str, no: str | None = None) -> None:
    """The Axis lets transport get away."""
    p.answer(Displace(side=AXIS, transport=tid, tokens=tokens, load=load, hex=hex_), no)


def give_up(p: Taking, tid: str, tokens: int, no: str | None = None) -> None:
    """The Axis names transport that is lost."""
    p.answer(GiveUpTransport(side=AXIS, transport=tid, tokens=tokens), no)


# --- how much


@pytest.mark.rule("OCS 9.14c")
def test_the_booklets_three_trucks() -> None:
    """3 points with 12T, die 3: one point and 3T are captured; two get away, and hold 8T of the other 9T."""
    p = caught([3], ("truck", 12, 12))
    rolled = p.told(TransportRolled)[0]
    assert (rolled.what, rolled.percent, rolled.tokens, rolled.lost, rolled.load, rolled.seized) == (
        "trucks", 25, 12, 4, 12, 3,
    )  # fmt: skip
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 4, 3)}
    assert [event.tokens for event in p.told(LoadDestroyed)] == [1]
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", HEX, 8, 8)}
    assert p.asked == ("Axis", "displace")
    displace(p, "axis-truck-1", 8, 8, "A26.20")
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", "A26.20", 8, 8)}
    assert p.state.frames == () and p.asked is None


@pytest.mark.rule("OCS 9.14c")
def test_load_without_a_truck_is_left_on_the_ground() -> None:
    """One point with 4T, die 3: a quarter of a point is none, a quarter of 4T is 1T."""
    p = caught([3], ("truck", 4, 4))
    assert p.state.dumps[p.hex(HEX)] == Dump(ALLIED, 1)
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", HEX, 4, 3)}
    assert transport_of(p.state, "Allied") == {}


@pytest.mark.rule("OCS 9.14c")
def test_captured_trucks_hold_no_more_than_they_can() -> None:
    """Two points and 8T, die 6: 75 % is a point and a half, so two; 6T, all of it on them; 2T have no truck left."""
    p = caught([6], ("truck", 8, 8))
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 8, 6)}
    assert transport_of(p.state, "Axis") == {}
    assert [event.tokens for event in p.told(LoadDestroyed)] == [2]
    assert p.state.frames == (), "nothing is left that could get away"


@pytest.mark.rule("OCS 9.14c")
def test_a_low_die_takes_nothing_and_all_get_away() -> None:
    p = caught([2], ("truck", 8, 5))
    assert p.told(LoadCaptured) == [] and transport_of(p.state, "Allied") == {}
    assert p.asked == ("Axis", "displace")


@pytest.mark.rule("OCS 9.14c", "T2 1.6a")
def test_ten_ma_and_less_is_a_wagon_and_rolls_apart() -> None:
    """Trucks have more than 10 MA; charcoal trucks, MA 10, and mules, MA 8, roll together in the other column."""
    p = caught([6, 6], ("truck", 4, 0), ("charcoal", 4, 4), ("mule", 4, 4))
    assert [(event.what, event.percent, event.tokens) for event in p.told(TransportRolled)] == [
        ("trucks", 75, 4), ("wagons", 100, 8),
    ]  # fmt: skip
    assert [event.purpose for event in p.told(DiceRolled)] == [
        f"capture of trucks in {HEX}", f"capture of wagons in {HEX}",
    ]  # fmt: skip


@pytest.mark.rule("OCS 9.14c")
def test_the_captured_load_joins_a_captured_dump() -> None:
    """A dump of 4T, die 4: 2T. Then one truck with 4T, die 3: 1T, and no truck."""
    text = NOTE.format(axis=f"{HEX}: 1 SP", allied="")
    p = caught([4, 3], ("truck", 4, 4), text=text)
    assert p.state.dumps[p.hex(HEX)] == Dump(ALLIED, 3)


# --- the owner picks what is lost


@pytest.mark.rule("OCS 9.14c")
def test_the_owner_picks_the_counters_that_make_up_the_loss() -> None:
    """An empty and a loaded pair of points, die 4: 2 of 4 points and 4 of 8T. He gives the empty ones."""
    p = caught([4], ("truck", 8, 0), ("truck", 8, 8))
    assert p.asked == ("Axis", "give up transport")
    assert p.rules.legal(p.state, "Allied") == ()
    assert p.offers("give up transport") == ("axis-truck-1", "axis-truck-2")
    assert p.offers("give up transport", ("transport", "axis-truck-1")) == (4, 8)
    give_up(p, "axis-truck-1", 8)
    assert p.asked == ("Axis", "displace")
    assert transport_of(p.state, "Axis") == {"axis-truck-2": ("truck", HEX, 8, 4)}
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 8, 4)}


@pytest.mark.rule("OCS 9.14c")
def test_he_may_take_it_from_both_and_is_asked_until_it_is_made_up() -> None:
    p = caught([4], ("truck", 8, 0), ("truck", 8, 8))
    give_up(p, "axis-truck-2", 4)
    assert p.asked == ("Axis", "give up transport")
    assert p.offers("give up transport", ("transport", "axis-truck-1")) == (4,)
    give_up(p, "axis-truck-1", 4)
    assert p.asked == ("Axis", "displace")
    assert sorted(transport_of(p.state, "Allied").values()) == [("truck", HEX, 4, 0), ("truck", HEX, 4, 4)]


@pytest.mark.rule("OCS 9.14c")
def test_what_a_given_truck_carried_goes_on_with_the_others() -> None:
    """He gives a full pair: 4T of its 8T were seized, the other 4T go onto the empty pair."""
    p = caught([4], ("truck", 8, 0), ("truck", 8, 8))
    give_up(p, "axis-truck-2", 8)
    assert p.told(LoadDestroyed) == []
    assert p.told(LoadsShared) == [LoadsShared(loads={"axis-truck-1": 4, "axis-truck-2": 0})]
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", HEX, 8, 4)}


@pytest.mark.rule("OCS 9.14c")
def test_wrong_answers_are_refused() -> None:
    p = caught([4], ("truck", 8, 0), ("truck", 8, 8))
    give_up(p, "axis-truck-7", 4, no="OCS 9.14c")
    give_up(p, "axis-truck-1", 3, no="OCS 9.14c")
    give_up(p, "axis-truck-1", 12, no="OCS 9.14c")
    give_up(p, "axis-truck-1", 0, no="OCS 9.14c")
    displace(p, "axis-truck-1", 4, 0, "A26.20", no="OCS 9.14c")


@pytest.mark.rule("OCS 9.14c")
def test_all_go_without_a_question_where_all_are_lost() -> None:
    """Two single wagons, die 6: 100 %."""
    p = caught([6], ("charcoal", 4, 0), ("mule", 4, 0))
    assert p.asked is None and transport_of(p.state, "Axis") == {}


# --- where the rest goes


@pytest.mark.rule("OCS 9.14c")
def test_trucks_go_ten_hexes_and_wagons_five() -> None:
    for kind, reach in (("truck", 10), ("charcoal", 5)):
        p = caught([1], (kind, 4, 0))
        grid, there = p.state.world.atlas.grid, p.hex(HEX)
        offered = set(p.offers("displace", ("transport", f"axis-{kind}-1"), ("tokens", 4), ("load", 0)))
        within = {hex_ for hex_ in grid.within(there, reach) if p.state.world.in_play(hex_)}
        assert offered == p.labels(within) - {HEX}
        beyond = next(hex_ for hex_ in grid.within(there, reach + 1) if grid.distance(hex_, there) > reach)
        displace(p, f"axis-{kind}-1", 4, 0, p.state.world.label(beyond), no="OCS 9.14c")


@pytest.mark.rule("OCS 9.14c")
def test_enemies_and_their_zones_on_the_way_are_ignored() -> None:
    """A18.20 lies behind an Allied stack and in its ZOC, three hexes away, and A20.20 in that ZOC too."""
    ground = "all: sea\nA20.20, A21.20, A19.20, A18.20, A40.20: open"
    text = NOTE.format(axis="", allied="A19.20: Commando Bn (6 Cdo)")
    p = caught([1], ("truck", 4, 2), ground=ground, text=text)
    assert p.offers("displace", ("transport", "axis-truck-1"), ("tokens", 4), ("load", 2)) == ("A20.20", "A18.20")
    displace(p, "axis-truck-1", 4, 2, "A18.20")
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", "A18.20", 4, 2)}


@pytest.mark.rule("OCS 9.14c")
@pytest.mark.parametrize(
    "allied",
    ["A21.21: Commando Bn (6 Cdo)", "A21.21: 1 SP", "A21.21: Truck Point", "A21.21: Level 1 hedgehog",
     "Level 1 air bases: A21.21"],
)  # fmt: skip
def test_no_enemies_of_any_sort_where_they_go(allied: str) -> None:
    """Of the two hexes in reach one has enemies: it is the other one, and nobody is asked."""
    p = caught([1], ("truck", 4, 3), ground=ISLAND + "\nA20.20: sea", text=NOTE.format(axis="", allied=allied))
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", "A22.20", 4, 3)}


@pytest.mark.rule("OCS 9.14c")
def test_transport_stays_off_ground_that_it_may_not_stand_on() -> None:
    """Off the roads mountain and marsh bar trucks and no mules, by the terrain chart; open ground bars neither."""
    for terrain, trucks, mules in (("mountain", False, True), ("marsh", False, True), ("open", True, True)):
        p = caught([1], ("truck", 4, 0), ("mule", 4, 0), ground=f"{ISLAND}\nA21.21: {terrain}")
        found = {tid: p.hex("A21.21") in havens(p.state, tid) for tid in ("axis-truck-1", "axis-mule-2")}
        assert found == {"axis-truck-1": trucks, "axis-mule-2": mules}, terrain


@pytest.mark.rule("OCS 9.14c")
def test_without_a_hex_to_go_to_it_is_destroyed_with_its_load() -> None:
    ground = "all: sea\nA20.20, A21.20, A40.20: open"
    text = NOTE.format(axis="", allied="A20.20: Commando Bn (6 Cdo)")
    p = caught([1], ("truck", 4, 3), ("truck", 4, 1), ground=ground, text=text)
    assert transport_of(p.state, "Axis") == {} and p.asked is None
    assert sum(event.tokens for event in p.told(TransportDestroyed)) == 8
    assert sum(event.tokens for event in p.told(LoadDestroyed)) == 4


@pytest.mark.rule("OCS 9.14c")
def test_they_may_split_and_the_owner_says_what_each_takes() -> None:
    p = caught([1], ("truck", 8, 6), ground=ISLAND)
    filled = (("transport", "axis-truck-1"),)
    assert p.offers("displace", *filled) == (4, 8)
    assert p.offers("displace", *filled, ("tokens", 4)) == (2, 3, 4), "what stays has room for 4T"
    assert p.offers("displace", *filled, ("tokens", 8)) == (6,)
    hexes = p.offers("displace", *filled, ("tokens", 4), ("load", 2))
    assert set(hexes) == {"A20.20", "A21.21", "A22.20"}
    displace(p, "axis-truck-1", 4, 1, "A21.21", no="OCS 9.14c")
    displace(p, "axis-truck-1", 3, 2, "A21.21", no="OCS 9.14c")
    displace(p, "axis-truck-1", 4, 2, "A23.20", no="OCS 9.14c")
    displace(p, "axis-truck-1", 4, 2, "A21.21")
    displace(p, "axis-truck-1", 4, 4, "A22.20")
    assert transport_of(p.state, "Axis") == {
        "axis-truck-1": ("truck", "A22.20", 4, 4),
        "axis-truck-2": ("truck", "A21.21", 4, 2),
    }


@pytest.mark.rule("OCS 4.9")
def test_the_question_tells_the_captor_no_figures() -> None:
    for die in (1, 4):
        p = caught([die], ("truck", 8, 5), ("truck", 8, 8))
        asked = p.rules.pending(p.state)
        assert asked is not None and HEX in asked.prompt
        assert not any(figure in asked.prompt.replace(HEX, "") for figure in "0123456789")


# --- half done


def test_a_capture_half_done_is_saved_and_goes_on_alike() -> None:
    """At each question the state written down and read back comes to the same end by the same answers."""
    p = caught([4, 4], ("truck", 8, 0), ("truck", 8, 8), ("mule", 8, 4))
    questions = 0
    while p.asked is not None:
        questions += 1
        again = p.rules.load(p.rules.dump(p.state))
        assert again == p.state
        assert isinstance(p.state.top_frame, TransportFrame)
        command = RandomPlayer(questions).command(p.game, AXIS)
        one = p.rules.decide(p.state, command, p.game.dice, p.game.next_die)
        two = p.rules.decide(again, command, p.game.dice, p.game.next_die)
        assert one == two
        p.answer(command)
    assert questions >= 4


KINDS = st.sampled_from(["truck", "organic", "charcoal", "mule"])
ROWS = st.lists(
    st.tuples(KINDS, st.integers(1, 4), st.integers(0, 12)).map(
        lambda row: (row[0], tokens := 2 * row[1] if row[0] == "organic" else 4 * row[1], min(row[2], tokens))
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40)
@given(
    rows=ROWS,
    ground=st.sampled_from(["", ISLAND, "all: sea\nA20.20, A21.20, A40.20: open"]),
    dump=st.sampled_from(["", f"{HEX}: 1 SP 3T", f"{HEX}: 5 SP"]),
    dice=st.lists(st.integers(1, 6), min_size=3, max_size=3),
    seed=st.integers(0, 99),
)
def test_no_token_appears_or_vanishes_unsaid(
    rows: list[tuple[str, int, int]], ground: str, dump: str, dice: list[int], seed: int
) -> None:
    """Whatever lies in the hex, falls on the dice and is answered; each event is checked, and the sums at the end."""
    p = caught(dice, *rows, ground=ground, text=NOTE.format(axis=dump, allied=""))
    player, questions = RandomPlayer(seed), 0
    while p.asked is not None:
        assert p.rules.legal(p.state, "Allied") == ()
        p.answer(player.command(p.game, AXIS))
        questions += 1
        assert questions <= 60
    assert p.state.frames == ()
    left, burnt = ledger.count(p.state), sum(event.destroyed for event in p.told(DumpCaptured))
    before = sum(load for _, _, load in rows) + {"": 0, f"{HEX}: 1 SP 3T": 7, f"{HEX}: 5 SP": 20}[dump]
    assert left["supply"] == before - burnt - sum(event.tokens for event in p.told(LoadDestroyed))
    assert left["transport"] == sum(row[1] for row in rows) - sum(event.tokens for event in p.told(TransportDestroyed))
    assert all(each.place != p.hex(HEX) for each in p.state.transport.values() if each.side is AXIS)
    assert all(each.kind == "truck" for each in p.state.transport.values() if each.side is ALLIED)


# --- the series alone


@pytest.mark.rule("OCS 9.14c")
def test_where_organic_trucks_can_be_captured_they_become_ordinary_ones() -> None:
    """An organic truck of 6T alone, die 6: 75 % of 6T is one point, and the counter goes as a whole."""

    def capturable(state: State) -> State:
        kinds = state.world.transport.kinds
        organic = replace(kinds["organic"], capturable=True)
        transport = replace(state.world.transport, kinds=kinds | {"organic": organic})
        return replace(state, world=replace(state.world, transport=transport))

    hex_ = position(ALONE, ground="").hex(HEX)
    rows: Callable[[State], State] = with_transport(hex_, ("organic", 6, 4))
    p = taking(ALONE, [6], with_=lambda state: rows(capturable(state)))
    # 75 % of 4T is 3T, on the captured truck; the last token has no truck left
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 6, 3)}
    assert [event.tokens for event in p.told(LoadDestroyed)] == [1]
