"""OCS 14.10: Air Drop. C-47 and Ju.52 drop 1T, by profile C 2T; battalions of paratroops take 1T.

On open ground without friends a drop needs 6, with friends 5; on closed terrain one more (14.10d).
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.series.air.drop import has_friends, is_clear
from ocs_engine.series.air.plans import CancelDrop, DelayDrop, PlanDrop, can_plan
from ocs_engine.series.supply.trace import trace
from ocs_engine.series.view import view
from ocs_engine.state.capture_events import DumpCaptured
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.lift_events import DropPlanned, DropRolled
from ocs_engine.state.model import DEAD
from ocs_engine.state.slots import Phase
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.tunisia.points import TunisiaPoints
from ocs_engine.world.calendar import Weather
from tests.flights import abort, asked, events, intercept, land, lies, sky
from tests.lifts import drop, fly, planning, shed, tokens
from tests.positions import ALLIED, AXIS, Position, position, setting_up

FROM, ON = "A10.20", "A30.20"
CARRIERS = "Allied 3 A10.20: us-c-47, us-c-47, us-c-47"
PARAS = "== Allied ==\nA10.20: 3 SP\nA10.20: Para Bn (1) -- move\nA10.20: Para Bn (2) -- move\n"
MOVEMENT = "Allied Movement Phase, Movement Segment"


def over(*lines: str, dice: tuple[int, ...] = (), when: str = MOVEMENT, ground: str = "all: open") -> Position:
    """Three C-47s, 3 SP and two battalions of paratroops, both with a plan for A30.20 and this turn."""
    p = sky(CARRIERS, dice=dice, note=PARAS + "\n".join(lines), when=when, ground=ground)
    return planning(p, br_para_1=(ON, 0), br_para_2=(ON, 0))


# --- who, where, when


@pytest.mark.rule("OCS 14.10")
def test_a_drop_needs_no_base_at_its_hex() -> None:
    p = over(dice=(3, 3))
    drop(p, FROM, ON, "us-c-47-1 B", tokens=1)
    land(p, us_c_47_1=FROM)
    assert (tokens(p, FROM), tokens(p, ON)) == (11, 1)
    assert lies(p, "us-c-47-1") == "A10.20 inactive"


@pytest.mark.rule("OCS 14.10")
def test_range_by_profiles_b_and_c() -> None:
    """C-47, half range 50: from A02.20 A52.20 is 50 away, A53.20 51; profile A ends where there is no base."""
    p = sky("Allied 1 A02.20: us-c-47", note="== Allied ==\nA02.20: 1 SP", dice=(6, 6))
    drop(p, "A02.20", "A53.20", "us-c-47-1 A", tokens=1, no="OCS 14.10")
    drop(p, "A02.20", "A53.20", "us-c-47-1 C", tokens=1, no="OCS 14.9e")
    drop(p, "A02.20", "A53.20", "us-c-47-1 B", tokens=1)


@pytest.mark.rule("OCS 14.10")
def test_only_planes_made_for_it_drop() -> None:
    """Me.323 carries, and drops nothing."""
    p = sky("Axis 1 A10.20: ger-me323", note="== Axis ==\nA10.20: 3 SP", when="Axis Movement Phase")
    drop(p, FROM, ON, "ger-me323-1 B", tokens=1, no="OCS 14.9")
    assert p.offered("air drop") == set()


@pytest.mark.rule("OCS 14.10")
def test_nothing_is_dropped_on_water() -> None:
    p = over(ground="all: open\nA30.20: sea")
    drop(p, FROM, ON, "us-c-47-1 B", tokens=1, no="OCS 14.10")


@pytest.mark.rule("OCS 14.10b")
@pytest.mark.parametrize("phase", ["Movement", "Reaction", "Exploitation"])
def test_supply_needs_no_plan_and_any_of_the_three_phases_does(phase: str) -> None:
    p = sky(CARRIERS, note="== Allied ==\nA10.20: 3 SP", when=f"Allied {phase} Phase, Movement Segment", dice=(3, 3))
    drop(p, FROM, ON, "us-c-47-1 B", tokens=1)
    assert tokens(p, ON) == 1


@pytest.mark.rule("OCS 14.10b")
@pytest.mark.parametrize("phase", ["Reaction", "Exploitation"])
def test_units_are_dropped_in_the_movement_phase_alone(phase: str) -> None:
    p = over(when=f"Allied {phase} Phase, Movement Segment")
    drop(p, FROM, ON, "us-c-47-1 B", "1", no="OCS 14.10b")


@pytest.mark.rule("OCS 14.10b")
def test_units_are_dropped_by_plan_alone_on_its_hex_and_in_its_turn() -> None:
    p = sky(CARRIERS, note=PARAS)
    drop(p, FROM, ON, "us-c-47-1 B", "1", no="OCS 14.10b")
    late = planning(p, br_para_1=(ON, 1))
    drop(late, FROM, ON, "us-c-47-1 B", "1", no="OCS 14.10b")
    right = planning(p, br_para_1=(ON, 0))
    drop(right, FROM, "A31.20", "us-c-47-1 B", "1", no="OCS 14.10b")
    assert p.offered("air drop", ("start", FROM), ("to", ON), ("plane", "us-c-47-1"), ("profile", "B"),
                     ("plane", "enough")) == set(range(1, 2))  # fmt: skip


@pytest.mark.rule("OCS 14.10")
def test_without_the_para_symbol_nobody_jumps() -> None:
    p = sky(CARRIERS, note="== Allied ==\nA10.20: Commando Bn (1 Cdo) -- move")
    p = planning(p, br_cdo_1=(ON, 0))
    drop(p, FROM, ON, "us-c-47-1 B", "1 Cdo", no="OCS 14.10a")


@pytest.mark.rule("OCS 14.10", "OCS 14.10f")
def test_by_integral_glider_any_unit_that_flies_comes_down() -> None:
    """March Bn: 1T on a He.111+Gldr of 2T; it rolls with +1: 4 and 1 are 5, and 6 with it."""
    p = sky("Axis 1 A10.20: ger-he111-gldr, ger-ju52", note="== Axis ==\nA10.20: March Bn (T-1) -- move",
            when="Axis Movement Phase", dice=(4, 1))  # fmt: skip
    p = planning(p, ger_march_t_1=(ON, 0))
    drop(p, FROM, ON, "ger-ju52-1 B", "T-1", no="OCS 14.10a")
    told = drop(p, FROM, ON, "ger-he111-gldr-1 B", "T-1")
    (rolled,) = events(told, DropRolled)
    assert isinstance(rolled, DropRolled) and (rolled.modifier, rolled.needed, rolled.success) == (1, 6, True)
    assert p.where("T-1") == ON


@pytest.mark.rule("OCS 4.7d")
def test_who_has_marched_a_step_is_not_dropped_nor_does_it_march_after() -> None:
    p = planning(sky(CARRIERS, note="== Allied ==\nA09.20: Para Bn (1) -- move"), br_para_1=(ON, 0))
    p.move("1", FROM)
    drop(p, FROM, ON, "us-c-47-1 B", "1", no="OCS 4.7d")
    q = over(dice=(3, 3))
    drop(q, FROM, ON, "us-c-47-1 B", "1")
    land(q, us_c_47_1=FROM)
    q.move("1", "A31.20", no="OCS 6.1f")


# --- down


@pytest.mark.rule("OCS 14.10d")
@pytest.mark.parametrize(
    ("ground", "friends", "dice", "whole"),
    [
        ("all: open", "", (3, 2), False), ("all: open", "", (3, 3), True),
        ("all: open", "A30.20: Commando Bn (1 Cdo)", (2, 2), False),
        ("all: open", "A30.20: Commando Bn (1 Cdo)", (3, 2), True),
        ("all: open\nA30.20: hills", "", (3, 3), False), ("all: open\nA30.20: hills", "", (4, 3), True),
        ("all: open\nA30.20: hills", "A30.20: Commando Bn (1 Cdo)", (3, 2), False),
        ("all: open\nA30.20: hills", "A30.20: Commando Bn (1 Cdo)", (3, 3), True),
    ],
)  # fmt: skip
def test_what_a_drop_needs(ground: str, friends: str, dice: tuple[int, int], whole: bool) -> None:
    """Friendly and Clear 5, Closed 6; Enemy and Clear 6, Closed 7."""
    p = over(friends, dice=dice, ground=ground)
    drop(p, FROM, ON, "us-c-47-1 B", "1")
    assert p.where("1") == (ON if whole else "dead")


@pytest.mark.rule("OCS 14.10d")
def test_clear_is_open_a_village_or_any_hex_with_an_air_base() -> None:
    ground = "all: open\nA30.20: hills\nA31.20: hills\nA31.20: village\nA32.20: city\nA33.20: hills"
    p = sky(CARRIERS, "Axis 1 A33.20:", ground=ground)
    clear = [is_clear(p.state, p.hex(label)) for label in ("A29.20", "A30.20", "A31.20", "A32.20", "A33.20")]
    assert clear == [True, False, True, False, True]


@pytest.mark.rule("OCS 14.10d")
def test_a_hex_is_friendly_by_who_was_there_as_the_phase_began() -> None:
    p = sky(CARRIERS, note="== Allied ==\nA30.20: Para Bn (1) -- move")
    assert has_friends(p.state, ALLIED, p.hex(ON)) and not has_friends(p.state, AXIS, p.hex(ON))
    p.move("1", "A31.20")
    assert has_friends(p.state, ALLIED, p.hex(ON)) and not has_friends(p.state, ALLIED, p.hex("A31.20"))


@pytest.mark.rule("OCS 14.10d")
def test_a_roll_for_each_unit_and_each_token_and_what_fails_is_destroyed() -> None:
    """Battalions: 6 and 5; SP: 2, 12."""
    p = over(dice=(3, 3, 3, 2, 1, 1, 6, 6))
    told = drop(p, FROM, ON, "us-c-47-1 C, us-c-47-2 C", "1, 2", tokens=2)
    assert len(events(told, DropRolled)) == 4
    assert (p.where("1"), p.where("2"), tokens(p, FROM), tokens(p, ON)) == (ON, "dead", 10, 1)


@pytest.mark.rule("OCS 14.10d")
def test_landing_on_enemy_combat_units_destroys_what_is_dropped() -> None:
    p = over("== Axis ==", "A30.20: March Bn (T-1)", dice=(6, 6, 6, 6))
    told = drop(p, FROM, ON, "us-c-47-1 C", "1", tokens=1)
    assert p.where("1") == "dead" and tokens(p, ON) == 0 and tokens(p, FROM) == 11
    assert len(events(told, UnitsDestroyed)) == 1 and len(events(told, SupplySpent)) == 1
    assert p.where("T-1") == ON


@pytest.mark.rule("OCS 14.10d", "OCS 9.14b")
def test_paratroops_take_what_the_enemy_has_there_besides_combat_units() -> None:
    """A dump of 4T: a die of 6. The 1T that is dropped with them comes after."""
    p = over("== Axis ==", "A30.20: 1 SP", dice=(6, 6, 6, 6, 6))
    told = drop(p, FROM, ON, "us-c-47-1 C", "1", tokens=1)
    (taken,) = events(told, DumpCaptured)
    assert isinstance(taken, DumpCaptured) and p.where("1") == ON
    assert tokens(p, ON) == taken.captured + 1 and p.state.dumps[p.hex(ON)].side is ALLIED


@pytest.mark.rule("OCS 14.10d", "OCS 4.8c")
def test_supply_alone_on_an_enemy_dump_is_lost() -> None:
    p = over("== Axis ==", "A30.20: 1 SP", dice=(6, 6))
    drop(p, FROM, ON, "us-c-47-1 B", tokens=1)
    assert tokens(p, FROM) == 11 and p.state.dumps[p.hex(ON)].side is AXIS and tokens(p, ON) == 4


@pytest.mark.rule("OCS 14.10d", "OCS 4.8c")
def test_units_without_attack_strength_take_nothing_and_are_destroyed() -> None:
    """I-OBS, (2), comes down whole by glider, 12 + 1, on an enemy dump."""
    note = "== Axis ==\nA10.20: LW Inf Bn (I-OBS) -- move\n== Allied ==\nA30.20: 1 SP"
    p = sky("Axis 1 A10.20: ger-he111-gldr", note=note, when="Axis Movement Phase", dice=(6, 6))
    q = planning(p, ger_obs_i=(ON, 0))
    told = drop(q, FROM, ON, "ger-he111-gldr-1 B", "I-OBS")
    assert q.where("I-OBS") == "dead" and events(told, DumpCaptured) == []
    assert tokens(q, ON) == 4 and q.state.dumps[q.hex(ON)].side is ALLIED


@pytest.mark.rule("OCS 14.10b", "OCS 14.1f")
def test_in_bad_weather_a_plan_is_not_carried_out() -> None:
    p = sky(CARRIERS, note=PARAS, weather=Weather.NO_FLIGHT)
    drop(planning(p, br_para_1=(ON, 0)), FROM, ON, "us-c-47-1 B", "1", no="OCS 14.1f")


@pytest.mark.rule("OCS 12.6h", "OCS 14.10d")
def test_who_was_dropped_needs_no_trace_in_that_turn() -> None:
    """Without any source, who marched there is cut off."""
    p = over("A31.20: Commando Bn (1 Cdo)", dice=(3, 3))
    drop(p, FROM, ON, "us-c-47-1 B", "1")
    lines = trace(p.state, ALLIED).lines
    assert lines[p.id("1")] is not None and lines[p.id("1 Cdo")] is None
    assert set(p.state.dropped) == {p.id("1")} and not p.state.drop_plans.get(p.id("1"))


@pytest.mark.rule("OCS 12.6h")
def test_who_was_flown_to_a_base_needs_trace() -> None:
    p = sky(CARRIERS, "Allied 1 A30.20:", note=PARAS)
    fly(p, FROM, ON, "us-c-47-1 A", "1")
    assert trace(p.state, ALLIED).lines[p.id("1")] is None


# --- on the way


ZONE = "Axis 1 A35.20: ger-bf109g"


@pytest.mark.rule("OCS 14.4a", "OCS 14.10")
def test_flak_before_the_drop_takes_capacity() -> None:
    """2T by C on one C-47; flak 9 and 2 takes a step, and with it 1T; the rest rolls."""
    p = planning(sky(CARRIERS, ZONE, note=PARAS, dice=(4, 5, 3, 3)), br_para_1=(ON, 0), br_para_2=(ON, 0))
    drop(p, FROM, ON, "us-c-47-1 C", "1, 2")
    intercept(p)
    assert asked(p) == ("Allied", "shed cargo")
    shed(p, "2")
    assert (p.where("1"), p.where("2"), lies(p, "us-c-47-1")) == (ON, "dead", "A10.20 inactive reduced")


@pytest.mark.rule("OCS 14.4g", "OCS 14.1c")
def test_cargo_of_a_plane_that_aborts_goes_where_it_lands() -> None:
    """C-47 1 aborts to A12.20, with a unit on board; 2 fights, 2d6 2, and drops the other.

    The Bf.109G aborts, so that there is no Patrol Zone any more, and no flak.
    """
    p = sky(CARRIERS, ZONE, "Allied 1 A12.20:", note=PARAS, dice=(1, 1, 1, 3, 3))
    p = planning(p, br_para_1=(ON, 0), br_para_2=(ON, 0))
    drop(p, FROM, ON, "us-c-47-1 B, us-c-47-2 B", "1, 2")
    intercept(p, "ger-bf109g-1")
    abort(p, "us-c-47-1")
    land(p, us_c_47_1="A12.20")
    while asked(p) == ("Allied", "abort"):
        abort(p)
    assert asked(p) == ("Allied", "shed cargo")
    shed(p, "1")
    land(p, us_c_47_2=FROM)
    assert (p.where("1"), p.where("2")) == ("A12.20", ON)
    p.move("1", "A13.20", no="OCS 6.1f")


@pytest.mark.rule("OCS 14.4g", "OCS 14.1c", "T2 1.2")
@pytest.mark.parametrize(
    ("base", "holds", "left"),
    [("B54.14", True, ("B54.14", 1)), ("Tripoli", True, ("Tripoli", 0)), ("Tripoli", False, ("dead", 0))],
)
def test_cargo_comes_with_an_aborting_plane_to_a_box_unless_that_holds_no_ground_units(
    base: str, holds: bool, left: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tripoli is 36 hexes from B54.14. SP comes there to SP without end; units go where a game lets them wait."""
    note = "Maps: A, B\n== Allied ==\nB54.14: 1T\nB54.14: Para Bn (1) -- move"
    p = sky("Axis 1 B50.14: ger-bf109g", "Allied 1 B54.14: us-c-47", note=note, ground=None, date="1943-02-01",
            dice=(5, 4, 1))  # fmt: skip
    p = planning(p, br_para_1=("B52.14", 0))
    drop(p, "B54.14", "B52.14", "us-c-47-1 C", "1", tokens=1)
    intercept(p, "ger-bf109g-1")
    if not holds:
        monkeypatch.setattr(TunisiaPoints, "ground_places", lambda *_: ())
    land(p, us_c_47_1=base)
    assert lies(p, "us-c-47-1") == f"{base} inactive"
    assert (p.where("1"), tokens(p, "B54.14")) == left


