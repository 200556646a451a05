"""Supply by hand: fuel, transport, rail, ships, works, and the answers to what is paid, as a person types them.

A dump is drawn from 6 hexes away on open ground. A truck has 45 MP, of which a hex takes 1 and loading 5.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.cli.human import Sitting
from ocs_engine.cli.story import StoryTeller
from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.players.human import ANSWERS, ORDERS
from ocs_engine.players.human_answers import news
from ocs_engine.players.human_payments import split_from
from ocs_engine.players.human_table import Table
from ocs_engine.players.human_words import VERBS
from ocs_engine.state.model import State, Stocks
from ocs_engine.world.counters import Side
from tests.drives import roads, with_dump
from tests.hands import asks, done, refused
from tests.positions import Position, position
from tests.series.supply import test_barrage_supply as barrages
from tests.series.supply import test_combat_supply as fights
from tests.series.supply import test_rail as rails
from tests.series.supply import test_shipping as ships
from tests.series.supply.paid_fights import supplied
from tests.series.supply.phases import supply_phase
from tests.series.supply.sites import port, site

ALLIED, AXIS = Side.ALLIED, Side.AXIS
TRUCK = "allied-truck-1"


def sit(p: Position) -> Table:
    """A table with a person on either side."""
    return Table(p.game, (ALLIED, AXIS))


def dump(table: Table, label: str) -> int:
    """The T on the ground of a hex."""
    found = table.state.dumps.get(table.state.world.place(label))
    return found.tokens if found else 0


# --- words


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS])
def test_every_verb_does_something_and_helps(verb: str):
    assert (verb in ORDERS) != (verb in ANSWERS)
    assert done(sit(position()), f"help {verb}").startswith(verb)


@pytest.mark.parametrize(("typed", "what", "sources"), [
    ("coutx from A20.21", "coutx", "A20.21"),
    ("coutx", "coutx", ""),
    ("from A20.21, A20.22", "", "A20.21, A20.22"),
    ("2T from A20.21, 1T from A20.22", "", "2T A20.21, 1T from A20.22"),
    ("1 from A20.21", "1", "A20.21"),
    ("1 gds 2T from A20.21 by hq 5", "1 gds", "2T A20.21 by hq 5"),
    ("all off A20.21", "all", "A20.21"),
])  # fmt: skip
def test_sources_stand_after_from(typed: str, what: str, sources: str):
    assert split_from(typed) == (what, sources)


@pytest.mark.parametrize("verb", ["pay plan", "recover plan", "trace 6 Arm Div through A20.10", "eat nobody"])
def test_an_answer_that_nobody_asks_for_is_told_so(verb: str):
    assert "nobody is asked now" in refused(sit(position()), verb)


# --- fuel


TANKS = """
== Axis ==
A30.20: Pz Bn (190)
A30.20: 3 SP
== Allied ==
Supply sources: A20.25
A20.20: 6 Arm Div (17/21 L Arm)
A20.22: 6 Arm Div (2 Lo Arm)
A20.24: Corps HQ (5)
A59.33: US Arm Bn (751)
A20.21: 2 SP
A20.23: 1 SP
"""


def tanks() -> Table:
    return sit(position(TANKS, ground="all: open", options=()))


@pytest.mark.rule("OCS 12.5")
def test_a_unit_without_fuel_is_told_how_to_get_some_and_goes_then():
    table = tanks()
    told = refused(table, "move 17/21 L Arm to A20.18")
    assert "6 Arm Div (17/21 L Arm) moves by track and has no fuel (OCS 12.5)" in told
    assert "  fuel 17/21 L Arm buys it some, for 1T from A20.21" in told
    assert "has no fuel (OCS 12.5)" in done(table, "why 17/21 L Arm A20.18")
    assert "fuel 17/21 L Arm buys it some" in done(table, "reach 17/21 L Arm")
    assert "fuel 17/21 L Arm buys it some" in refused(table, "begin 17/21 L Arm")
    assert "7 of 7 MP left, no fuel" in done(table, "what 17/21 L Arm")
    done(table, "fuel 17/21 L Arm")
    assert dump(table, "A20.21") == 7
    assert "7 of 7 MP left, fueled" in done(table, "what 17/21 L Arm")
    assert "can go to A20.18" in done(table, "why 17/21 L Arm A20.18")
    assert "fuel" not in done(table, "reach 17/21 L Arm")
    done(table, "move 17/21 L Arm to A20.18")


def test_a_unit_out_of_reach_of_supply_is_told_so():
    assert "  no supply reaches it to fuel it" in refused(tanks(), "move 751 to A59.32")
    assert "no supply reaches it" in refused(tanks(), "fuel 751")


def test_a_formation_an_hq_and_sources_of_ones_own():
    table = tanks()
    done(table, "fuel 6 Arm Div")
    assert (dump(table, "A20.21"), len(table.state.fueled)) == (4, 2)
    table = tanks()
    done(table, "fuel formation 6 arm div from A20.21")
    assert (dump(table, "A20.21"), len(table.state.fueled)) == (4, 2)
    table = tanks()
    done(table, "fuel 2 Lo Arm from A20.23")
    assert (dump(table, "A20.21"), dump(table, "A20.23")) == (8, 3)
    done(table, "fuel hq 5 from 3 A20.23, A20.21")
    assert (dump(table, "A20.21"), dump(table, "A20.23")) == (7, 0)
    assert list(table.state.fueled_hqs) == ["br-hq-5"]


@pytest.mark.parametrize(("line", "told"), [
    ("fuel 17/21 L Amr", "did you mean 17/21 l arm or 2 lo arm?"),
    ("fuel formation 7 Arm Div", "did you mean 6 Arm Div?"),
    ("fuel 17/21 L Arm from A20.29", "no supply comes from A20.29; it can come from A20.21, A20.23"),
    ("fuel 17/21 L Arm from 2 A20.21", "takes 1T"),
    ("fuel 17/21 L Arm from 2 A20.21", "takes 1T of fuel, and 2T are paid; it can come from A20.21, A20.23"),
    ("fuel 190", "Pz Bn (190) is no unit of the Allied side"),
    ("fuel formation", "name who shall have it"),
    ("fuel all", "fuel takes a unit, a formation, or hq and an HQ, one at a time"),
    ("fuel hq all", "fuel takes a unit, a formation, or hq and an HQ, one at a time"),
    ("drive all to A20.24", "'all' is no transport"),
    ("fuel from A20.21", "name who shall have it"),
    ("fuel 17/21 L Arm from", "name the source"),
    ("fuel hq 17/21 L Arm", "'17/21 L Arm' is no HQ of yours; they are Corps HQ (5)"),
    ("fuel hq 9", "'9' is no HQ of yours; they are Corps HQ (5)"),
    ("fuel 751 from A20.21", "US Arm Bn (751) takes 1T of fuel, and no supply reaches it"),
    ("fule 17/21 L Arm", "did you mean fuel?"),
])  # fmt: skip
def test_fuel_that_cannot_be_is_answered(line: str, told: str):
    assert told.casefold() in refused(tanks(), line).casefold()


@pytest.mark.rule("OCS 12.5")
def test_who_is_fueled_is_told_so_and_pays_no_more():
    table = tanks()
    done(table, "fuel 17/21 L Arm")
    assert "6 Arm Div (17/21 L Arm) is fueled already (OCS 12.5)" in refused(table, "fuel 17/21 L Arm from A20.21")
    assert "[br-6arm-1721l]" not in done(table, "fuel")


def test_fuel_and_breakout_at_another_time_are_told_when():
    breaking_out = position(TANKS, "Allied Movement Phase, Breakout Segment", ground="all: open", options=())
    assert "in your own movement segments alone" in refused(sit(breaking_out), "fuel 17/21 L Arm")
    assert "tried in a Breakout Segment" in refused(tanks(), "breakout 17/21 L Arm")


def test_what_tells_of_transport_and_a_name_that_nothing_bears_is_told_in_full():
    table = trucks()
    assert done(table, "what truck-1") == f"truck transport 1 [{TRUCK}] in A20.05: 0T of 8T loaded, 45 MP left"
    done(table, "drive truck-1 take 2")
    assert done(table, "what truck-1").endswith("in A20.05: 2T of 8T loaded, finished for this phase")
    told = refused(table, "what truck-9")
    assert "there is no unit 'truck-9'" in told and "there is no place 'truck-9'" in told


@pytest.mark.rule("OCS 4.9")
def test_supply_tells_what_one_has_and_where_a_unit_draws_and_nothing_of_the_enemy():
    table = tanks()
    told = done(table, "supply").splitlines()
    assert told[:3] == ["Allied: 12T on the ground, 0T loaded", "  A20.21: 8T", "  A20.23: 4T"]
    assert any(line.startswith("  without fuel: 4 (") for line in told)
    assert not [line for line in told if "190" in line or "A30.20" in line]
    drawn = done(table, "supply 2 lo arm").splitlines()
    assert drawn[0] == "6 Arm Div (2 Lo Arm) [br-6arm-2lo] in A20.22: 12T in reach from 2 sources"
    assert "  A20.23: 4T" in drawn
    assert "its supply is not shown to you (OCS 4.9)" in refused(table, "supply 190")
    assert "did you mean" in refused(table, "supply 17/21 L Amr")


@pytest.mark.rule("OCS 4.9")
def test_fuel_alone_lists_who_can_have_it_and_nothing_of_the_enemy():
    told = done(tanks(), "fuel")
    assert "fuel 6 Arm Div (17/21 L Arm) [br-6arm-1721l]: 1T from A20.21" in told
    assert "fuel formation 6 Arm Div: 4T from A20.21" in told
    assert "fuel hq Corps HQ (5) [br-hq-5]: 4T from A20.21" in told
    assert "190" not in told and "A30.20" not in told


def test_fuel_by_the_numbered_form():
    table = tanks()
    assert "fuel, how:" in done(table, "do fuel")
    assert "fuel, what:" in done(table, "formation")
    assert "A20.21: 8T there" in done(table, "6 Arm Div")
    done(table, "A20.21", "A20.21", "A20.21", "A20.21")
    assert dump(table, "A20.21") == 4


# --- transport


def trucks(*rows: tuple[str, str, int, int], note: str = "== Allied ==\nA20.10: Para Bn (1)") -> Table:
    found = rows or (("truck", "A20.05", 8, 0),)
    return sit(roads(note, found, change=with_dump("A20.05", 6)))


@pytest.mark.rule("OCS 13.2")
def test_a_whole_drive_in_a_line():
    table = trucks()
    done(table, "drive truck-1 take 4 to A20.10 put 3")
    each = table.state.transport[TRUCK]
    assert (table.state.world.label(each.place), each.load) == ("A20.10", 1)
    assert (dump(table, "A20.05"), dump(table, "A20.10")) == (2, 3)
    # Five hexes at 1 MP, and a tenth of 45 rounded, 5, for each handling.
    assert table.state.memory.spent[TRUCK] == 12 * (5 + 5 + 5)


@pytest.mark.rule("OCS 12.5")
def test_of_a_stack_without_fuel_it_is_not_said_that_each_could_go_alone():
    note = "== Allied ==\nA20.20: 6 Arm Div (17/21 L Arm), 6 Arm Div (2 Lo Arm)\nA20.21: 2 SP"
    told = refused(sit(position(note, ground="all: open", options=())), "move A20.20 to A20.18")
    assert "has no fuel (OCS 12.5)" in told
    assert "alone" not in told


@pytest.mark.rule("OCS 13.2f")
def test_what_a_drive_takes_is_told_before_and_after():
    """Five hexes at 1 MP, and a tenth of 45 rounded, 5, for each handling."""
    table = trucks()
    assert done(table, "way truck-1 to A20.10") == (
        "A20.06 A20.07 A20.08 A20.09 A20.10\n  truck transport 1: 5 of 45 MP"
    )
    assert done(table, "drive truck-1 take 4 to A20.10 put 3") == "truck transport 1 has spent 15 of 45 MP"


@pytest.mark.rule("OCS 19.0a", "OCS 19.0b")
def test_a_port_is_told_with_what_it_handles():
    """Bône handles 16T whole, 12T with a hit; what is shipped there counts against it."""
    for hits, told in ((0, "Allied port, handles 16T a turn"), (1, "Allied port, 1 hit, handles 12T a turn")):
        table = sit(site("== Allied ==\nA17.26: Para Bn (1)", ports={"A17.26": port(hits)}, ground=None))
        assert f"  {told}" in done(table, "what A17.26").splitlines()
        done(table, "ship 3T from Algiers to A17.26")
        assert f"  {told}, 3T of it used in this turn" in done(table, "what A17.26").splitlines()


@pytest.mark.rule("OCS 13.3a", "OCS 19.0f")
def test_what_cannot_ride_or_sail_at_all_is_told_why():
    """On 15 Nov the Sea Cap is 1 SP and the Rail Cap 2 SP."""
    note = "== Allied ==\nA17.26: Para Bn (1)"
    table = sit(site(note, ports={"A17.26": port(0)}, ground=None))
    done(table, "ship 4T from Algiers to A17.26", "rail 2 SP from Algiers to A17.26")
    assert "no Sea Cap is left in this turn (OCS 19.0f)" in refused(table, "ship 1T from Algiers to A17.26")
    assert "no Rail Cap is left in this turn (OCS 13.3a)" in refused(table, "rail 1T from Algiers to A17.26")
    late = sit(site(note, "Allied Exploitation Phase", ports={"A17.26": port(0)}, ground=None))
    assert "your own Movement Phase alone" in refused(late, "ship 1T from Algiers to A17.26")


@pytest.mark.parametrize("line", ["drive 1 take all to A20.10 and put all", "drive A20.05 load to A20.10, unload",
                                  "drive truck transport 1 take on 6T to A20.10 and put it down"])  # fmt: skip
def test_a_drive_as_it_may_be_said(line: str):
    table = trucks()
    done(table, line)
    assert (dump(table, "A20.05"), dump(table, "A20.10")) == (0, 6)


def test_a_drive_step_by_step():
    table = trucks()
    done(table, "drive truck-1")
    assert "drive to, 2 take on" in asks(table)
    assert "name the transport" not in done(table, "take 4")
    assert "4T of 8T loaded" in done(table, "drive to A20.08")
    done(table, "step A20.09")
    assert "has no dump" in refused(table, "put 4")
    done(table, "step A20.10", "put", "end")
    assert (dump(table, "A20.10"), TRUCK in table.state.memory.done) == (4, True)


@pytest.mark.rule("OCS 13.2f")
def test_a_drive_under_way_loads_goes_on_and_unloads_in_a_line():
    table = trucks()
    done(table, "drive truck-1")
    assert "in A20.10: 1T of 8T loaded, 30 MP left" in done(table, "drive truck-1 take 4 to A20.10 put 3")
    assert (dump(table, "A20.05"), dump(table, "A20.10")) == (2, 3)


def test_the_hexes_that_one_line_names_are_told_in_one():
    table, told = trucks(), list[str]()
    sitting = Sitting(table, {}, told.append)
    table.game.subscribe(sitting.hear_of)
    for line in ("drive truck-1", "take 4", "drive to A20.10 put", "stop"):
        sitting.heard(line)
    assert [line for line in told if "transport" in line] == [
        "    Truck transport 1 takes on 4T in A20.05",
        "    Truck transport 1 drives from A20.05 to A20.10 (5 hexes)",
        "    Truck transport 1 puts down 4T in A20.10",
    ]


def test_while_one_drives_another_is_neither_meant_nor_driven():
    table = trucks(("truck", "A20.05", 8, 0), ("mule", "A20.06", 4, 0))
    done(table, "drive truck-1")
    for line in ("drive mule-2 to A20.08", "drive mule-2", "drive mule-2 take all"):
        assert "truck transport 1 is on its way; stop ends its drive" in refused(table, line)
    assert "there is no place 'nosuch'" in refused(table, "drive nosuch")
    done(table, "drive truck-1 to A20.06", "stop", "drive mule-2 to A20.08")


@pytest.mark.parametrize(("line", "told"), [
    ("drive truck-7 to A20.10", "there is no transport 'truck-7' of the Allied side; did you mean truck-1?"),
    ("drive truck-1 to Tunsi", "there is no place"),
    ("drive truck-1 to A60.34", "cannot get to A60.34 with 45 MP"),
    ("drive truck-1 take 9 to A20.10", "OCS 13.2"),
    ("drive truck-1 to A20.12 put 3", "OCS 13.2f"),
    ("take 3", "name the transport"),
    ("take truck-1 3", "is not on its way; drive allied-truck-1 take 3 does it in a drive"),
    ("put truck-1", "is not on its way; drive allied-truck-1 put all does it in a drive"),
    ("combine truck-1", "name two or more"),
    ("combine", "name two or more"),
    ("split truck-1", "split TRANSPORT TOKENS"),
    ("split truck-1 3", "4T of truck transport 1 can part from it, not 3T"),
    ("drvie truck-1 to A20.10", "did you mean drive?"),
])  # fmt: skip
def test_an_order_to_transport_that_cannot_be_is_answered(line: str, told: str):
    assert told in refused(trucks(), line)


def test_what_can_drive_is_listed_with_its_load():
    assert done(trucks(), "drive") == "allied-truck-1 in A20.05: 0T of 8T loaded, 45 MP left"


@pytest.mark.rule("OCS 13.2c")
def test_transport_is_parted_and_put_together():
    table = trucks(("truck", "A20.05", 8, 5))
    done(table, "split truck-1 4 with 2")
    parts = sorted((each.tokens, each.load) for each in table.state.transport.values())
    assert parts == [(4, 2), (4, 3)]
    part = next(tid for tid in table.state.transport if tid != TRUCK)
    done(table, f"combine truck-1, {part}")
    assert [(each.tokens, each.load) for each in table.state.transport.values()] == [(8, 5)]


@pytest.mark.rule("OCS 5.7")
def test_an_organic_truck_is_released_like_a_unit():
    def in_reserve(state: State) -> State:
        each = state.transport["allied-organic-1"]
        return replace(state, transport=state.transport.set("allied-organic-1", replace(each, reserve=True)))

    table = sit(roads(rows=[("organic", "A20.05", 4, 0)], when="Allied Exploitation Phase", change=in_reserve))
    assert "there is no transport 'organic-9'" in refused(table, "release organic-9")
    done(table, "release organic-1")
    assert not table.state.transport["allied-organic-1"].reserve


# --- rail and ships


@pytest.mark.rule("OCS 13.3a")
def test_cargo_by_rail():
    table = sit(rails.at("== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.20: 2 SP"))
    assert "8T of Rail Cap are left" in done(table, "rail")
    done(table, "rail para bn (1) and 3T to A20.24")
    assert table.state.world.label(table.state.units["br-para-1"].place) == "A20.24"
    assert (dump(table, "A20.20"), dump(table, "A20.24")) == (5, 3)
    done(table, "rail 1 SP from A20.20 to A20.28")
    assert dump(table, "A20.28") == 4
    table = sit(rails.at("== Allied ==\nA20.20: Para Bn (1), Para Bn (2)  -- Move"))
    done(table, "rail all from A20.20 to A20.24")
    assert not table.state.here.get(table.state.world.place("A20.20"))


@pytest.mark.parametrize(("line", "told"), [
    ("rail 2 SP to A20.24", "from where?"),
    ("rail 2 SP", "say where it goes"),
    ("rail para bn (1) to A21.30", "OCS 13.3c"),
    ("rail para bn (9) to A20.24", "there is no unit 'para bn (9)'"),
    ("rail 9 SP from A20.20 to A20.24", "OCS 12.2"),
    ("rial 1 SP from A20.20 to A20.24", "did you mean rail?"),
])  # fmt: skip
def test_a_ride_that_cannot_be_is_answered(line: str, told: str):
    table = sit(rails.at("== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.20: 2 SP"))
    assert told in refused(table, line)


@pytest.mark.rule("OCS 19.0f")
def test_cargo_by_sea():
    table = sit(ships.at(f"== Allied ==\n{ships.BONE}: 3 SP"))
    assert "8T of Sea Cap are left\ncargo can leave" in done(table, "ship")
    assert "A17.26 Bône" in done(table, "ship")
    done(table, "ship 1 SP from Bone to Philippeville")
    assert dump(table, ships.PHILIPPEVILLE) == 4
    assert "OCS 19.0f" in refused(table, "ship 1 SP from Bône to Tunis")


# --- works


WORKS = "== Allied ==\nA20.20: Corps HQ (5)\nA20.20: 3 SP"


@pytest.mark.rule("OCS 13.8d")
def test_works_are_ordered_in_plain_words():
    table = sit(site(WORKS, ports={"A20.21": port(2)}))
    listed = done(table, "build")
    assert "repair port: A20.21" in listed and "air base: " in listed
    done(table, "build repair port in A20.21")
    assert table.state.ports[table.state.world.place("A20.21")].hits == 1
    assert dump(table, "A20.20") == 8
    table = sit(site(WORKS))
    done(table, "build air base in A20.20 with 5 from A20.20")
    assert table.state.bases[table.state.world.place("A20.20")].level == 1


@pytest.mark.parametrize(("line", "told"), [
    ("build castle in A20.20", "names no task; they are air base, strip to base"),
    ("build air base", "the hex is missing"),
    ("build air base in A20.30", "it takes an HQ or engineer in Combat Mode within 2 hexes on foot"),
    ("build hedgehog in A20.30", "it takes 1 RE of troops in Combat Mode there, or an HQ or engineer"),
    ("build reduce hedgehog in A20.20", "A20.20 has no hedgehog (OCS 16.0c)"),
    ("build air base in A20.30 with 5", "OCS"),
    ("build air base in A20.20 from A20.29", "no supply comes from A20.29"),
])  # fmt: skip
def test_works_that_cannot_be_are_answered(line: str, told: str):
    assert told in refused(sit(site(WORKS)), line)


@pytest.mark.rule("OCS 12.11a")
def test_a_dump_is_blown_whole_or_in_part():
    note = "== Allied ==\nA20.20: 2 SP\nA20.22: Para Bn (1)"
    table = sit(site(note, dice=[6]))
    assert done(table, "blow") == "A20.20: 8T"
    assert "there is no place 'Tunsi'" in refused(table, "blow Tunsi")
    done(table, "blow A20.20 3")
    assert dump(table, "A20.20") == 5
    table = sit(site(note, dice=[6]))
    assert "OCS 12.11a" in refused(table, "blow A20.21")
    assert "OCS 12.11a" in refused(table, "blow A20.20 9")
    done(table, "blow A20.20")
    assert dump(table, "A20.20") == 0


@pytest.mark.rule("OCS 12.8e")
def test_who_can_break_out_is_listed_and_goes():
    note = "== Allied ==\nSupply sources: A20.05\nA20.10: Para Bn (1)\nA20.20: Para Bn (2)"
    when = "Allied Movement Phase, Breakout Segment"
    table = sit(position(note, when, ground="all: open", dice=RecordedDice((4, 2)), options=()))
    assert "1 of yours can try to break out; breakout lists them" in asks(table)
    assert done(table, "breakout") == "Para Bn (2) [br-para-2]"
    assert "OCS 12.8e" in refused(table, "breakout br-para-1")
    done(table, "breakout br-para-2")
    assert [each.unit for each in table.state.returning] == ["br-para-2"]


# --- what is paid


def fought(axis: str = "1 SP", allied: str = "1 SP") -> Table:
    """Two battalions of 1T each against a regiment, which pays 1T."""
    table = sit(fights.facing(axis, allied, 4, 2, 3, 3))
    done(table, "attack A20.21 with 1, 2")
    return table


@pytest.mark.rule("OCS 9.5", "OCS 12.4")
def test_the_plan_pays_for_both_sides():
    table = fought()
    assert "plan: Para Bn (1) 1T from A20.19; Para Bn (2) 1T from A20.19" in asks(table)
    assert "Allied: what supplies the attack on A20.21?" in asks(table)
    done(table, "pay plan")
    assert dump(table, "A20.19") == 2
    assert "Axis: what supplies the defence of A20.21?" in asks(table)
    assert "plan: 1T from A20.22" in asks(table) and "A20.19" not in asks(table)
    assert "1 A20.22: 4T there" in asks(table)
    done(table, "plan")
    assert dump(table, "A20.22") == 3
    assert "which unit leads" in asks(table)


@pytest.mark.parametrize("line", ["pay from A20.19", "from A20.19", "1 from A20.19; 2 from A20.19",
                                  "pay 1, 2 from A20.19", "all from A20.19"])  # fmt: skip
def test_an_attack_is_paid_as_it_is_said(line: str):
    table = fought()
    done(table, line)
    assert dump(table, "A20.19") == 2


def test_an_attacker_drops_out_or_lives_on_its_stocks():
    table = fought(allied="1T")
    done(table, "1 from A20.19; 2 internals")
    assert table.state.units["br-para-2"].stocks is Stocks.LOW
    table = fought()
    done(table, "1 from A20.19; 2 out")
    assert set(table.state.frames[-1].units) == {"br-para-1"}


@pytest.mark.parametrize(("line", "told"), [
    ("pay from A20.29", "no supply comes from A20.29; it can come from A20.19"),
    ("pay from A20.22", "no supply comes from A20.22; it can come from A20.19"),
    ("pay 1 from A20.19; 350 from A20.19", "It Inf Rgt (350) does not attack"),
    ("pay 1 from 2 A20.19; 2 out", "takes 1T and 2T are offered"),
    ("pay lpan", "'lpan' is no answer here; did you mean plan?"),
    ("internal", "did you mean internals?"),
    ("1 from A20.19", "nothing was said of Para Bn (2)"),
    ("pay from A20.19; 1 out", "Para Bn (1) is supplied once, and named more often"),
    ("pay 1 from truck-9", "there is no transport 'truck-9'"),
])  # fmt: skip
def test_a_payment_that_cannot_be_is_answered(line: str, told: str):
    assert told in refused(fought(), line)


def test_an_attack_is_paid_by_the_numbered_form():
    """A unit, its source, the next, its source."""
    table = fought()
    assert "pay attack, unit:" in asks(table)
    done(table, "1")
    while table.state.frames[-1].step == "pay attack":
        done(table, "1")
    assert dump(table, "A20.19") == 2


@pytest.mark.rule("OCS 9.5", "OCS 12.10")
def test_who_is_not_paid_for_is_asked_about_in_plain_words():
    table = fought(allied="1T")
    told = done(table, "1")
    assert "No supply is paid for Para Bn (2). How does it attack?" in told and "otherwise" not in told
    assert "internals: on its internal stocks, which go from Full to Low or from Low to Exhausted" in told
    assert "out: not at all, it drops out of this attack" in told
    done(table, "out")
    assert set(table.state.frames[-1].units) == {"br-para-1"}
    assert "decline: nothing is paid, and they defend with half their strength" in asks(table)


@pytest.mark.parametrize(("line", "stocks", "left"), [
    ("pay from A20.22", Stocks.FULL, 3), ("pay defence from 1 A20.22", Stocks.FULL, 3), ("decline", Stocks.FULL, 4),
])  # fmt: skip
def test_a_defence_is_paid_or_declined(line: str, stocks: Stocks, left: int):
    table = fought()
    done(table, "plan", line)
    assert (table.state.units["it-inf-350"].stocks, dump(table, "A20.22")) == (stocks, left)


@pytest.mark.rule("OCS 9.5")
def test_a_defence_that_is_paid_1t_by_1t_is_told_how_far_it_is():
    """Two regiments are 2 RE, more than 1, and owe 2T."""
    note = ("== Axis ==\nA20.21: It Inf Rgt (350), It Inf Rgt (Pavia)\nA20.22: 1 SP\nA20.23: 1 SP\n"
            "== Allied ==\nA20.20: Para Bn (1)\nA20.19: 1 SP")
    table = sit(supplied(note, 4, 2, 3, 3))
    done(table, "attack A20.21 with 1", "plan")
    assert "so far" not in asks(table)
    assert "so far 1T from A20.22; where does the next 1T come from?" in done(table, "1")
    done(table, "1")
    assert dump(table, "A20.22") == 2


def test_a_defence_lives_on_internal_stocks():
    note = "== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\nA20.20: Para Bn (1)"
    table = sit(supplied(note, 4, 2, 3, 3))
    done(table, "attack A20.21 with 1")
    assert "plan: Para Bn (1) on internal stocks" in asks(table)
    done(table, "plan")
    assert "plan: It Inf Rgt (350) on internal stocks" in asks(table)
    assert "no unit '351'; did you mean 350?" in refused(table, "internals 351")
    done(table, "internals 350")
    assert table.state.units["it-inf-350"].stocks is Stocks.LOW


@pytest.mark.rule("OCS 10.1b")
@pytest.mark.parametrize(("line", "left"), [("plan", 2), ("pay from A20.23", 2), ("cancel", 5)])
def test_a_barrage_is_paid_or_called_off(line: str, left: int):
    """1 FA fires in the column that costs 3T."""
    table = sit(barrages.at("A20.23: 5T"))
    done(table, "barrage A20.20 with 1 FA")
    assert "plan: 3T from A20.23" in asks(table)
    assert "no supply comes from A20.29" in refused(table, "pay from A20.29")
    done(table, line)
    assert dump(table, "A20.23") == left


# --- the Supply Phase


NEAR = "== Allied ==\nSupply sources: A20.20\n"


@pytest.mark.rule("OCS 12.10e")
def test_who_recovers_is_answered_in_words_or_by_the_plan():
    note = NEAR + "A20.21: 1 SP\nA20.23: 1 SP\nA20.22: Para Bn (1)  -- Low\nA20.24: Para Bn (2)  -- Exhausted"
    table = sit(supply_phase(note))
    assert "which units get back internal stocks" in asks(table)
    assert "no supply comes from A20.30" in refused(table, "recover br-para-1 from A20.30")
    assert "did you mean" in refused(table, "recover paln")
    done(table, "recover br-para-2 from 1 A20.21, 1 A20.23")
    assert table.state.units["br-para-2"].stocks is Stocks.LOW
    done(table, "recover plan")
    assert table.state.units["br-para-1"].stocks is table.state.units["br-para-2"].stocks is Stocks.FULL


@pytest.mark.rule("OCS 12.10e", "OCS 13.2g")
def test_organic_loads_are_kept_by_letting_nobody_recover():
    note = NEAR + "A20.21: 6 Arm Div Organic Truck (F)\nA20.22: 6 Arm Div (17/21 L Arm)  -- Low"
    table = sit(supply_phase(note))
    assert "recover nobody" in refused(table, "recover them")
    done(table, "recover nobody")
    assert table.state.units["br-6arm-1721l"].stocks is Stocks.LOW
    table = sit(supply_phase(note))
    done(table, "recover 17/21 L Arm from allied-organic-1")
    assert table.state.units["br-6arm-1721l"].stocks is Stocks.FULL
    assert "nobody is asked now" in refused(table, "recover nobody")


@pytest.mark.rule("OCS 12.6c")
def test_who_eats_is_answered_in_words():
    table = sit(supply_phase("== Allied ==\nA20.21: Para Bn (1), Para Bn (2)\nA20.22: 1 SP", 1, 1))
    assert "which units without trace eat" in asks(table)
    assert "no supply comes from A20.23" in refused(table, "eat all from A20.23")
    assert "there is no unit" in refused(table, "eat cotux from A20.22")
    done(table, "eat all from A20.22")
    assert dump(table, "A20.22") == 3


def test_nobody_need_eat():
    table = sit(supply_phase("== Allied ==\nA20.21: Para Bn (1), Para Bn (2)\nA20.22: 1 SP", 1, 1))
    done(table, "eat nobody")
    assert dump(table, "A20.22") == 4 and table.state.units["br-para-1"].oos


@pytest.mark.rule("OCS 12.6f")
def test_the_part_that_traces_is_named():
    note = NEAR.replace("A20.20", "A20.10, A20.30") + (
        "A20.09: 6 Arm Div (17/21 L Arm)\nA20.31: Para Bn (1), Para Bn (2), 6 Arm Div (10 Rfl)"
    )
    table = sit(supply_phase(note, 4, 4))
    assert "which part of a split formation traces" in asks(table)
    assert "no part of it traces through A20.20; the ways are A20.10, A20.30" in refused(
        table, "trace 6 Arm Div through A20.20"
    )
    assert "'7 Arm Div' is no split formation" in refused(table, "trace 7 Arm Div through A20.10")
    done(table, "trace 6 Arm Div through A20.10")
    assert not table.state.units["br-6arm-1721l"].oos


# --- what is hidden


@pytest.mark.rule("OCS 4.9")
def test_the_enemys_dumps_and_stocks_are_not_told():
    note = TANKS.replace("A30.20: 3 SP", "A30.20: 3 SP\nA31.20: 1 SP\nA33.20: It MG Bn (GAF)  -- low")
    table = sit(position(note, ground="all: open", options=()))
    assert "SP" not in done(table, "what A30.20"), "a unit lies on the dump"
    assert "Axis dump" in done(table, "what A31.20") and "SP" not in done(table, "what A31.20")
    assert "stocks" not in done(table, "what GAF")
    assert "Allied dump, 8T" in done(table, "what A20.21")


@pytest.mark.rule("OCS 4.9")
def test_the_story_tells_a_side_of_its_own_supply_alone():
    table = fought()
    done(table, "plan", "plan")
    acts = [entry.events for entry in table.game.entries]
    starts = [table.game.start, *(entry.state for entry in table.game.entries)]

    def told(side: Side | None) -> str:
        teller = StoryTeller(table.game.rules, seen_by=side)
        return " ".join(
            line for before, act in zip(starts, acts, strict=False) for line in teller.act(before, act, False)
        )

    assert ("The Allies pay 2T" in told(ALLIED), "The Axis pays 1T" in told(ALLIED)) == (True, False)
    assert ("The Allies pay 2T" in told(AXIS), "The Axis pays 1T" in told(AXIS)) == (False, True)
    assert "The Allies pay 2T" in told(None) and "The Axis pays 1T" in told(None)


@pytest.mark.rule("OCS 4.9")
def test_drives_fuel_and_stocks_of_the_other_side_are_not_told_either():
    table = trucks()
    done(table, "drive truck-1 take 4 to A20.10 put 3")
    events = table.game.entries[-1].events
    teller = StoryTeller(table.game.rules, seen_by=AXIS)
    assert list(teller.act(table.game.start, events, False)) == []
    table = tanks()
    done(table, "fuel 17/21 L Arm")
    assert list(teller.act(table.game.start, table.game.entries[-1].events, False)) == []


@pytest.mark.rule("OCS 4.9")
def test_news_tell_nothing_of_the_enemys_dumps():
    table = tanks()
    done(table, "fuel 17/21 L Arm")
    assert "dump in A20.21" in "\n".join(news(table.game.entries, with_dump("A20.21", 5)(table.state), ALLIED))
    assert "dump" not in "\n".join(news(table.game.entries, with_dump("A20.21", 5)(table.state), AXIS))
