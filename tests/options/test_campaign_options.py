"""T2 4.3 and 4.5 to 4.9: options that change what comes and goes, each sentence a case, on the real map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.query import coming
from ocs_engine.series.reinforcing import replacements
from ocs_engine.series.reinforcing.replacements import ReplFrame
from ocs_engine.series.reinforcing.trades import GiveUp, TradeSurge
from ocs_engine.series.setup import set_up
from ocs_engine.series.shipping import sea_left
from ocs_engine.series.story import tell
from ocs_engine.state.arrival_events import BatchDrawn, PlanesArrived, ReleaseRolled
from ocs_engine.state.events import TurnBegan
from ocs_engine.state.model import Memory, State
from ocs_engine.state.option_events import FightersGivenUp
from ocs_engine.state.plane_events import SurgeRefitted
from ocs_engine.state.repl_events import ReplsRolled
from ocs_engine.state.slots import Phase, layout
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.points import eighth_army_released
from ocs_engine.tunisia.victory import shifted_by_options
from ocs_engine.world.counters import Side
from ocs_engine.world.options import (
    CONVENTION_TEMPO,
    EVERYONE_SUPPLIED,
    FIGHTERS_FOR_REPLACEMENTS,
    FIXED_EIGHTH_ARMY,
    FORGET_STALINGRAD,
    KNOWN,
    MOSTLY_DEAD_THREE,
    MOSTLY_DEAD_TWO,
    NO_TRUCK_REMOVALS,
    SURGE_FOR_SEA_CAP,
    VIVE_LA_FRANCE,
)
from ocs_engine.world.world import load_world
from tests.flights import lies, sky
from tests.positions import ALLIED, AXIS, Position, all_active, position, set_up_done
from tests.tunisia.test_arrivals import asked, changed, come, puts

CAMPAIGN = "tunisia-campaign"


def before(
    side: Side, day: date, *, scenario: str, dice: Sequence[int] = (), options: Sequence[str] = ()
) -> Position:
    """A scenario on a day, just before the Reinforcement Phase of a side; its order of arrival is in use."""
    rules = rules_for(load_world(scenario), options)
    sides = {each: replace(setup, repl_table=False) for each, setup in rules.world.scenario.sides.items()}
    world = replace(rules.world, scenario=replace(rules.world.scenario, sides=sides))
    plan = layout(side, simulcast=False)
    slot = next(i for i, each in enumerate(plan) if (each.phase, each.acts) == (Phase.REFIT, side))
    state = replace(all_active(set_up_done(rules)), first=side, slot=slot, turn=world.calendar.turn_of(day))
    state = replace(state, world=world, memory=Memory(over=True))
    return Position(rules, state, RecordedDice(dice))


def shift_of(option: str) -> int:
    return next(each.shift for each in KNOWN if each.name == option)


# --- 4.3


@pytest.mark.rule("T2 4.3", "T2 2.4a")
@pytest.mark.parametrize(("day", "released"), [
    ((1943, 2, 15), False), ((1943, 2, 19), True), ((1943, 2, 22), True),
])  # fmt: skip
def test_eighth_army_comes_on_19_february_without_a_roll(day: tuple[int, int, int], released: bool):
    for scenario in (CAMPAIGN, "kasserine-campaign"):
        p = before(ALLIED, date(*day), scenario=scenario, options=(EVERYONE_SUPPLIED, FIXED_EIGHTH_ARMY))
        events = come(p)
        assert not [each for each in events if isinstance(each, DiceRolled)]
        assert eighth_army_released(p.state) is released
        assert [each.die for each in events if isinstance(each, ReleaseRolled)] == ([0] if released else [])


@pytest.mark.rule("T2 4.3")
def test_its_first_wave_comes_the_same_day():
    p = before(ALLIED, date(1943, 2, 19), scenario=CAMPAIGN, options=(EVERYONE_SUPPLIED, FIXED_EIGHTH_ARMY))
    assert all(each.after_release is not None or each.turn is not None for each in coming(p.state))
    come(p)
    waiting = {uid for group in getattr(p.state.top_frame, "groups", ()) for uid in group.units}
    assert {"br-7arm-1rtr", "br-hq-30"} <= waiting


# --- 4.5


@pytest.mark.rule("T2 4.5", "T2 1.4b")
@pytest.mark.parametrize(("day", "unit"), [((1943, 2, 12), "fr-mech-coutx"), ((1943, 4, 15), "fr-pol-schw")])
@pytest.mark.parametrize("option", [False, True])
def test_the_french_are_not_taken_away(day: tuple[int, int, int], unit: str, option: bool):
    options = (EVERYONE_SUPPLIED, VIVE_LA_FRANCE) if option else (EVERYONE_SUPPLIED,)
    p = before(ALLIED, date(*day), scenario=CAMPAIGN, options=options)
    assert unit in p.state.units and p.state.units[unit].place >= 0
    come(p)
    assert (p.state.units[unit].place >= 0) is option


@pytest.mark.rule("T2 4.5", "T2 2.6")
def test_theater_reserves_may_leave_algeria():
    note = "== Allied ==\nA20.20: US Arm Bn (752)"
    ground = "A20.20, A20.19: Algeria"
    p = position(note, "Allied Movement Phase", ground=ground, options=(EVERYONE_SUPPLIED, VIVE_LA_FRANCE))
    p.move("752", "A20.21")
    q = position(note, "Allied Movement Phase", ground=ground)
    q.move("752", "A20.21", no="T2 2.6")
    assert shift_of(VIVE_LA_FRANCE) == -1


# --- 4.6a

FIGHTERS = "Axis 2 A40.20: ger-bf109g, ger-bf109g, ger-bf109g, ger-bf109g reduced, ger-bf109f-4"
BETTER = (EVERYONE_SUPPLIED, FIGHTERS_FOR_REPLACEMENTS)


def rolling(options: tuple[str, ...], *dice: int, lines: str = FIGHTERS) -> Position:
    """The Axis before its rolls for replacements, one roll being due."""
    p = sky(lines, when="Axis Reinforcement Phase", options=options)
    draft: Draft[State] = Draft(p.rules, p.state, RecordedDice(()), 0)
    replacements.begin(draft, AXIS)
    frame = draft.state.top_frame
    assert isinstance(frame, ReplFrame)
    may = frame.step if frame.rolls else "roll"
    able = p.state.points.fighters_to_give(p.state, AXIS)
    step = "choose fighters" if able else may
    return Position(p.rules, p.state.with_frames((frame.model_copy(update={"rolls": 1, "step": step}),)),
                    RecordedDice(dice))  # fmt: skip


@pytest.mark.rule("T2 4.6")
def test_three_whole_fighters_given_up_make_each_roll_better_by_one():
    p = rolling(BETTER, 1, 3)
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.kinds) == (AXIS, ("give up",))
    three = ("ger-bf109g-1", "ger-bf109g-2", "ger-bf109g-3")
    p.do(GiveUp(side=AXIS, planes=(*three[:2], "ger-bf109g-4")), "T2 4.6")  # it lacks a step
    p.do(GiveUp(side=AXIS, planes=(*three[:2], "ger-bf109f-4-1")), "T2 4.6")
    p.do(GiveUp(side=AXIS, planes=three[:2]), "T2 4.6")
    entry = p.do(GiveUp(side=AXIS, planes=three))
    assert not set(three) & set(p.state.planes) and p.state.better_repls[AXIS]
    assert entry is not None
    rolled = [each for each in entry.events if isinstance(each, ReplsRolled)]
    assert [each.total for each in rolled] == [1 + 3 + 1]
    told = tell(p.game.start, entry.events)
    assert "gives up" in told and "Replacements of the Axis: 1 + 3 + 1 = 5, " in told
    assert p.rules.load(p.rules.dump(p.state)).better_repls == p.state.better_repls


@pytest.mark.rule("T2 4.6")
def test_nobody_need_be_given_up_and_it_is_done_once():
    p = rolling(BETTER, 1, 2)
    blank = p.rules.blank(p.state, AXIS, "give up", [])
    assert blank is not None and blank.values == ("nobody", "ger-bf109g-1", "ger-bf109g-2", "ger-bf109g-3")
    entry = p.do(p.rules.fill(AXIS, "give up", [("planes", "nobody")]))
    assert entry is not None and not [each for each in entry.events if isinstance(each, FightersGivenUp)]
    assert [each.total for each in entry.events if isinstance(each, ReplsRolled)] == [3]
    points, state = p.rules.points, p.state
    assert points.fighters_to_give(state, ALLIED) == () and len(points.fighters_to_give(state, AXIS)) == 3
    again = sky(FIGHTERS, options=(EVERYONE_SUPPLIED,))
    assert again.rules.points.fighters_to_give(again.state, AXIS) == ()
    two = sky("Axis 2 A40.20: ger-bf109g, ger-bf109g", options=BETTER)
    assert two.rules.points.fighters_to_give(two.state, AXIS) == ()


@pytest.mark.rule("T2 4.6")
def test_it_is_asked_where_a_roll_is_due():
    world = load_world(CAMPAIGN)
    rules = rules_for(world, BETTER)
    state = set_up(world, rules.points)
    draft: Draft[State] = Draft(rules, state, RecordedDice(()), 0)
    replacements.begin(draft, AXIS)
    frame = draft.state.top_frame
    assert isinstance(frame, ReplFrame)
    assert frame.step == ("choose fighters" if rules.points.fighters_to_give(state, AXIS) else "roll")


# --- 4.6b

SURGE = "Axis Sicily: ger-ju88-surge inactive"
TRADE = (EVERYONE_SUPPLIED, SURGE_FOR_SEA_CAP)


def special(options: tuple[str, ...]) -> Position:
    """A Special result of the Axis, as it is carried out."""
    p = sky(SURGE, when="Axis Reinforcement Phase", options=options)
    frame = ReplFrame(side=AXIS, step="result", results=("special",))
    decided = p.rules.begin(p.state.with_frames((frame,)), RecordedDice(()), 0)
    return Position(p.rules, decided.state, RecordedDice(()))  # type: ignore[union-attr]


@pytest.mark.rule("T2 4.6", "T2 1.7")
def test_the_refit_of_a_special_result_may_be_traded_for_sea_cap():
    p = special(TRADE)
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.kinds) == (AXIS, ("trade surge",))
    entry = p.do(TradeSurge(side=AXIS, trade=True))
    assert p.state.sea_gained[AXIS] == 1 and lies(p, "ger-ju88-surge-1") == "Sicily inactive"
    assert entry is not None and "Sea Cap" in tell(p.game.start, entry.events)
    # 2 SP on 15 Nov and 1 more: 24 half tokens.
    when = sky(SURGE, when="Axis Movement Phase", options=TRADE).state
    assert sea_left(replace(when, sea_gained=p.state.sea_gained), AXIS) == 24
    later = p.rules.apply(p.state, TurnBegan(turn=p.state.turn + 1, date="1942-11-19"))
    assert not later.sea_gained, "in that turn alone"
    assert p.rules.load(p.rules.dump(p.state)).sea_gained == p.state.sea_gained


@pytest.mark.rule("T2 4.6", "T2 1.7")
def test_or_it_is_carried_out():
    p = special(TRADE)
    entry = p.do(p.rules.fill(AXIS, "trade surge", [("for", "refit")]))
    assert entry is not None and any(isinstance(each, SurgeRefitted) for each in entry.events)
    assert lies(p, "ger-ju88-surge-1") == "Sicily" and not p.state.sea_gained
    plain = special((EVERYONE_SUPPLIED,))
    assert lies(plain, "ger-ju88-surge-1") == "Sicily", "without the option nobody is asked"
    points = rules_for(load_world(CAMPAIGN), TRADE).points
    assert points.surge_trade(plain.state, ALLIED) == 0


# --- 4.7


@pytest.mark.rule("T2 4.7", "T2 1.4d")
@pytest.mark.parametrize(("option", "dice", "living"), [
    (MOSTLY_DEAD_TWO, (1, 1), ["it-laspezia-125", "it-trieste-65"]),
    (MOSTLY_DEAD_TWO, (4, 3), ["ger-ramcke2", "it-trieste-101"]),
    (MOSTLY_DEAD_THREE, (2, 3, 1), ["it-trieste-65", "ger-ramcke2", "it-laspezia-125"]),
])  # fmt: skip
def test_two_or_three_of_a_batch_arrive(option: str, dice: tuple[int, ...], living: list[str]):
    """Each is drawn from those that are left, with one die of as many faces."""
    batch = ["it-laspezia-125", "it-trieste-65", "it-trieste-101", "ger-ramcke2"]
    p = before(AXIS, date(1943, 2, 1), scenario=CAMPAIGN, dice=dice, options=(option,))
    events = come(p)
    rolls = [each for each in events if isinstance(each, DiceRolled)]
    assert [each.sides for each in rolls][: len(dice)] == [4, 3, 2][: len(dice)]
    drawn = [each for each in events if isinstance(each, BatchDrawn)]
    assert [each.unit for each in drawn] == living
    assert asked(p) == ["B60.07", "B60.08", "B60.09"]
    puts(p, "", "B60.08", "combat")
    assert {uid for uid in batch if p.where(uid) == "B60.08"} == set(living)
    assert {uid for uid in batch if p.where(uid) == "dead"} == set(batch) - set(living)
    assert shift_of(option) == 1


@pytest.mark.rule("T2 4.7", "T2 1.4b")
@pytest.mark.parametrize("option", [MOSTLY_DEAD_TWO, MOSTLY_DEAD_THREE])
def test_the_two_british_battalions_come_to_entry_e(option: str):
    p = before(ALLIED, date(1943, 3, 8), scenario="kasserine-campaign", options=(EVERYONE_SUPPLIED, option))
    p = changed(p, replace(p.state, army_released=p.state.turn - 6))
    come(p)
    assert asked(p) == ["B60.07", "B60.08", "B60.09"]
    puts(p, "br-7arm-4cly br-8bde-staff", "B60.07")
    assert [p.where(uid) for uid in ("br-7arm-4cly", "br-8bde-staff")] == ["B60.07", "B60.07"]


# --- 4.8, its second half


@pytest.mark.rule("T2 4.8", "T2 1.4c")
def test_the_order_of_arrival_takes_no_transport_away():
    schedule = rules_for(load_world(CAMPAIGN), (NO_TRUCK_REMOVALS,)).world.schedule
    plain = load_world(CAMPAIGN).schedule
    assert any(each.remove_transport for each in plain.arrivals)
    assert not any(each.remove_transport for each in schedule.arrivals)
    assert [each.id for each in schedule.arrivals] == [each.id for each in plain.arrivals]
    p = before(AXIS, date(1943, 3, 8), scenario=CAMPAIGN, options=(EVERYONE_SUPPLIED, NO_TRUCK_REMOVALS))
    trucks = dict(p.state.transport)
    come(p)
    assert dict(p.state.transport) == trucks


# --- 4.9


@pytest.mark.rule("T2 4.9")
def test_more_comes_to_the_axis_on_15_january():
    p = before(AXIS, date(1943, 1, 15), scenario=CAMPAIGN, options=(EVERYONE_SUPPLIED, FORGET_STALINGRAD))
    had = set(p.state.planes)
    events = come(p)
    came = [pid for each in events if isinstance(each, PlanesArrived) for pid in each.planes if pid not in had]
    kinds = sorted(pid.rpartition("-")[0] for pid in came)
    assert {"ger-bf110-surge", "ger-ju52", "ger-ju88"} <= set(kinds) and kinds.count("ger-ju88") >= 2
    plain = before(AXIS, date(1943, 1, 15), scenario=CAMPAIGN, options=(EVERYONE_SUPPLIED,))
    usual = [pid for each in come(plain) if isinstance(each, PlanesArrived) for pid in each.planes]
    assert len(came) == len(usual) + 4
    earlier = before(AXIS, date(1943, 1, 12), scenario=CAMPAIGN, options=(FORGET_STALINGRAD,))
    assert any("2 truck points" in each.what for each in coming(earlier.state))
    assert len(had) < len(p.state.planes) and shift_of(FORGET_STALINGRAD) == 2


@pytest.mark.rule("T2 4.9")
def test_the_trucks_come_to_sicily():
    world = rules_for(load_world(CAMPAIGN), (FORGET_STALINGRAD,)).world
    (entry,) = (each for each in world.schedule.arrivals if each.id == "axis-forget-stalingrad")
    assert (entry.entry, [(each.kind, each.points) for each in entry.transport]) == ("Sicily B", [("truck", 2)])
    assert world.calendar.date_of(entry.turn or 0) == date(1943, 1, 15)


# --- together


@pytest.mark.rule("T2 4.5", "T2 4.7", "T2 4.9", "T2 5.2")
def test_their_shifts_are_added_up():
    world = load_world(CAMPAIGN)
    rules = rules_for(world, (VIVE_LA_FRANCE, MOSTLY_DEAD_TWO, FORGET_STALINGRAD))
    state = set_up(world, rules.points)
    plain = rules_for(world).points.final_verdict(state)
    levels = world.scenario.victory.levels  # type: ignore[attr-defined]
    found = shifted_by_options(state, plain)
    assert levels.index(found.level) == min(levels.index(plain.level) + 2, len(levels) - 1)


@pytest.mark.rule("T2 4.9", "T2 5.2")
@pytest.mark.parametrize(("scenario", "level"), [(CAMPAIGN, "Allied major"), ("kasserine-campaign", "draw")])
def test_what_would_have_come_before_play_began_shifts_nothing(scenario: str, level: str):
    """Nobody controls anything: a draw, two levels better for the Allies where the 15 Jan lies ahead."""
    rules = rules_for(load_world(scenario), (FORGET_STALINGRAD,))
    assert rules.points.final_verdict(replace(set_up_done(rules), control=Map())).level == level


def test_without_them_the_world_is_the_same():
    world = load_world(CAMPAIGN)
    assert rules_for(world).world is world and rules_for(world, (CONVENTION_TEMPO,)).world is world