def filled(p: Position, start: tuple[tuple[str, str], ...] = ()) -> list[tuple[tuple[str, str], ...]]:
    """Every way to fill in the form of a drop from its beginning on."""
    blank = p.rules.blank(p.state, p.side, "air drop", start)
    if blank is None:
        return [start]
    return [each for value in blank.values for each in filled(p, (*start, (blank.name, value)))]


@pytest.mark.rule("OCS 14.10", "OCS 14.10f")
@pytest.mark.parametrize("glider", ["", "inactive", "reduced"])
def test_a_form_offers_no_flight_without_the_glider_that_its_only_cargo_needs(glider: str) -> None:
    """March Bn T-1 has no Para symbol. The He.111 may be chosen with the Ju.52 or without, never the Ju.52 alone."""
    p = sky(f"Axis 1 A10.20: ger-he111-gldr {glider}".strip(), "Axis 1 A10.20: ger-ju52", when="Axis Movement Phase",
            note="== Axis ==\nA10.20: March Bn (T-1) -- move")  # fmt: skip
    p = planning(p, **{p.id("T-1").replace("-", "_"): (ON, 0)})
    assert ("air drop" in p.legal()) is (glider != "inactive")
    forms = filled(p) if glider != "inactive" else []
    for form in forms:
        assert p.rules.check(p.state, p.rules.fill(p.side, "air drop", form)) is None, form
        assert ("plane", "ger-he111-gldr-1") in form and ("cargo", p.id("T-1")) in form
    both = [form for form in forms if ("plane", "ger-ju52-1") in form]
    assert len(both) > 0 or glider == "inactive"


