"""OCS 21.12a: transports that make a stop. C-47: range 100, 1T; by profile 200 (A), 100 (B) or 50 hexes (C, 2T).

X is A10.20, Y is A30.20 and Z is A55.20: legs of 20 and 25 hexes, 45 from X to Z.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.messages import Event
from ocs_engine.players.human_table import Table
from ocs_engine.players.simple import SimplePlayer
from ocs_engine.series.story import tell
from ocs_engine.state.air_events import AirRoundFought, FlakFired, MissionOver, MissionWentOn
from ocs_engine.state.capture_events import DumpCaptured, PlaneStepLost
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.lift_events import CargoFlown
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED, HALF_RANGE_AIR, XYZ_TRANSPORT
from tests.flights import asked, events, intercept, land, lies, sky
from tests.hands import asks, done, refused
from tests.lifts import fly, fly_xyz, put_off, shed, take_on, tokens
from tests.positions import ALLIED, Position
from tests.series.air.test_lift_forms import act, books, by_box

X, Y, Z = "A10.20", "A30.20", "A55.20"
WAY = f"{X} {Y} {Z}"
C47S = f"Allied 1 {X}: us-c-47, us-c-47, us-c-47"
ENDS = (f"Allied 3 {Y}:", f"Allied 1 {Z}:")
SUPPLY = f"== Allied ==\n{X}: 3 SP\n{Y}: 2 SP\n"
OPTIONS = (EVERYONE_SUPPLIED, XYZ_TRANSPORT)


def chain(
    *lines: str, note: str = SUPPLY, dice: Sequence[int] = (), options: Sequence[str] = OPTIONS,
    when: str = "Allied Movement Phase",
) -> Position:  # fmt: skip
    """Three C-47s at X with 12T, and two more bases, the middle one with 8T."""
    return sky(*(lines or (C47S, *ENDS)), note=note, dice=dice, options=options, when=when)


def stock(p: Position) -> tuple[int, int, int]:
    """The T at X, Y and Z."""
    return tokens(p, X), tokens(p, Y), tokens(p, Z)


# --- what it is


@pytest.mark.rule("OCS 21.12")
def test_cargo_is_loaded_at_two_bases_and_unloaded_at_two() -> None:
    """A C-47 carries 1T to Y, and 1T of the 8T there to Z, where it stays by profile A."""
    p = chain()
    told = fly_xyz(p, WAY, "us-c-47-1 A", tokens=1)
    assert events(told, CargoFlown) == [] and asked(p) == ("Allied", "unload at stop")
    put_off(p, tokens=1)
    assert stock(p) == (11, 9, 0) and asked(p) == ("Allied", "load at stop")
    take_on(p, tokens=1)
    assert stock(p) == (11, 8, 1) and lies(p, "us-c-47-1") == f"{Z} inactive"


@pytest.mark.rule("OCS 21.12")
def test_only_by_option() -> None:
    p = chain(options=(EVERYONE_SUPPLIED,))
    assert "xyz transport" not in p.legal() and "xyz transport" in chain().legal()
    fly_xyz(p, WAY, "us-c-47-1 A", tokens=1, no="")


@pytest.mark.rule("OCS 21.12")
@pytest.mark.parametrize("phase", ["Movement", "Reaction", "Exploitation"])
def test_it_flies_when_transports_do(phase: str) -> None:
    assert "xyz transport" in chain(when=f"Allied {phase} Phase, Movement Segment").legal()
    assert "xyz transport" not in chain(when=f"Allied {phase} Phase, Barrage Segment").legal()


@pytest.mark.rule("OCS 21.12")
def test_it_goes_by_way_of_three_bases_of_its_side() -> None:
    p = chain()
    for way, no in ((f"{X} {Y} {X}", "OCS 21.12"), (f"{X} {X} {Z}", "OCS 14.9"), (f"{X} {Y} {Y}", "OCS 14.9"),
                    (f"{X} A31.20 {Z}", "OCS 14.9"), (f"{X} {Y} A56.20", "OCS 14.9")):  # fmt: skip
        fly_xyz(p, way, "us-c-47-1 A", tokens=1, no=no)


@pytest.mark.rule("OCS 21.12", "OCS 14.9d")
def test_units_are_taken_along_and_picked_up() -> None:
    """Two C-47s by B carry 2T: a battalion of 1T to Y, one from X and one of Y to Z. The latter takes Move Mode."""
    note = f"{SUPPLY}{X}: Para Bn (1), Para Bn (2)  -- move\n{Y}: Para Bn (3)\n"
    p = chain(note=note)
    fly_xyz(p, WAY, "us-c-47-1 B, us-c-47-2 B", "1, 2")
    put_off(p, "1")
    take_on(p, "3")
    assert (p.where("1"), p.where("2"), p.where("3")) == (Y, Z, Z)
    assert p.unit("3").mode == "move" and set(p.ids("1, 2, 3")) <= set(p.state.memory.rode)


# --- how far


@pytest.mark.rule("OCS 21.12", "OCS 14.9e")
@pytest.mark.parametrize(
    ("via", "to", "profile", "no"),
    [
        ("A30.20", "A58.20", "C", None),  # 25 and 28 hexes, 53 from X: half the range is 50
        ("A08.20", "A58.20", "C", None),  # 3 and 50
        ("A06.20", "A58.20", "C", "OCS 21.12"),  # 1 and 52
        ("A06.20", "A58.20", "B", None),
        ("A56.20", "A58.20", "C", "OCS 14.9e"),  # 51 and 2
    ],
)
def test_the_range_is_the_longer_leg(via: str, to: str, profile: str, no: str | None) -> None:
    p = chain("Allied 1 A05.20: us-c-47", f"Allied 1 {via}:", f"Allied 1 {to}:",
              note=f"== Allied ==\nA05.20: 1 SP\n{via}: 1 SP")  # fmt: skip
    fly_xyz(p, f"A05.20 {via} {to}", f"us-c-47-1 {profile}", tokens=1, no=no)
    assert (no is None) == (p.game.pending() is not None)
    chosen = (("start", "A05.20"), ("via", via), ("to", to), ("plane", "us-c-47-1"))
    if to in p.offered("xyz transport", *chosen[:2]) and no is None:
        assert profile in chain(
            "Allied 1 A05.20: us-c-47",
            f"Allied 1 {via}:",
            f"Allied 1 {to}:",
            note=f"== Allied ==\nA05.20: 1 SP\n{via}: 1 SP",
        ).offered("xyz transport", *chosen)


@pytest.mark.rule("OCS 21.12", "OCS 14.9e")
def test_planes_come_down_within_reach_of_the_last_base() -> None:
    """By B a C-47 lands anywhere within 100 hexes of Z."""
    p = chain()
    fly_xyz(p, WAY, "us-c-47-1 B", tokens=1)
    put_off(p, tokens=1)
    take_on(p, tokens=1)
    land(p, us_c_47_1=X)
    assert lies(p, "us-c-47-1") == f"{X} inactive"


@pytest.mark.rule("OCS 21.12")
def test_escorts_fly_both_legs_within_their_range() -> None:
    """Spit.V, range 45: from A50.20 to Y 20 and on to Z 25; from A03.20 to Y 27; A76.20 would be 46 from Y."""
    p = chain(C47S, *ENDS, "Allied 1 A50.20: us-spitv")
    fly_xyz(p, WAY, "us-c-47-1 A, us-spitv-1 escort", tokens=1)
    q = chain(
        "Allied 1 A03.20: us-spitv, us-c-47", "Allied 1 A10.20:", "Allied 1 A56.20:", note="== Allied ==\nA03.20: 1T"
    )
    fly_xyz(q, "A03.20 A10.20 A56.20", "us-c-47-1 A, us-spitv-1 escort", tokens=1, no="OCS 21.12")


# --- how much


@pytest.mark.rule("OCS 21.12", "OCS 14.9")
def test_on_each_leg_the_planes_carry_what_they_can() -> None:
    """Two by C carry 4T. With 3T from X, 1T of it is unloaded: 2T go on, and there is room for 2T of Y."""
    p = chain()
    fly_xyz(p, WAY, "us-c-47-1 C, us-c-47-2 C", tokens=5, no="OCS 14.9")
    fly_xyz(p, WAY, "us-c-47-1 C, us-c-47-2 C", tokens=3)
    put_off(p, tokens=4, no="OCS 21.12")
    put_off(p, tokens=1)
    take_on(p, tokens=3, no="OCS 14.9")
    assert p.offered("load at stop") == {0, 1, 2}
    told = take_on(p, tokens=2)
    assert asked(p) == ("Allied", "stay"), "Z is of level 1 and unloads 2T of the 4T"
    assert events(told, CargoFlown) == []


@pytest.mark.rule("OCS 21.12", "OCS 14.9f")
def test_a_base_of_level_1_unloads_2t_at_a_stop_too() -> None:
    """Of 4T 2T are unloaded at most, and 1T where 1T came before; no transport stays there."""
    p = chain(C47S, f"Allied 1 {Y}:", ENDS[1])
    fly(p, X, Y, "us-c-47-3 B", tokens=1)
    land(p, us_c_47_3=X)
    fly_xyz(p, WAY, "us-c-47-1 C, us-c-47-2 C", tokens=4)
    put_off(p, tokens=2, no="OCS 14.9f")
    assert p.offered("unload at stop") == {1}, "full planes have no room for what lies at Y before"
    put_off(p, tokens=1)
    assert p.state.memory.unloaded[p.hex(Y)] == 4


@pytest.mark.rule("OCS 21.12")
def test_something_is_unloaded_or_loaded_at_the_stop() -> None:
    """Without supply at Y some is unloaded, which is not loaded again (12.2a); with it some is loaded or unloaded."""
    p = chain(note=f"== Allied ==\n{X}: 1 SP")
    fly_xyz(p, WAY, "us-c-47-1 C", tokens=2)
    assert p.offered("unload at stop") == {1, 2}
    put_off(p, no="OCS 21.12")
    put_off(p, tokens=1)
    assert asked(p) == ("Allied", "land") and stock(p) == (2, 1, 1)
    q = chain()
    fly_xyz(q, WAY, "us-c-47-1 C", tokens=1)
    put_off(q)
    take_on(q, no="")
    take_on(q, tokens=1)
    assert stock(q) == (11, 7, 2)


@pytest.mark.rule("OCS 21.12", "OCS 14.9f")
def test_no_flight_by_way_of_a_base_where_nothing_could_be_done() -> None:
    """A strip unloads 2T; a regiment takes 2T. Once 1T came there, and nothing is there to load, none may stop."""
    note = f"== Allied ==\n{X}: 1T, Fr Inf Rgt (4 Tun)  -- move"
    p = chain(C47S, f"Allied 1 {Y}:", ENDS[1], note=note)
    assert Y in p.offered("xyz transport", ("start", X))
    fly(p, X, Y, "us-c-47-3 A", tokens=1)
    fly_xyz(p, WAY, "us-c-47-1 C", "4 Tun", no="OCS 21.12")
    assert Y not in p.offered("xyz transport", ("start", X))


@pytest.mark.rule("OCS 21.12")
def test_where_all_is_unloaded_and_nothing_loaded_the_stop_is_the_end() -> None:
    for planes, base in (("us-c-47-1 A", Y), ("us-c-47-1 B", X)):
        p = chain()
        fly_xyz(p, WAY, planes, tokens=1)
        put_off(p, tokens=1)
        told = take_on(p)
        assert events(told, MissionWentOn) == []
        if base == X:
            land(p, us_c_47_1=X)
        assert lies(p, "us-c-47-1") == f"{base} inactive" and stock(p) == (11, 9, 0)


# --- what meets it

NEAR_Y, NEAR_Z = "Axis 1 A35.20: ger-bf109g", "Axis 1 A60.20: ger-bf109g"


@pytest.mark.rule("OCS 21.12", "OCS 14.4a", "OCS 14.5")
def test_flak_and_fighters_meet_it_at_the_stop_and_at_the_end() -> None:
    """+2 in a Patrol Zone without a Fighter: 3 + 2 misses over Y, and 5 + 2 over Z; the Axis is asked at both."""
    p = chain(C47S, *ENDS, NEAR_Y, NEAR_Z, dice=[1, 2, 1, 4])
    fly_xyz(p, WAY, "us-c-47-1 A", tokens=1)
    assert asked(p) == ("Axis", "intercept")
    (over_y,) = events(intercept(p), FlakFired)
    put_off(p, tokens=1)
    take_on(p, tokens=1)
    assert asked(p) == ("Axis", "intercept")
    (over_z,) = events(intercept(p), FlakFired)
    assert isinstance(over_y, FlakFired) and isinstance(over_z, FlakFired)
    assert [(each.hex, each.total) for each in (over_y, over_z)] == [(Y, 5), (Z, 7)]


@pytest.mark.rule("OCS 21.12", "OCS 14.4g")
def test_a_plane_hit_over_the_stop_loads_less() -> None:
    """9 + 2 hit; of 2T by C 1T is left. It goes on, and there is no room for more; unloaded, it makes room for 1T."""
    p = chain(C47S, *ENDS, NEAR_Y, dice=[4, 5])
    fly_xyz(p, WAY, "us-c-47-1 C", tokens=2)
    told = intercept(p)
    assert sum(each.tokens for each in events(told, SupplySpent) if isinstance(each, SupplySpent)) == 1
    assert p.offered("unload at stop") == {1}
    put_off(p, tokens=1)
    assert p.offered("load at stop") == {0, 1}
    take_on(p, tokens=1)
    assert stock(p) == (10, 8, 1)


@pytest.mark.rule("OCS 21.12", "OCS 14.1c")
def test_who_aborts_over_the_stop_is_at_its_base_with_its_cargo() -> None:
    """2d6 9, 4 against 0: the transport aborts, no loss. Its 1T is at Y; nobody goes on."""
    p = chain(C47S, *ENDS, NEAR_Y, dice=[5, 4, 1])
    fly_xyz(p, WAY, "us-c-47-1 A", tokens=1)
    told = intercept(p, "ger-bf109g-1")
    assert lies(p, "us-c-47-1") == f"{Y} inactive" and stock(p) == (11, 9, 0)
    assert events(told, MissionWentOn) == [] and len(events(told, MissionOver)) == 1


@pytest.mark.rule("OCS 21.12", "OCS 14.4g")
def test_what_is_lost_over_the_end_came_from_both_bases() -> None:
    """Of 2T by C, 1T from X and 1T from Y, one is lost with a step over Z: that of X."""
    p = chain(C47S, *ENDS, NEAR_Z, dice=[4, 5])
    fly_xyz(p, WAY, "us-c-47-1 C", tokens=1)
    put_off(p)
    take_on(p, tokens=1)
    (spent,) = events(intercept(p), SupplySpent)
    assert isinstance(spent, SupplySpent) and (spent.source, spent.tokens) == (X, 1)
    assert stock(p) == (11, 7, 1)


@pytest.mark.rule("OCS 21.12", "OCS 14.4g")
def test_units_and_supply_of_the_stop_may_be_shed_over_the_end() -> None:
    """A battalion of X and 1T of Y over Z, of which 1T must go: the SP is of Y."""
    note = f"{SUPPLY}{X}: Para Bn (1)  -- move\n"
    p = chain(C47S, *ENDS, NEAR_Z, note=note, dice=[4, 5])
    fly_xyz(p, WAY, "us-c-47-1 C", "1")
    put_off(p)
    take_on(p, tokens=1)
    intercept(p)
    (spent,) = events(shed(p, tokens=1), SupplySpent)
    assert isinstance(spent, SupplySpent) and spent.source == Y
    assert p.where("1") == Z and stock(p) == (12, 7, 0)


@pytest.mark.rule("OCS 21.12", "OCS 21.4")
def test_half_the_range_is_that_of_the_longer_leg() -> None:
    """Me.323, range 60: legs of 20 and 25 are no more than 30, though Z is 45 from X; with 4 and 41 it has 1 less."""
    options = (*OPTIONS, HALF_RANGE_AIR)
    for via, rating in ((Y, 1), ("A14.20", 0)):
        p = chain(f"Axis 1 {X}: ger-me323", f"Axis 1 {via}:", f"Axis 1 {Z}:", "Allied 1 A60.20: us-spitv",
                  note=f"== Axis ==\n{X}: 1 SP\n{via}: 1 SP", options=options, dice=[6, 6, 1, 1, 1, 1],
                  when="Axis Movement Phase")  # fmt: skip
        fly_xyz(p, f"{X} {via} {Z}", "ger-me323-1 B", tokens=1)
        put_off(p)
        take_on(p, tokens=1)
        (fought, *_) = events(intercept(p, "us-spitv-1"), AirRoundFought)
        assert isinstance(fought, AirRoundFought) and fought.defence == rating


# --- told, and by forms


@pytest.mark.rule("OCS 21.12")
def test_the_story_tells_of_the_stop() -> None:
    p = chain()
    entries = [fly_xyz(p, WAY, "us-c-47-1 A", tokens=1), put_off(p, tokens=1), take_on(p, tokens=1)]
    told: list[Event] = [event for entry in entries if entry for event in entry.events]
    text = tell(p.game.start, told)
    assert f"goes on to {Z}" in text and f"flown from {X} to {Y}" in text and f"flown from {Y} to {Z}" in text


@pytest.mark.rule("OCS 21.12")
def test_a_person_types_it() -> None:
    p = chain()
    table = Table(p.game, (ALLIED,))
    assert "C-47 [us-c-47-1]: A 1T and stays, B 1T, C 2T" in done(table, f"fly 2T from {X} via {Y} to {Z}")
    assert "via BASE" in done(table, "fly")
    done(table, f"fly supply from {X} to {Z} via {Y} with C-47 by C")
    assert "which of the cargo is unloaded at A30.20" in asks(table)
    assert "supply alone is as much as may be, nothing is none of it" in asks(table)
    assert "OCS 21.12" in refused(table, "unload 3T")
    assert "OCS 21.12" in refused(table, "nothing"), "two of two T are aboard"
    done(table, "unload 1T", "load supply", "home")
    assert stock(p) == (10, 8, 2) and lies(p, "us-c-47-1") == f"{X} inactive"
    off = Table(chain(options=(EVERYONE_SUPPLIED,)).game, (ALLIED,))
    assert "only by the option 'xyz transport'" in refused(off, f"fly 2T from {X} via {Y} to {Z} with C-47")


@pytest.mark.rule("OCS 21.12")
def test_a_person_names_units_or_all_that_can_be() -> None:
    """By B 1T each of three: two battalions of X, 1T; at Y one battalion goes, supply is as much as is left, 1T."""
    p = chain(note=f"{SUPPLY}{X}: Para Bn (1), Para Bn (2)  -- move\n{Y}: Para Bn (3)  -- move\n")
    table = Table(p.game, (ALLIED,))
    done(table, f"fly Para Bn (1), Para Bn (2), 1T from {X} via {Y} to {Z} with three C-47 by A")
    done(table, "Para Bn (1), supply", "Para Bn (3), supply")
    assert (p.where("1"), p.where("2"), p.where("3")) == (Y, Z, Z) and stock(p) == (11, 8, 1)


@pytest.mark.rule("OCS 21.12")
def test_a_player_who_flies_none_can_take_over_on_the_way() -> None:
    """The other player goes on where somebody left: all questions of the stop have an answer of his."""
    p = chain()
    fly_xyz(p, WAY, "us-c-47-1 C, us-c-47-2 C, us-c-47-3 C", tokens=5)
    seen = []
    while (pending := p.game.pending()) is not None:
        seen.append(pending.kinds[0])
        p.do(SimplePlayer().command(p.game, Side(pending.side)))
    assert seen[0] == "unload at stop" and not p.state.frames


@pytest.mark.rule("OCS 21.12")
def test_a_stop_and_its_two_loads_outlast_a_save() -> None:
    """The state over Z, with 1T of X and 1T of Y, is the same when it is read back."""
    p = chain(C47S, *ENDS, NEAR_Z)
    fly_xyz(p, WAY, "us-c-47-1 C", tokens=1)
    put_off(p)
    take_on(p, tokens=1)
    assert asked(p) == ("Axis", "intercept")
    again = p.rules.load(p.rules.dump(p.state))
    assert again.frames == p.state.frames and p.rules.dump(again) == p.rules.dump(p.state)


@pytest.mark.rule("OCS 21.12")
@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_what_its_forms_offer_is_carried_out_and_nothing_is_lost_but_by_events(seed: int) -> None:
    """Random flights with random dice until no plane is left; what is gone was said to be gone."""
    choose = random.Random(seed)
    note = (f"{SUPPLY}{X}: Para Bn (1)  -- move\n{X}: Para Bn (2), Fr Inf Rgt (4 Tun)  -- move\n{Y}: Para Bn (3)\n"
            f"{Z}: 1T")  # fmt: skip
    lines = (f"Allied 1 {X}: us-c-47, us-c-47 reduced, us-c-47, us-spitv", f"Allied 1 {Y}: us-c-47", ENDS[1])
    p = chain(*lines, NEAR_Y, NEAR_Z, note=note, dice=[choose.randint(1, 6) for _ in range(600)])
    start, told = p.state, list[Event]()
    for _ in range(40):
        pending = p.game.pending()
        if pending is None and "xyz transport" not in p.legal():
            break
        side, kind = (str(pending.side), pending.kinds[0]) if pending else ("Allied", "xyz transport")
        told += act(p, side, kind, choose)
    assert told
    spent, units, steps = books(start)
    spent -= sum(event.tokens for event in told if isinstance(event, SupplySpent) and event.source != "Algiers")
    spent += sum(by_box(event) for event in told if isinstance(event, CargoFlown))
    units -= sum(len(event.units) for event in told if isinstance(event, UnitsDestroyed))
    steps -= sum(isinstance(event, PlaneStepLost) for event in told)
    assert not any(isinstance(event, DumpCaptured) for event in told)
    assert books(p.state) == (spent, units, steps)
