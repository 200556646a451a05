"""What the story says of supply: fuel, payments, drives, rides, works, and the Supply Phase as one paragraph.

The figures are those of the tests of each chapter; here it is the words. A Para Bn is 4-5 and 1/2 RE, (350) 3-2 and
1 RE; each has one step.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.cli.story import StoryTeller
from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event, FrameChanged, FrameOpened
from ocs_engine.series import story
from ocs_engine.series.chapters import EVENT_PARTS
from ocs_engine.series.story import tell
from ocs_engine.series.supply.blowing import Blow
from ocs_engine.series.supply.breakout import Breakout
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.state.events import StackMoved
from ocs_engine.state.model import State, Transport
from ocs_engine.state.supply_events import FuelEnded, SupplyPlaced, SupplySpent
from ocs_engine.state.trace_events import UnitsStarved
from tests.drives import roads, with_dump
from tests.fights import attack, cover, lead, lose, pay
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.supply import test_barrage_supply as barrages
from tests.series.supply import test_combat_supply as fights
from tests.series.supply import test_rail as rails
from tests.series.supply import test_shipping as ships
from tests.series.supply.paid_fights import supplied
from tests.series.supply.phases import eat, recover_all, supply_phase
from tests.series.supply.sites import base, build, port, site

TRUCK = "allied-truck-1"


def sentences(p: Position) -> list[str]:
    """What is said of each command in turn."""
    states = [p.game.start, *(entry.state for entry in p.game.entries)]
    return [tell(before, entry.events) for before, entry in zip(states, p.game.entries, strict=False)]


def last(p: Position) -> str:
    return sentences(p)[-1]


def paragraphs(p: Position) -> list[str]:
    """The whole game so far as `ocs log` tells it."""
    teller = StoryTeller(p.rules, gather=True)
    states = [p.game.start, *(entry.state for entry in p.game.entries)]
    acts = zip(states, p.game.entries, strict=False)
    return [line for before, entry in acts for line in teller.act(before, entry.events, False)] + list(teller.rest())


# --- everything is told


def test_every_kind_of_event_is_told_but_a_named_few():
    known = {kind for part in EVENT_PARTS for kind in part.EVENTS}
    told = set(story._READERS) | {FrameOpened, FrameChanged, StackMoved}  # of moves a whole one is a sentence
    assert known - told - set(story.UNTOLD) == set()
    assert set(story.UNTOLD) & set(story._READERS) == set()
    assert len(story.UNTOLD) < len(known) / 6


# --- fuel


TANKS = """
== Allied ==
Supply sources: A20.25
A20.20: 6 Arm Div (17/21 L Arm)
A20.22: 6 Arm Div (2 Lo Arm)
A20.24: Corps HQ (5)
A20.21: 2 SP
"""


def fuel(p: Position, how: How, what: str, **payment: int) -> str:
    paid = {way.replace("_", "."): tokens for way, tokens in payment.items()}
    p.do(Fuel(side=p.side, how=how, what=what, payment=paid))
    return last(p)


def test_fuel_of_a_unit_a_formation_and_an_hq():
    p = position(TANKS, ground="all: open", options=())
    assert fuel(p, How.UNIT, p.id("17/21 L Arm"), A20_21=1) == "6 Arm Div (17/21 L Arm) is fueled for 1T from A20.21"
    assert fuel(p, How.FORMATION, "6 Arm Div", A20_21=4) == "6 Arm Div is fueled for 4T from A20.21"
    more = replace(p.state, dumps=p.state.dumps.set(p.hex("A20.21"), replace(p.state.dumps[p.hex("A20.21")], tokens=4)))
    p = Position(p.rules, more, RecordedDice(()))
    assert fuel(p, How.HQ, p.id("5"), A20_21=4) == "Corps HQ (5) is fueled for 4T from A20.21"


def test_who_moves_on_the_fuel_of_an_hq_is_told_with_the_move():
    """A mechanised regiment, no part of a formation, stands beside a corps HQ that has bought fuel."""
    note = "== Allied ==\nSupply sources: A20.25\nA20.22: 2 Corps HQ (US)\nA20.20: US Arm Bn (751)\nA20.21: 2 SP"
    p = position(note.replace("2 Corps HQ (US)", "Corps HQ (5)"), ground="all: open", options=())
    fuel(p, How.HQ, p.id("5"), A20_21=4)
    p.move("751", "A20.19")
    assert last(p) in (
        "US Arm Bn (751): A20.20 to A20.19. US Arm Bn (751) moves on the fuel of Corps HQ (5) in A20.22",
    )


def test_the_end_of_fuel_names_few_and_counts_many():
    p = position("== Allied ==\nA20.20: Para Bn (1, 2, 3), Commando Bn (6 Cdo), Corps HQ (5)", ground="all: open")
    few, hqs = p.ids("1, br-para-2"), (p.id("5"),)
    assert tell(p.state, [FuelEnded(units=few, hqs=())]) == "The fuel of Para Bn (1, 2) is at an end"
    four = (*few, *p.ids("br-para-3, 6 Cdo"))
    assert tell(p.state, [FuelEnded(units=four, hqs=hqs)]) == "The fuel of 4 units and Corps HQ (5) is at an end"


# --- fights


def test_payments_stand_in_the_paragraph_of_their_fight():
    """8 to 3 is 3:1; AR 5 - 2 = +3; surprise 6 + 3: none; combat 6 + 3 = 9: Ao1/DL1o1, and (350) has one step."""
    p = fights.facing("1 SP", "1 SP", 4, 2, 3, 3)
    attack(p, "1, 2", "A20.21")
    pay(p, **{"1": {"A20.19": 1}, "2": {"A20.19": 1}})
    cover(p, A20_22=1)
    lead(p, "1")
    assert sentences(p)[:3] == [
        "The Allies attack A20.21 with Para Bn (1, 2) from A20.20",
        "The Allies pay 2T from A20.19",
        "The Axis pays 1T from A20.22",
    ]
    told = next(line for line in paragraphs(p) if "attack" in line)
    assert told.startswith(
        "    The Allies attack A20.21 with Para Bn (1, 2) from A20.20. The Allies pay 2T from A20.19."
        " The Axis pays 1T from A20.22. Para Bn (1) leads the attack. Strength 8 (2 x 4, open) against 3"
    )


def test_internal_stocks_and_a_defence_without_supply_are_told():
    """No dump anywhere: the paras, who are Low, use up their stocks; the regiment declines."""
    note = "== Axis ==\nA20.21: It Inf Rgt (350)\n== Allied ==\nA20.20: Para Bn (1)  -- low\nA19.20: Para Bn (2)"
    p = supplied(note, 4, 2, 3, 3)
    attack(p, "1", "A20.21")
    pay(p, internals="1")
    assert last(p) == "Para Bn (1) lives on internal stocks and is Exhausted"
    cover(p, decline=True)
    assert "It Inf Rgt (350) defends A20.21 without supply" in last(p)


def test_who_drops_out_of_an_attack_is_told():
    p = fights.facing("1 SP", "1T", 4, 2, 3, 3)
    attack(p, "1, 2", "A20.21")
    pay(p, out="2", **{"1": {"A20.19": 1}})
    assert last(p) == (
        "The Allies pay 1T from A20.19. Para Bn (2) drops out of the attack on A20.21 for want of supply"
    )


def test_a_barrage_is_told_before_what_is_paid_for_it():
    p = barrages.at("A20.23: 5T")
    p.fire("1 FA", "A20.20")
    barrages.pay(p, A20_23=3)
    assert last(p).startswith("The Allies barrage the units in A20.20 with Arty Grp (1 FA): ")
    assert "for 3T. The Allies pay 3T from A20.23." in last(p)


def test_a_barrage_that_is_not_paid_for_is_called_off():
    p = barrages.at("A20.23: 5T")
    p.fire("1 FA", "A20.20")
    barrages.pay(p)
    assert last(p) == "The Allies call off the barrage of A20.20, which is not paid for"


def test_supply_thrown_by_an_hq_names_it():
    p = position("== Allied ==\nA20.20: Corps HQ (5)", ground="all: open")
    hq = p.id("5")
    paid = (("A20.21", 1, hq), ("A20.21", 1, hq), ("Algiers", 1, ""), (TRUCK, 2, ""))
    spent = [
        SupplySpent(side=ALLIED, source=source, tokens=tokens, hq=by, use="attack", what="x", place="A20.20")
        for source, tokens, by in paid
    ]
    assert tell(p.state, spent) == (
        "The Allies pay 2T from A20.21 by Corps HQ (5), 1T from Algiers and 2T from truck transport 1"
    )


# --- arrivals


def test_supply_of_a_turn_is_told_where_it_comes():
    p = position(ground="all: open")
    event = SupplyPlaced(side=AXIS, place="A20.20", tokens=8, why="each turn")
    assert tell(p.state, [event]) == "8T of the Axis come to A20.20 (each turn)"
    assert tell(p.state, [event.model_copy(update={"tokens": -2})]) == "2T of the Axis are gone from A20.20 (each turn)"


# --- transport


def test_a_whole_drive_is_one_sentence():
    p = roads("== Allied ==\nA20.10: Para Bn (1)", [("truck", "A20.05", 4, 0)], change=with_dump("A20.05", 4))
    p.drive(TRUCK, " ".join(f"A20.{row:02}" for row in range(6, 11)), take=4, put=4)
    assert last(p) == "Truck transport 1 takes on 4T in A20.05, drives to A20.10 (5 hexes) and puts it down"


def test_a_drive_step_by_step_names_each_place():
    p = roads("== Allied ==\nA20.07: Para Bn (1)", [("truck", "A20.05", 8, 2)], change=with_dump("A20.05", 4))
    p.begin_drive(TRUCK)
    p.take(TRUCK, 3)
    p.to("A20.06")
    p.to("A20.07")
    p.put(TRUCK, 4)
    p.end_drive()
    assert sentences(p) == [
        "",
        "Truck transport 1 takes on 3T in A20.05",
        "Truck transport 1 drives from A20.05 to A20.06",
        "Truck transport 1 drives from A20.06 to A20.07",
        "Truck transport 1 puts down 4T in A20.07",
        "",
    ]
    whole = tell(p.game.start, [event for entry in p.game.entries for event in entry.events])
    assert whole == "Truck transport 1 takes on 3T in A20.05, drives to A20.07 via A20.06 and puts down 4T"


@pytest.mark.rule("OCS 13.2a")
def test_a_drive_hex_by_hex_is_told_in_one_when_it_is_over_with_what_it_stopped_for():
    """Tanks beside the road are fueled out of the load on the way; a second drive has a line of its own."""
    note = "== Allied ==\nA20.08: Arm Bn (142)"
    p = roads(note, (("truck", "A20.05", 8, 0), ("mule", "A20.05", 4, 0)), change=with_dump("A20.05", 6))
    p.begin_drive(TRUCK)
    p.take(TRUCK, 6)
    p.to("A20.06")
    p.to("A20.07")
    p.do(Fuel(side=p.side, how=How.UNIT, what=p.id("142"), payment={TRUCK: 1}))
    p.to("A20.08")
    p.put(TRUCK, 5)
    p.end_drive()
    p.drive("allied-mule-2", "A20.06")
    assert [line for line in paragraphs(p) if "transport" in line] == [
        "    Truck transport 1 takes on 6T in A20.05 and drives to A20.07 via A20.06."
        " Arm Bn (142) is fueled for 1T from truck transport 1."
        " Truck transport 1 drives from A20.07 to A20.08 and puts down 5T",
        "    Mule transport 2 drives from A20.05 to A20.06",
    ]


def test_transport_parts_and_joins():
    p = roads(rows=[("truck", "A20.05", 8, 4)])
    p.split(TRUCK, 4, 1)
    part = next(tid for tid in p.state.transport if tid != TRUCK)
    p.combine(TRUCK, part)
    number = part.rpartition("-")[2]
    assert sentences(p) == [
        f"4T of truck transport 1 part from it with 1T on board, as truck transport {number}",
        f"Truck transport {number} joins truck transport 1",
    ]


def test_an_organic_truck_takes_reserve_and_is_released():
    p = roads(rows=[("organic", "A20.05", 4, 0)])
    p.begin_drive("allied-organic-1", reserve=True)
    assert last(p) == "Organic transport 1 takes Reserve Mode"

    def in_reserve(state: State) -> State:
        each = state.transport["allied-organic-1"]
        return replace(state, transport=state.transport.set("allied-organic-1", replace(each, reserve=True)))

    p = roads(rows=[("organic", "A20.05", 4, 0)], when="Allied Exploitation Phase", change=in_reserve)
    p.release_truck("allied-organic-1")
    assert last(p) == "Released from reserve: organic transport 1"


def test_cargo_by_rail_and_by_sea():
    p = rails.at("== Allied ==\nA20.20: Para Bn (1)  -- Move\nA20.20: 2 SP")
    rails.ride(p, "A20.20", "A20.24", "1", tokens=4)
    assert last(p).startswith("Para Bn (1) and 1 SP ride by rail from A20.20 to A20.24")
    p = ships.at(f"== Allied ==\n{ships.BONE}: 3 SP")
    ships.ship(p, ships.BONE, ships.PHILIPPEVILLE, tokens=3)
    assert last(p) == "3T are shipped from A17.26 Bône to A06.25 Philippeville"


def test_cargo_that_goes_the_same_way_is_told_together():
    p = rails.at("== Allied ==\nA20.20: Para Bn (1), Para Bn (2), Para Bn (3)  -- Move\nA20.20: 2 SP")
    before = p.state
    events: list[Event] = []
    for to, unit, tokens in (("A20.24", "1", 1), ("A20.28", "3", 0), ("A20.24", "2", 3)):
        events += rails.ride(p, "A20.20", to, unit, tokens=tokens)
    assert tell(before, events).split(". ") == [
        "Para Bn (1, 2) and 1 SP ride by rail from A20.20 to A20.24",
        "Para Bn (3) rides by rail from A20.20 to A20.28",
    ]


# --- works


WORKS = "== Allied ==\nA20.20: Corps HQ (5)\nA20.20: 3 SP"


def test_what_is_built_is_told_with_its_price():
    p = site(WORKS)
    build(p, "hedgehog", "A20.20", "5", {"A20.20": 8})
    assert last(p).startswith(
        "Corps HQ (5) builds a hedgehog in A20.20 for 8T from A20.20. The Allies hold a hedgehog of Level 1 in A20.20"
    )


def test_air_bases_and_ports():
    p = site(WORKS, bases={"A20.20": base(2)})
    build(p, "reduce air base", "A20.20", "5")
    assert last(p).startswith(
        "Corps HQ (5) breaks down the air base in A20.20. The air base in A20.20 is down to Level 1"
    )
    p = site(WORKS, ports={"A20.20": port(2)})
    build(p, "repair port", "A20.20", "5", {"A20.20": 4})
    assert "repairs the port of A20.20 for 4T from A20.20. The port of A20.20 has 1 hit now" in last(p)
    p = site(WORKS)
    build(p, "air base", "A20.20", "5", {"A20.20": 4})
    assert "builds an air base in A20.20 for 4T from A20.20. The air base in A20.20 has Level 1 now" in last(p)


def test_a_dump_that_is_blown_is_told_with_its_die():
    """A 4 burns 75 % of 8T."""
    p = site("== Allied ==\nA20.20: 2 SP\nA20.22: Para Bn (1)", dice=[4])
    p.do(Blow(side=ALLIED, hex="A20.20", tokens=8))
    assert last(p) == "The Allies set fire to 8T in A20.20 (4: 75 %): 6T burn"


def test_loads_that_burn_are_named():
    """A 6 burns all 5T: the 4T on the ground last, the 3T on the truck first."""
    p = site("== Allied ==\nA20.20: 1 SP\nA20.22: Para Bn (1)", dice=[6])
    loaded = p.state.transport.set(TRUCK, Transport("truck", ALLIED, p.hex("A20.20"), 4, 3))
    p = Position(p.rules, replace(p.state, transport=loaded), RecordedDice([6]))
    p.do(Blow(side=ALLIED, hex="A20.20", tokens=5, first=(TRUCK,)))
    assert last(p).endswith("(6: 100 %): 5T burn, 3T of truck transport 1 among them")


# --- the Supply Phase


NEAR = "== Allied ==\nSupply sources: A20.20\n"


def upkeep_of(p: Position) -> str:
    """The paragraph of the Supply Phase."""
    told = paragraphs(p)
    at = told.index("  Allied: Supply Phase")
    assert told[at + 1] == "" and told[at + 3 : at + 4] in ([""], [])
    return told[at + 2].strip()


def test_who_recovers_is_told_with_what_it_cost():
    note = NEAR + "A20.21: 1 SP\nA20.23: 1 SP\nA20.22: Para Bn (1)  -- Low\nA20.24: Para Bn (2)  -- Exhausted"
    p = supply_phase(note)
    recover_all(p)
    told = upkeep_of(p)
    assert told.startswith("Para Bn (1, 2) recover to Full for ") and told.count(" recover") == 1
    assert sum(int(word[:-1]) for word in told.split() if word[:-1].isdigit() and word.endswith("T")) == 6


def test_what_is_too_little_is_lost():
    """1T is below the price of a level, 2T."""
    p = supply_phase(NEAR + "A20.21: 1T\nA20.22: Para Bn (1)  -- Low")
    assert upkeep_of(p) == "1T from A20.21, too little for anybody, is lost."


def test_a_side_in_supply_has_no_paragraph():
    p = supply_phase(NEAR + "A20.21: Para Bn (1)")
    assert not any("Supply Phase" in line for line in paragraphs(p))


def test_who_starves_rolls_for_attrition_and_who_suffers_is_one_paragraph():
    """AR 5 at 9 loses a step, and the owner chooses the tanks."""
    p = supply_phase("== Allied ==\nA20.21: Para Bn (1), US Arm Bn (751), Para Bn (2)", 5, 4)
    lose(p, "751")
    assert upkeep_of(p) == (
        "Para Bn (1), US Arm Bn (751) and Para Bn (2) have no trace and are out of supply."
        " Attrition in A20.21 (AR 5, 3 steps): 5 4 = 9: 1 step lost."
        " US Arm Bn (751) loses its last step and is destroyed."
    ).replace("Para Bn (1), US Arm Bn (751) and Para Bn (2)", "Para Bn (1, 2) and US Arm Bn (751)")


def test_who_eats_is_told_with_the_dump():
    """Two battalions are 1 RE together, which eats 1T; nobody else is without trace."""
    p = supply_phase("== Allied ==\nA20.21: Para Bn (1), Para Bn (2)\nA20.22: 1 SP")
    eat(p, "A20.22", "1, br-para-2")
    told = upkeep_of(p)
    assert told == "Para Bn (1, 2) have no trace. Para Bn (1, 2) eat 1T from A20.22."


def test_who_traces_again_is_told():
    p = supply_phase(NEAR + "A20.21: Para Bn (1)  -- OOS")
    assert upkeep_of(p) == "Para Bn (1) traces again."


def test_some_that_starve_are_told_apart_from_those_that_ate():
    p = position("== Allied ==\nA20.20: Para Bn (1, 2)", ground="all: open")
    assert tell(p.state, [UnitsStarved(side=ALLIED, units=p.ids("1"))]) == "Para Bn (1) is out of supply"


def test_with_line_numbers_each_answer_of_a_supply_phase_has_its_own_line():
    p = supply_phase("== Allied ==\nA20.21: Para Bn (1), US Arm Bn (751), Para Bn (2)", 5, 4)
    lose(p, "751")
    teller = StoryTeller(p.rules)
    first, second = p.game.entries[:2]
    told = list(teller.act(p.game.start, first.events, False))
    assert told[0] == "  Allied: Supply Phase" and told[1].endswith("1 step lost")
    assert next(teller.act(first.state, second.events, False)) == (
        "    US Arm Bn (751) loses its last step and is destroyed"
    )


# --- who breaks out


@pytest.mark.parametrize(("faces", "fate"), [((3,), "3 = 4: lost"), ((4, 5), "4 = 5: away for 5 turns"),
                                             ((6, 1), "6 = 7: away for 1 turn")])  # fmt: skip
def test_a_breakout_is_told_with_its_die(faces: tuple[int, ...], fate: str):
    """On the first turn out of trace 1 is added; 5 or more gets away."""
    note = "== Allied ==\nSupply sources: A20.05\nA20.10: Para Bn (1)\nA20.20: Para Bn (2)"
    when = "Allied Movement Phase, Breakout Segment"
    p = position(note, when, ground="all: open", dice=RecordedDice(faces), options=())
    p.do(Breakout(side=ALLIED, unit="br-para-2"))
    assert sentences(p)[0].startswith(f"Para Bn (2) tries to break out of A20.20: {fate}")


def test_transport_that_breaks_out_tells_each_point():
    """Two points of 4T: 4 + 1 gets away for 2 turns, 1 + 1 is lost; the load stays."""
    note = "== Allied ==\nSupply sources: A20.05\nA20.10: Para Bn (1)\nA20.20: Para Bn (2)"
    p = roads(note, [("truck", "A20.20", 8, 3)], when="Allied Movement Phase, Breakout Segment", dice=[4, 2, 1])
    p.do(Breakout(side=ALLIED, unit=TRUCK))
    assert sentences(p)[0] == (
        "Truck transport 1 tries to break out of A20.20: 4 2 1: 4T away for 2 turns and 4T lost;"
        " its load of 3T stays behind"
    )


# --- railways


def test_railways_go_with_the_places_that_are_taken():
    """A20.24 and A20.28 are villages on the line, which the Axis holds to begin with."""
    p = rails.at("== Axis ==\nA20.28: March Bn (T-1)\n== Allied ==\nA20.22: Para Bn (1)  -- Move")
    rail = p.state.rail_control.set(p.hex("A20.24"), AXIS)
    p = Position(p.rules, replace(p.state, rail_control=rail), RecordedDice(()))
    p.move("1", "A20.23 A20.24")
    assert last(p) == "Para Bn (1): A20.22 to A20.24 via A20.23. The Allied side takes the railway in A20.24"