# --- plans


REFIT = "Allied Aircraft Refit Phase"


def plan(p: Position, name: str, label: str, turns: int, no: str | None = None) -> None:
    p.do(PlanDrop(side=p.side, unit=p.id(name), hex=label, turn=p.state.turn + turns), no)


@pytest.mark.rule("OCS 14.10b")
def test_a_plan_is_made_in_the_own_refit_phase_two_turns_ahead_at_least() -> None:
    p = sky(CARRIERS, note=PARAS, when=REFIT)
    plan(p, "1", ON, 1, no="OCS 14.10b")
    plan(p, "1", ON, 2)
    assert (p.state.drop_plans[p.id("1")].hex, p.state.drop_plans[p.id("1")].turn) == (p.hex(ON), p.state.turn + 2)
    again = Position(p.rules, replace(p.state, slot=sky(CARRIERS, when=REFIT).state.slot), p.game.dice)
    plan(again, "1", "A31.20", 3, no="OCS 14.10b")
    plan(again, "2", ON, 5)
    assert can_plan(again.state, ALLIED)
    assert "plan drop" not in sky(CARRIERS, note=PARAS).legal()
    assert "plan drop" not in sky(CARRIERS, note=PARAS, when="Axis Aircraft Refit Phase").rules.legal(p.state, AXIS)


