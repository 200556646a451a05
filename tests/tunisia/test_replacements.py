"""Variable replacements: the Repl rolls, and what they give (T2 1.4a, 1.7, 1.11d, 2.1, 3.2, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import SetFact
from ocs_engine.series.reinforcing.regaining import RegainStep
from ocs_engine.series.reinforcing.replacements import PlaceStrip, RebuildFree, RefitSurge
from ocs_engine.series.soundness import faults
from ocs_engine.series.story import tell
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.events import put_units
from ocs_engine.state.model import DEAD, Memory, Mode, Unit, Up
from ocs_engine.state.plane_events import SurgeRefitted
from ocs_engine.state.repl_events import FactionDrawn, ReplsCame, ReplsRolled, UnitsRebuilt
from ocs_engine.state.slots import Phase, layout
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import RebuildEachTurn
from ocs_engine.world.world import World, load_world
from tests.positions import ALLIED, AXIS, Position, all_active, go_on, set_up_done

RACE = "race-for-tunis"


OVER = Memory(over=True)
"""The Refit Phase is over, whatever drops could still be planned in it."""


def table_alone(world: World, side: Side) -> World:
    """The world with the Repl Table of one side in use, and nothing else that comes."""
    sides = {
        each: replace(setup, arrivals=False, repl_table=each is side) for each, setup in world.scenario.sides.items()
    }
    return replace(world, scenario=replace(world.scenario, sides=sides))


def at_refit(side: Side, dice: Sequence[int], changes: dict[str, Unit] | None = None, name: str = RACE) -> Position:
    """A scenario in the Refit Phase of a side, all planes whole and Active, just before its replacements come."""
    rules = rules_for(load_world(name))
    state = replace(all_active(set_up_done(rules)), world=table_alone(rules.world, side))
    slot = next(i for i, each in enumerate(layout(side, simulcast=False)) if each.phase is Phase.REFIT)
    whole = Map({pid: replace(plane, lost=0) for pid, plane in state.planes.items()})
    state = replace(put_units(state, changes or {}), first=side, slot=slot, planes=whole, memory=OVER)
    return Position(rules, state, RecordedDice(tuple(dice)))


def dead(p: Position, *units: str) -> Position:
    """The position with units in the Dead Pile, and nobody else of the side that acts."""
    assert not any(unit.place == DEAD and unit.side is p.side for _, unit in p.state.in_order())
    gone = {uid: replace(p.state.units[uid], place=DEAD) for uid in units}
    return Position(p.rules, put_units(p.state, gone), p.game.dice)


def hurt(p: Position, **lost: int) -> Position:
    """The position with steps of planes lost, by id with "_" for "-" and "." left as it is; two and it is dead."""
    planes = p.state.planes
    for pid, steps in lost.items():
        plane = planes[pid]
        gone = steps == plane.aircraft.steps
        planes = planes.set(pid, replace(plane, lost=steps, place=DEAD if gone else plane.place,
                                         active=plane.active and not gone))  # fmt: skip
    return Position(p.rules, replace(p.state, planes=planes), p.game.dice)


def question(p: Position) -> str:
    pending = p.game.pending()
    return pending.kinds[0] if pending else ""


# --- the roll


@pytest.mark.rule("T2 1.4a", "T2 6.1", "T2 6.2")
@pytest.mark.parametrize(
    ("side", "faces", "results"),
    [
        (AXIS, (2, 2), ()), (AXIS, (2, 3), ("special",)), (AXIS, (3, 3), ("air",)), (AXIS, (3, 4), ()),
        (AXIS, (4, 4), ("faction",)), (AXIS, (4, 5), ("pax",)), (AXIS, (5, 5), ("pax", "eq")),
        (AXIS, (6, 6), ("pax", "eq")), (ALLIED, (1, 2), ()), (ALLIED, (2, 2), ("special",)),
        (ALLIED, (2, 3), ("air",)), (ALLIED, (3, 3), ()), (ALLIED, (3, 4), ("faction",)), (ALLIED, (4, 4), ("pax",)),
        (ALLIED, (4, 5), ("pax", "eq")), (ALLIED, (6, 6), ("pax", "pax", "eq", "eq")),
    ],
)  # fmt: skip
def test_each_side_rolls_on_its_own_table(side: Side, faces: tuple[int, int], results: tuple[str, ...]):
    p = at_refit(side, (*faces, 1, 1, 1))
    rolled = [each for each in go_on(p) if isinstance(each, ReplsRolled)]
    assert rolled == [ReplsRolled(side=side, total=sum(faces), results=results)]


@pytest.mark.parametrize(
    ("side", "faces", "words"),
    [
        (ALLIED, (2, 1), "Replacements of the Allies: 2 + 1 = 3, none"),
        (AXIS, (5, 5), "Replacements of the Axis: 5 + 5 = 10, Pax and Eq. Pax of the Axis appears in "),
    ],
)  # fmt: skip
def test_a_roll_is_told_with_its_dice(side: Side, faces: tuple[int, int], words: str):
    p = at_refit(side, faces)
    before = p.state
    told = tell(before, go_on(p))
    assert words in told
    assert "Dice: " not in told


@pytest.mark.rule("OCS 13.5", "T2 2.1", "T2 3.2", "T2 3.1")
@pytest.mark.parametrize(("side", "box"), [(AXIS, "Sicily B"), (ALLIED, "Algiers")])
def test_pax_and_eq_appear_in_the_box_of_their_side_in_move_mode(side: Side, box: str):
    p = at_refit(side, (5, 5))
    came = [each for each in go_on(p) if isinstance(each, ReplsCame)]
    kinds = [counter for each in came for counter in each.repls.values()]
    assert kinds == [f"{side.lower()}-pax", f"{side.lower()}-eq"]
    for uid in (uid for each in came for uid in each.repls):
        unit = p.state.units[uid]
        assert (p.state.world.label(unit.place), unit.mode, unit.side) == (box, Mode.MOVE, side)


@pytest.mark.rule("T2 6.3")
@pytest.mark.parametrize("side", list(Side))
def test_nobody_rolls_where_the_scenario_has_no_repl_rolls(side: Side):
    rules = rules_for(load_world("battle-for-kasserine"))
    assert rules.points.repl_rolls(rules.start(), side) == 0
    for name in ("race-for-tunis", "tunisia-campaign", "kasserine-campaign"):
        rules = rules_for(load_world(name))
        assert rules.points.repl_rolls(rules.start(), side) == 1


@pytest.mark.rule("T2 1.2")
@pytest.mark.parametrize(("side", "box"), [(AXIS, "Sicily B"), (ALLIED, "Algiers")])
def test_a_box_has_a_nominal_hq_for_rebuilding(side: Side, box: str):
    unit = "ger-pz-190" if side is AXIS else "br-6arm-1721l"
    p = dead(at_refit(side, (5, 5)), unit)
    go_on(p)
    assert p.state.now.phase is Phase.REINFORCEMENT, "it waits for what can be rebuilt"
    assert box in p.offered("rebuild", ("unit", unit))


@pytest.mark.rule("T2 1.2", "T2 2.2b")
def test_tripoli_has_one_for_the_allies_as_soon_as_it_is_theirs():
    rules = rules_for(load_world("tunisia-campaign"))
    state = rules.start()
    tripoli = state.world.place("Tripoli")
    assert tripoli not in rules.points.nominal_hqs(state, ALLIED)
    late = replace(state, turn=25)
    assert state.world.calendar.date_of(25).isoformat() >= "1943-01-29"
    assert tripoli in rules.points.nominal_hqs(late, ALLIED)
    assert tripoli not in rules.points.nominal_hqs(late, AXIS)


# --- Air


@pytest.mark.rule("T2 1.4a")
def test_an_air_result_rebuilds_two_steps_now():
    p = hurt(at_refit(AXIS, (3, 3)), **{"ger-ju88-1": 2, "ger-bf109g-1": 1})
    go_on(p)
    assert question(p) == "regain step"
    assert p.offered("regain step") == {"ger-ju88-1", "ger-bf109g-1"}
    p.do(RegainStep(side=AXIS, plane="ger-bf109g-1", base="Algiers"), "T2 1.4a")
    p.do(RegainStep(side=AXIS, plane="ger-ju88-1", base="A48.25"))
    assert p.state.planes["ger-ju88-1"].lost == 1
    p.do(RegainStep(side=AXIS, plane="ger-ju88-1", base="A48.25"))
    assert (p.state.planes["ger-ju88-1"].lost, p.state.planes["ger-bf109g-1"].lost) == (0, 1)
    assert p.state.now.phase is Phase.MOVEMENT, "it cannot be saved, and eq never rebuilds planes"


@pytest.mark.rule("T2 1.4a")
@pytest.mark.parametrize("steps", [0, 1])
def test_what_no_plane_needs_is_lost(steps: int):
    p = hurt(at_refit(AXIS, (3, 3)), **({"ger-ju88-1": 1} if steps else {}))
    go_on(p)
    if steps:
        p.do(RegainStep(side=AXIS, plane="ger-ju88-1", base=p.state.world.label(p.state.planes["ger-ju88-1"].place)))
    assert p.state.now.phase is Phase.MOVEMENT


@pytest.mark.rule("T2 1.4a")
def test_eq_never_rebuilds_planes():
    p = hurt(at_refit(AXIS, (5, 5)), **{"ger-ju88-1": 2})
    go_on(p)
    assert "regain step" not in p.legal()


# --- Faction


@pytest.mark.rule("T2 1.4a", "T2 1.12a")
@pytest.mark.parametrize(
    ("side", "roll", "die", "faction"),
    [(AXIS, (4, 4), 3, "German"), (AXIS, (4, 4), 4, "Italian"), (ALLIED, (3, 4), 2, "American"),
     (ALLIED, (3, 4), 3, "French"), (ALLIED, (3, 4), 6, "Commonwealth")],
)  # fmt: skip
def test_a_die_draws_the_faction(side: Side, roll: tuple[int, int], die: int, faction: str):
    p = at_refit(side, (*roll, die))
    assert FactionDrawn(side=side, die=die, faction=faction) in go_on(p)


@pytest.mark.rule("T2 1.4a", "T2 2.1", "T2 3.1")
def test_one_dead_unit_of_it_and_one_air_step_of_it_without_replacements():
    p = hurt(dead(at_refit(AXIS, (4, 4, 1)), "ger-para-i5", "ger-para-iii5", "it-superga-5art"), **{"ger-ju88-1": 1})
    italian = next(pid for pid, plane in sorted(p.state.planes.items()) if plane.aircraft.faction == "Italian")
    p = hurt(p, **{italian: 1})
    go_on(p)
    assert question(p) == "rebuild free"
    assert p.offered("rebuild free") == {"ger-para-i5", "ger-para-iii5"}
    hqs = {p.where(uid) for uid, unit in p.state.in_order() if unit.counter.is_hq and unit.side is AXIS}
    assert p.offered("rebuild free", ("unit", "ger-para-i5")) == {*hqs, "Sicily B"}
    p.do(RebuildFree(side=AXIS, unit="it-superga-5art", place="Sicily B", stance="move"), "T2 1.4a")
    p.do(RebuildFree(side=AXIS, unit="ger-para-i5", place="A48.08", stance="move"), "T2 1.4a")
    p.do(RebuildFree(side=AXIS, unit="ger-para-i5", place="Sicily B", stance="dg/move"), "T2 1.4a")
    done = p.do(RebuildFree(side=AXIS, unit="ger-para-i5", place="Sicily B", stance="combat"))
    assert done is not None
    assert [each.repls for each in done.events if isinstance(each, UnitsRebuilt)] == [()]
    assert (p.where("ger-para-i5"), p.where("ger-para-iii5")) == ("Sicily B", "dead")
    assert question(p) == "regain step" and p.offered("regain step") == {"ger-ju88-1"}
    p.do(RegainStep(side=AXIS, plane=italian, base="Sicily"), "T2 1.4a")
    p.do(p.rules.fill(AXIS, "regain step", [("plane", "ger-ju88-1"), ("base", _home(p, "ger-ju88-1"))]))
    assert p.state.now.phase is Phase.MOVEMENT


def _home(p: Position, pid: str) -> str:
    return p.state.world.label(p.state.planes[pid].place)


@pytest.mark.rule("T2 1.4a", "T2 2.1")
def test_faction_units_appear_at_any_own_hq_in_whatever_mode():
    p = dead(at_refit(ALLIED, (1, 3, 4, 6), name="kasserine-campaign"), "br-78-36")  # 1: 8th Army is not released
    hqs = {uid: hq for uid, hq in p.state.in_order() if hq.counter.is_hq and hq.side is ALLIED}
    assert hqs
    moving = {uid: replace(hq, up=Up.MOVE) for uid, hq in hqs.items()}
    p = Position(p.rules, put_units(p.state, moving), p.game.dice)
    go_on(p)
    found = p.offered("rebuild free", ("unit", "br-78-36"))
    assert found == {"Algiers", *(p.where(uid) for uid in hqs)}


@pytest.mark.rule("T2 1.4a", "T2 5.0")
def test_who_is_rebuilt_in_an_hq_hex_takes_control_of_it():
    """An HQ is not Attack-Capable and controls nothing; the brigade that is rebuilt in its hex does."""
    p = dead(at_refit(ALLIED, (1, 3, 4, 6), name="kasserine-campaign"), "br-78-36")
    alone = next(
        place for uid, hq in p.state.in_order() if hq.counter.is_hq and hq.side is ALLIED
        if (place := p.where(uid)).startswith(("A", "B"))
    )  # fmt: skip
    p = Position(p.rules, replace(p.state, control=p.state.control.delete(p.hex(alone))), p.game.dice)
    go_on(p)
    p.do(RebuildFree(side=ALLIED, unit="br-78-36", place=alone, stance="combat"))
    assert p.state.control[p.hex(alone)] is ALLIED


@pytest.mark.rule("T2 1.4a")
def test_unused_parts_are_lost():
    p = dead(at_refit(AXIS, (4, 4, 6)), "ger-para-i5")
    go_on(p)
    assert p.state.now.phase is Phase.MOVEMENT, "nothing Italian is dead or reduced"


# --- Special


def surge(p: Position, inactive: int) -> tuple[Position, list[str]]:
    """The position with so many Inactive surge planes of the side that acts."""
    own = [pid for pid, plane in sorted(p.state.planes.items()) if plane.aircraft.surge and plane.side is p.side]
    tired = {pid: replace(p.state.planes[pid], active=False) for pid in own[:inactive]}
    return Position(p.rules, replace(p.state, planes=p.state.planes.update(tired)), p.game.dice), own[:inactive]


@pytest.mark.rule("T2 1.4a", "T2 1.7")
def test_a_special_result_refits_three_surge_planes_of_the_owners_choice():
    p, tired = surge(at_refit(AXIS, (2, 3)), 5)
    assert len(tired) == 5
    go_on(p)
    assert question(p) == "refit surge"
    p.do(RefitSurge(side=AXIS, planes=tuple(tired[:2])), "T2 1.7")
    p.do(RefitSurge(side=AXIS, planes=(*tired[:2], tired[0])), "T2 1.7")
    p.do(p.rules.fill(AXIS, "refit surge", [("plane", pid) for pid in tired[2:]]))
    assert [pid for pid in tired if not p.state.planes[pid].active] == tired[:2]
    assert question(p) == "place strip"


@pytest.mark.rule("T2 1.4a", "T2 1.7")
def test_where_there_are_no_more_than_three_they_are_refitted_by_themselves():
    p, tired = surge(at_refit(ALLIED, (2, 2)), 2)
    assert SurgeRefitted(side=ALLIED, planes=tuple(tired)) in go_on(p)
    assert question(p) == "place strip"


@pytest.mark.rule("T2 1.4a", "T2 1.11d")
def test_then_one_air_strip_is_placed_moved_or_not():
    p = at_refit(ALLIED, (2, 2))
    strip = next(hex_ for hex_, base in sorted(p.state.bases.items()) if base.side is ALLIED and not base.level)
    p = Position(p.rules, replace(p.state, bases=p.state.bases.delete(strip)), p.game.dice)
    go_on(p)
    sites = p.offered("place strip")
    assert "nowhere" in sites
    site = sorted(sites - {"nowhere"})[0]
    p.do(PlaceStrip(side=ALLIED, hex="A48.24"), "T2 1.11d")
    p.do(p.rules.fill(ALLIED, "place strip", [("hex", site), ("strip", "new")]))
    assert p.state.bases[p.hex(site)].level == 0 and p.state.bases[p.hex(site)].side is ALLIED
    assert p.state.now.phase is not Phase.REFIT
    other = at_refit(ALLIED, (2, 2))
    go_on(other)
    assert "new" not in other.offered("place strip", ("hex", site)), "all are on the map, so one of them moves"
    other.do(p.rules.fill(ALLIED, "place strip", [("hex", "nowhere")]))
    assert other.state.bases == at_refit(ALLIED, (2, 2)).state.bases


# --- a unit each turn, by the scenario


def each_turn(*units: str, count: int = 1) -> Position:
    """Battle for Kasserine before the Allied Reinforcement Phase, with Allied units in the Dead Pile."""
    rules = rules_for(load_world("battle-for-kasserine"))
    world = rules.world
    setup = world.scenario.sides[ALLIED]
    assert setup.rebuild_each_turn is not None
    places = setup.rebuild_each_turn.places
    alone = replace(setup, listed=(), rebuild_each_turn=RebuildEachTurn(count, places, 1, 1))
    sides = {**world.scenario.sides, ALLIED: alone}
    state = replace(all_active(set_up_done(rules)), world=replace(world, scenario=replace(world.scenario, sides=sides)))
    slot = next(i for i, each in enumerate(layout(ALLIED, simulcast=False)) if each.phase is Phase.REFIT)
    return dead(Position(rules, replace(state, first=ALLIED, slot=slot, memory=OVER), RecordedDice(())), *units)


@pytest.mark.rule("T2 6.3")
def test_each_turn_the_allies_rebuild_one_unit_that_comes_by_rail():
    p = each_turn("us-1arm-1-13", "us-34-133", "us-hq-2")
    go_on(p)
    assert question(p) == "rebuild free"
    assert p.offered("rebuild free") == {"us-1arm-1-13", "us-34-133"}, "an HQ takes a Pax and an Eq"
    assert p.offered("rebuild free", ("unit", "us-34-133")) == {"A08.11", "A18.11"}
    p.do(RebuildFree(side=ALLIED, unit="us-34-133", place="A21.05", stance="move"), "T2 6.3")
    p.do(RebuildFree(side=ALLIED, unit="us-34-133", place="A08.11", stance="move"))
    assert (p.where("us-34-133"), p.where("us-1arm-1-13")) == ("A08.11", "dead")
    assert p.state.now.phase is Phase.MOVEMENT, "one a turn"


@pytest.mark.rule("T2 6.3", "OCS 13.3e")
def test_it_does_not_come_where_the_enemy_is_or_has_a_zoc():
    p = each_turn("us-34-133")
    beside = p.state.world.atlas.grid.around(p.hex("A08.11"))
    foe = next(uid for uid, unit in p.state.in_order() if unit.side is AXIS and unit.counter.type == "pz")
    free = next(hex_ for hex_ in beside if p.state.world.atlas.is_land(hex_) and p.state.world.in_play(hex_))
    p = Position(p.rules, put_units(p.state, {foe: replace(p.state.units[foe], place=free)}), p.game.dice)
    go_on(p)
    assert p.offered("rebuild free", ("unit", "us-34-133")) == {"A18.11"}


@pytest.mark.rule("T2 6.3")
def test_where_nobody_is_dead_nothing_is_asked():
    p = each_turn()
    go_on(p)
    assert p.state.now.phase is Phase.MOVEMENT


@pytest.mark.parametrize(
    ("change", "fault"),
    [({"results": ["gold"]}, "gold"), ({"units": 99}, "not owed"), ({"faction": "French"}, "no choice")],
)
def test_a_saved_question_without_an_answer_is_not_read(change: dict[str, object], fault: str):
    p = dead(at_refit(AXIS, (4, 4, 1)), "ger-para-i5")
    go_on(p)
    data = dump_state(p.state)
    assert list(faults(p.state)) == []
    data["frames"][-1] |= change
    wrong = load_state(data, p.state.world, p.state.points, p.rules.read_frame)
    assert any(fault in each for each in faults(wrong))


def test_no_fact_is_set_by_hand_while_a_side_is_asked():
    p = dead(at_refit(AXIS, (4, 4, 1)), "ger-para-i5")
    go_on(p)
    slip = SetFact(side="Axis", reason="a slip", fact={"kind": "control changed", "hex": "A48.24", "side": "Allied"})
    refusal = p.rules.check(p.state, slip)
    assert refusal is not None and refusal.code == "not now"