@pytest.mark.rule("OCS 14.10b")
@pytest.mark.parametrize(
    ("planes", "name", "turn", "waits"),
    [
        ("us-c-47", "Para Bn (1)", 1, True),
        ("us-c-47 inactive reduced", "Para Bn (1)", 1, True),  # one base refits it, and it can drop two turns on
        ("us-spitv", "Para Bn (1)", 1, False),  # drops nothing
        ("us-c-47", "Commando Bn (1 Cdo)", 1, False),  # jumps out of no plane
        ("us-c-47", "Para Bn (1)", 56, True),  # for turn 58, the last of 29 May
        ("us-c-47", "Para Bn (1)", 57, False),
    ],
)
def test_a_refit_phase_waits_for_who_can_plan_a_drop(planes: str, name: str, turn: int, waits: bool) -> None:
    """Planes of the kind and a unit that they could drop must live; two turns ahead there must be a turn."""
    p = sky(f"Allied 0 A10.20: {planes}", note=f"== Allied ==\nA10.20: {name}", when=REFIT)
    p = Position(p.rules, replace(p.state, turn=turn), p.game.dice)
    assert p.state.world.scenario.last_turn == 58
    p.game.begin()
    assert (p.state.now.phase is Phase.REFIT) is waits
    assert ("plan drop" in p.legal()) is waits
    if waits:
        p.end_segment()
    assert (p.state.now.phase, p.side) == (Phase.MOVEMENT, ALLIED)


@pytest.mark.rule("OCS 14.10b")
def test_a_refit_phase_waits_for_a_plan_that_could_be_changed_and_for_no_dead_planes_or_units() -> None:
    """A plan can be given up though nothing is left that could carry it out (14.10c)."""
    p = sky(note=PARAS, when=REFIT)
    q = planning(sky(note=PARAS, when=REFIT), br_para_1=(ON, 2))
    r = sky("Allied 1 A10.20: us-c-47", note=PARAS, when=REFIT)
    planes = {pid: replace(plane, place=DEAD) for pid, plane in r.state.planes.items()}
    r = Position(r.rules, replace(r.state, planes=Map(planes)), r.game.dice)
    for each, phase in ((p, Phase.MOVEMENT), (q, Phase.REFIT), (r, Phase.MOVEMENT)):
        each.game.begin()
        assert each.state.now.phase is phase
    q.do(CancelDrop(side=ALLIED, unit=q.id("1")))
    assert q.state.now.phase is Phase.MOVEMENT, "nothing is left to do"


@pytest.mark.rule("OCS 14.10b", "OCS 14.10")
def test_plans_are_for_paratroops_that_fly() -> None:
    p = sky(CARRIERS, note=PARAS + "A10.20: Commando Bn (1 Cdo)", when=REFIT)
    plan(p, "1 Cdo", ON, 2, no="OCS 14.10a")
    assert p.offered("plan drop") == {p.id("1"), p.id("2")}
    axis = "== Axis ==\nA10.20: LW Para Rgt (Baren)\nA10.20: LW Para KG (Ramcke x1 a)"
    q = sky("Axis 1 A10.20: ger-ju52", note=axis, when="Axis Aircraft Refit Phase")
    plan(q, "Baren", ON, 2, no="T2 3.3b")
    plan(q, "Ramcke x1 a", ON, 2, no="OCS 14.9c")


@pytest.mark.rule("OCS 14.10b")
def test_before_the_game_a_plan_may_be_for_its_first_turn() -> None:
    note = "Set-up order: Allied, Axis\n== Allied ==\nA10.20: Para Bn (1)\n== Axis ==\nA50.20: March Bn (T-1)"
    p = setting_up(note, ground="all: open")
    plan(p, "1", ON, 0)
    assert p.state.drop_plans[p.id("1")].turn == p.state.turn


@pytest.mark.rule("OCS 14.10b")
def test_a_plan_is_cancelled_or_put_back_by_a_turn() -> None:
    p = planning(sky(CARRIERS, note=PARAS, when=REFIT), br_para_1=(ON, 0), br_para_2=(ON, 2))
    turn = p.state.turn
    p.do(DelayDrop(side=ALLIED, unit=p.id("1")))
    assert (p.state.drop_plans[p.id("1")].hex, p.state.drop_plans[p.id("1")].turn) == (p.hex(ON), turn + 1)
    q = planning(sky(CARRIERS, note=PARAS, when=REFIT), br_para_2=(ON, 2))
    q.do(CancelDrop(side=ALLIED, unit=q.id("1")), no="OCS 14.10c")
    q.do(DelayDrop(side=ALLIED, unit=q.id("1")), no="OCS 14.10c")
    q.do(CancelDrop(side=ALLIED, unit=q.id("2")))
    assert not q.state.drop_plans
    assert "cancel drop" not in planning(sky(CARRIERS, note=PARAS), br_para_1=(ON, 0)).legal()


@pytest.mark.rule("OCS 14.10b", "OCS 4.9")
def test_plans_are_secret() -> None:
    p = sky(CARRIERS, note=PARAS, when=REFIT)
    q = planning(p, br_para_1=(ON, 3))
    assert view(p.state, AXIS) == view(q.state, AXIS)
    assert view(q.state, ALLIED)["own"]["drop plans"] == [[p.id("1"), ON, p.state.turn + 3]]
    assert p.rules.say(p.state, [DropPlanned(unit=p.id("1"), hex=ON, turn=9)]) == ""


@pytest.mark.rule("OCS 14.10b")
def test_a_plan_whose_turn_is_over_is_no_plan_any_more() -> None:
    from ocs_engine.state.events import TurnBegan

    p = planning(position(PARAS), br_para_1=(ON, 0), br_para_2=(ON, 1))
    after = p.rules.apply(p.state, TurnBegan(turn=p.state.turn + 1, date="1942-11-18"))
    assert set(after.drop_plans) == {p.id("2")}
