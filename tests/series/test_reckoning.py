"""The working of an attack up to the dice: strengths, terrain, odds, column and modifiers (OCS 9.2 to 9.7, 9.14a)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.reckoning import attack_of, best_terrain, reckon
from ocs_engine.series.tables.surprise import surprise_drm
from ocs_engine.series.terrain_effects import HEXSIDE, against, terrains
from ocs_engine.state.events import put_units
from ocs_engine.state.fight_events import CombatReckoned, UnitTold
from ocs_engine.world.counters import Face, Mobility
from tests.positions import Position, position

COMBAT = "Allied Combat Phase, Combat Segment"
PLAIN = "A30.30: hills"
TARGET = "A20.20"


def fight(
    axis: str, allied: str, ground: str = PLAIN, when: str = COMBAT
) -> Position:  # fmt: skip
    """Axis units in A20.20, Allied ones in A20.21, north of it, or where their lines say."""
    placed = allied if ":" in allied else f"A20.21: {allied}"
    lines = "\n".join(part.strip() for part in placed.split(";"))
    return position(f"== Axis ==\nA20.20: {axis}\n== Allied ==\n{lines}", when, ground=ground)


def shared(p: Position, target: str = TARGET) -> tuple[dict[str, str], list[str]]:
    """All enemies of a hex with the labels of their hexes, and all who hold it, in the roster's order."""
    state, hex_ = p.state, p.hex(target)
    held = [uid for uid in state.roster if state.units[uid].place == hex_]
    side = state.units[held[0]].side
    enemies = [uid for uid, unit in state.in_order() if unit.side is not side]
    return {uid: state.world.label(state.units[uid].place) for uid in enemies}, held


def reckoned(
    p: Position,
    terrain: str = "open",
    choice: str | dict[str, str] = "open",
    target: str = TARGET,
    leads: tuple[str, str] | None = None,
    overrun: bool = False,
    unpaid: bool = False,
) -> CombatReckoned:
    """The working of an attack by all enemies of a hex; one choice for every attacking hex, or one for each."""
    units, held = shared(p, target)
    chosen = dict.fromkeys(units.values(), choice) if isinstance(choice, str) else choice
    who = (p.id(leads[0]), p.id(leads[1])) if leads else (next(iter(units)), held[0])
    side = p.state.units[who[0]].side
    event = reckon(p.state, side, p.hex(target), units, held, who, terrain, chosen, overrun, held if unpaid else ())
    check_working(p, event)
    return event


def check_working(p: Position, event: CombatReckoned) -> None:
    """The factors make each total, the totals their sums, and the event is the same when read again."""
    for told, text in ((event.attack, event.attack_total), (event.defend, event.defend_total)):
        whole = Fraction(0)
        for each in told:
            value = Fraction(each.printed)
            for factor in each.factors:
                assert factor.rule and factor.why
                value *= Fraction(factor.value)
            assert Fraction(each.total) == value
            whole += value
        assert Fraction(text) == whole
    assert CombatReckoned.model_validate_json(event.model_dump_json()) == event
    attack = attack_of(p.state, event)
    assert (str(attack.attack), str(attack.defend)) == (event.attack_total, event.defend_total)
    flat = surprise_drm(p.state.world.tables, attack.drm, attack.hedgehog)
    assert sum(int(line.value) for line in event.modifiers) == flat, "the modifiers are those of the surprise roll"


def told(p: Position, event: CombatReckoned, name: str) -> UnitTold:
    """What the working says of one unit."""
    return next(each for each in (*event.attack, *event.defend) if each.unit == p.id(name))


def made(p: Position, name: str, strength: int, steps: int = 1, lost: int = 0) -> Position:
    """The same position with a made-up counter in place of one: another strength, several steps."""
    unit = p.unit(name)
    face = Face(Mobility.LEG, 6, strength, parenthesised=False, barrage=0, throw=0)
    counter = replace(unit.counter, steps=steps, re=4 * steps, combat=face, move=face)
    state = put_units(p.state, {p.id(name): replace(unit, counter=counter, lost=lost)})
    return Position(p.rules, state, RecordedDice(()))


# --- 9.7 odds


@pytest.mark.rule("OCS 9.7")
def test_twenty_two_against_eight_is_three_to_one() -> None:
    # 8 + 8 + 6 against 4 + 4, all Other in hills: 22/8 = 2.75
    allied = "1 Br Inf Div (2 Inf), 1 Br Inf Div (3 Inf), 34 US Inf Div (133 Inf)"
    p = fight("LW Para Bn (I-5), LW Para Bn (III-5)", allied, f"{TARGET}: hills")
    event = reckoned(p, "hills", "hills")
    assert (event.attack_total, event.defend_total, event.odds) == ("22", "8", "3:1")
    # the Close row from the left: 1:4 1:3 1:2 1:1 2:1 3:1
    assert (event.row, event.column, event.heading) == ("Close", 5, "3:1")


@pytest.mark.rule("OCS 9.7")
def test_seven_against_eighteen_is_one_to_three() -> None:
    # 7 against 8 + 8 + 2: 18/7 = 2.57; the Axis attacks northward from A20.20
    allied = "1 Br Inf Div (2 Inf), 1 Br Inf Div (3 Inf), Fr Inf Bn (Zouv)"
    p = fight("334 Inf Div (754 Inf)", allied, when="Axis Combat Phase, Combat Segment")
    event = reckoned(p, target="A20.21")
    assert (event.attack_total, event.defend_total, event.odds) == ("7", "18", "1:3")
    assert (event.row, event.column, event.heading) == ("Open", 2, "1:3")  # 1:5 1:4 1:3
    assert event.side == "Axis" and event.target == "A20.21"


@pytest.mark.rule("OCS 4.2", "OCS 9.7", "OCS 9.4e")
def test_fractions_count_until_the_odds_are_made() -> None:
    # tanks of 6 and 7 that are DG, x1.5 in the open against Heavy AT: 13/2 x 3/2 = 9.75; DG Tigers of 4 have 2
    p = fight("Tiger Co (1/501)   -- DG", "US Arm Bn (751), 7 Arm Div (1 RTR)   -- DG")
    event = reckoned(p)
    assert (event.attack_total, event.defend_total, event.odds) == ("39/4", "2", "5:1")
    assert (event.column, event.heading) == (8, "5:1")


@pytest.mark.rule("OCS 9.7")
@pytest.mark.parametrize(
    ("attack", "defend", "odds", "column", "heading"),
    [
        (6, 1, "6:1", 8, "5:1"),  # no 6:1 in the Open row: the highest that is not above
        (12, 1, "12:1", 11, "11:1"),
        (40, 1, "40:1", 12, "13:1"),  # beyond the row: its end column
        (1, 12, "1:12", 0, "1:5"),
        (5, 2, "3:1", 6, "3:1"),  # 2.5 goes up
        (2, 5, "1:3", 2, "1:3"),  # for the defender too
        (3, 2, "2:1", 5, "2:1"),
        (7, 5, "1:1", 4, "1:1"),
    ],
)
def test_the_column_is_the_highest_not_above_the_odds(
    attack: int, defend: int, odds: str, column: int, heading: str
) -> None:
    p = made(made(fight("March Bn (T-1)", "Para Bn (1)"), "T-1", defend), "1", attack)
    event = reckoned(p)
    assert (event.odds, event.column, event.heading) == (odds, column, heading)


# --- 9.14a zero strength


@pytest.mark.rule("OCS 9.14a")
@pytest.mark.parametrize(
    ("attack", "defend", "odds", "column", "heading"),
    [(3, 0, "", 12, "13:1"), (0, 3, "", 0, "1:5"), (0, 0, "1:1", 4, "1:1")],
)
def test_a_side_without_strength_starts_at_an_end_of_the_row(
    attack: int, defend: int, odds: str, column: int, heading: str
) -> None:
    p = made(made(fight("March Bn (T-1)", "Para Bn (1)"), "T-1", defend), "1", attack)
    event = reckoned(p)
    assert (event.odds, event.column, event.heading) == (odds, column, heading)


@pytest.mark.rule("OCS 9.14a", "OCS 5.8")
def test_a_hex_of_strat_units_alone_has_no_strength() -> None:
    event = reckoned(fight("March Bn (T-1), LW Para Bn (I-5)   -- Strat", "Para Bn (1)"))
    assert (event.defend_total, event.odds, event.heading) == ("0", "", "13:1")


# --- 9.1d all defend


@pytest.mark.rule("OCS 9.1")
def test_all_combat_units_of_the_hex_defend_as_one_sum() -> None:
    # 2, an HQ of 5, artillery of 1 and a flak battalion of (7) with its strength in parentheses
    p = fight("March Bn (T-1), Corps HQ (90), Arty Rgt (Afr-1), LW Flak Bn (I-33)", "Para Bn (1)")
    event = reckoned(p)
    assert len(event.defend) == 4 and event.defend_total == "15"
    assert {each.hex for each in event.defend} == {TARGET}


# --- 9.4 terrain


@pytest.mark.rule("OCS 9.4", "OCS 9.4d")
def test_multipliers_go_unit_by_unit_by_category() -> None:
    # in the open tanks of 5 and armored cars of 3 count twice, infantry of 8 once; a March battalion of 2 defends
    p = fight("March Bn (T-1)", "6 Arm Div (17/21 L Arm), 6 Arm Div (1 Derby AC), 1 Br Inf Div (2 Inf)")
    event = reckoned(p)
    assert [told(p, event, name).total for name in ("17/21 L Arm", "1 Derby AC", "2 Inf")] == ["10", "6", "8"]
    assert event.attack_total == "24" and event.odds == "12:1"
    infantry = told(p, event, "2 Inf")
    assert [(each.value, each.why) for each in infantry.factors] == [("1", "open")]  # x1 is told too


@pytest.mark.rule("OCS 9.4e")
def test_the_whole_stack_of_the_defender_gives_the_level() -> None:
    # Light AT in the hex cuts the armored cars (Light) and not the tanks (Heavy): 5 x 2 + 3 x 1.5
    p = fight("March Bn (T-1), 10 Pz Div (69 PG)", "6 Arm Div (17/21 L Arm), 6 Arm Div (1 Derby AC)")
    event = reckoned(p)
    assert [told(p, event, name).total for name in ("17/21 L Arm", "1 Derby AC")] == ["10", "9/2"]
    assert [told(p, event, name).at for name in ("17/21 L Arm", "1 Derby AC", "T-1", "69 PG")] == [
        "Heavy", "Light", "None", "Light",
    ]  # fmt: skip


@pytest.mark.rule("OCS 9.3", "OCS 9.4")
def test_the_defender_chooses_for_his_stack_and_against_each_attacking_stack_by_itself() -> None:
    # a village in the open with a river to the north: tanks of 5 from the north count half over the river, tanks of 6
    # from the south once for the village; the defender stands in the open himself, though the row is then Open
    ground = f"{TARGET}: village\nA20.21 | {TARGET}: minor_river"
    allied = "A20.21: 6 Arm Div (17/21 L Arm); A20.19: US Arm Bn (751)"
    p = fight("March Bn (T-1), LW Para Bn (I-5)", allied, ground)
    event = reckoned(p, "open", {"A20.21": HEXSIDE, "A20.19": "village"})
    assert (event.attack_total, event.defend_total, event.row) == ("17/2", "6", "Open")
    assert (event.odds, event.heading) == ("1:1", "1:1")  # 8.5/6 = 1.42
    assert event.terrain == "open" and event.against == {"A20.21": HEXSIDE, "A20.19": "village"}
    assert [told(p, event, name).hex for name in ("17/21 L Arm", "751")] == ["A20.21", "A20.19"]
    # the same in the village: 8.5 against 6 on the Close row
    village = reckoned(p, "village", {"A20.21": HEXSIDE, "A20.19": "village"})
    assert (village.row, village.column, village.heading) == ("Close", 3, "1:1")


@pytest.mark.rule("OCS 9.4")
def test_never_both_the_terrain_and_the_hexside() -> None:
    # rough ground halves tanks and so does the river; either way they count half and not a quarter
    p = fight("March Bn (T-1)", "US Arm Bn (751)", f"{TARGET}: rough\nA20.21 | {TARGET}: minor_river")
    assert [reckoned(p, "rough", choice).attack_total for choice in ("rough", HEXSIDE)] == ["3", "3"]


@pytest.mark.rule("OCS 9.4")
def test_defenders_multiply_by_the_terrain_they_stand_in() -> None:
    # in a mountain armor of 6 defends with a third, mech of 5 with half, infantry of 2 in full
    p = fight("Pz Bn (190), 21 Pz Div (104 KG x1 a), March Bn (T-1)", "Para Bn (1)", f"{TARGET}: mountain")
    event = reckoned(p, "mountain", "mountain")
    assert [told(p, event, name).total for name in ("190", "104 KG x1 a", "T-1")] == ["2", "5/2", "2"]
    assert event.defend_total == "13/2" and event.row == "Very Close"


# --- 9.5, 9.11d, 5.7 to 5.10 what halves


@pytest.mark.rule("OCS 9.5")
@pytest.mark.parametrize(
    ("remark", "unpaid", "defend"),
    [
        ("Combat", False, "4"),
        ("Combat", True, "2"),  # a defender without combat supply has half
        ("OOS", False, "2"),
        ("OOS", True, "1"),  # and out of supply half of that
        ("OOS, DG", True, "1/2"),
        ("Reserve", False, "2"),
    ],
)
def test_what_halves_a_defender(remark: str, unpaid: bool, defend: str) -> None:
    p = fight(f"LW Para Bn (I-5)   -- {remark}", "Para Bn (1)")
    assert reckoned(p, unpaid=unpaid).defend_total == defend


@pytest.mark.rule("OCS 9.5")
@pytest.mark.parametrize(("remark", "attack"), [("Combat", "4"), ("OOS", "2"), ("DG", "2"), ("OOS, DG", "1")])
def test_what_halves_an_attacker(remark: str, attack: str) -> None:
    p = fight("March Bn (T-1)", f"Para Bn (1)   -- {remark}")
    assert reckoned(p).attack_total == attack


@pytest.mark.rule("OCS 9.11d")
def test_fourteen_with_three_steps_and_one_lost_attacks_with_seven_and_defends_with_fourteen() -> None:
    p = fight("LW Para Rgt (Baren)", "Para Bn (1)")
    reduced = made(made(p, "Baren", 14, steps=3, lost=1), "1", 14, steps=3, lost=1)
    event = reckoned(reduced)
    assert (event.attack_total, event.defend_total) == ("7", "14")


@pytest.mark.rule("OCS 9.4", "OCS 4.3")
def test_terrain_multiplies_with_all_else() -> None:
    # tanks of 6, DG and out of supply, over a river: an eighth of 6
    p = fight("March Bn (T-1)", "US Arm Bn (751)   -- DG, OOS", f"A20.21 | {TARGET}: wadi")
    event = reckoned(p, "open", HEXSIDE)
    assert event.attack_total == "3/4"
    assert [each.rule for each in event.attack[0].factors] == ["OCS 5.10b", "OCS 9.5a", "OCS 9.4"]
    assert event.odds == "1:3"  # 2 against 3/4: 2.67


# --- 9.6 action ratings, 16.0d hedgehogs


@pytest.mark.rule("OCS 9.6")
@pytest.mark.parametrize(
    ("axis", "allied", "values"),
    [
        ("March Bn (T-1)", "Para Bn (1)", ["+5", "-2"]),  # 4-5-3 against 2-2-3
        ("Corps HQ (90)", "Para Bn (1)", ["+5", "+0"]),
        ("LW Para Bn (I-5)   -- DG", "Para Bn (1)   -- DG", ["+4", "-4"]),
        ("LW Para Bn (I-5)   -- Strat", "Para Bn (1)", ["+5", "+0"]),
        ("It Static Rgt (280 CD)   -- DG", "Fr Inf Bn (Zouv)", ["+2", "+1"]),  # 0 becomes -1
    ],
)
def test_both_action_ratings_are_told(axis: str, allied: str, values: list[str]) -> None:
    event = reckoned(fight(axis, allied))
    assert [line.value for line in event.modifiers] == values
    assert {line.rule for line in event.modifiers} == {"OCS 9.6"}


@pytest.mark.rule("OCS 9.6")
def test_the_named_units_lead() -> None:
    p = fight("March Bn (T-1), LW Para Bn (I-5)", "Fr Inf Bn (Zouv), Para Bn (1)")
    event = reckoned(p, leads=("Zouv", "I-5"))
    assert (event.attacker_lead, event.defender_lead) == (p.id("Zouv"), p.id("I-5"))
    attack = attack_of(p.state, event)
    assert (attack.attacker_ar, attack.defender_ar, attack.drm) == (2, 5, -3)


@pytest.mark.rule("OCS 16.0d", "OCS 9.4e")
@pytest.mark.parametrize("level", [1, 3])
def test_a_hedgehog_takes_one_from_surprise_whatever_its_level_and_is_heavy(level: int) -> None:
    p = fight(f"March Bn (T-1), Level {level} hedgehog", "US Arm Bn (751)")
    event = reckoned(p)
    assert [(line.value, line.rule) for line in event.modifiers][2:] == [("-1", "OCS 16.0d")]
    assert event.hedgehog == level == attack_of(p.state, event).hedgehog  # the combat roll takes the full level
    assert event.attack_total == "9"  # 6 x 1.5


@pytest.mark.rule("OCS 9.2")
def test_an_overrun_is_reckoned_alike_and_named_so() -> None:
    p = fight("March Bn (T-1)", "US Arm Bn (751)")
    regular, overrun = reckoned(p), reckoned(p, overrun=True)
    assert overrun == regular.model_copy(update={"overrun": True})
    assert attack_of(p.state, overrun).overrun and not attack_of(p.state, regular).overrun


# --- the best choice for a defender


@pytest.mark.rule("OCS 9.3", "OCS 9.4")
@pytest.mark.parametrize(
    ("axis", "allied", "ground", "terrain", "choices"),
    [
        # tanks count once in the village and twice in the open; 6 against 2 is 3:1, column 6 Open and 5 Close
        ("March Bn (T-1)", "US Arm Bn (751)", f"{TARGET}: village", "village", {"A20.21": "village"}),
        # the river halves them
        ("March Bn (T-1)", "US Arm Bn (751)", f"{TARGET}: village\nA20.21 | {TARGET}: wadi", "village",
         {"A20.21": HEXSIDE}),
        # tanks of 6 attacked by 8 and 4: a third of them in the mountain, 12:2 = 6:1, column 6 Very Close; in the
        # village 12:6 = 2:1, column 4 Close
        ("Pz Bn (190)", "1 Br Inf Div (2 Inf), Para Bn (1)", f"{TARGET}: mountain\n{TARGET}: village", "village",
         {"A20.21": "mountain"}),
        # infantry of 4 attacked by 8: 2:1, column 3 Very Close and 4 Close
        ("LW Para Bn (I-5)", "1 Br Inf Div (2 Inf)", f"{TARGET}: mountain\n{TARGET}: village", "mountain",
         {"A20.21": "mountain"}),
        # tanks of 6 + 6 against 2: 1:6 and 1:12 both start at the left end; strength decides for the village
        ("10 Pz Div (I-7 Pz), 10 Pz Div (II-7 Pz)", "Fr Inf Bn (Zouv)   -- DG",
         f"{TARGET}: salt_marsh\n{TARGET}: village", "village", {"A20.21": "salt_marsh"}),
        # each attacking hex for itself
        ("March Bn (T-1)", "A20.21: US Arm Bn (751); A20.19: US Arm Bn (70)",
         f"{TARGET}: village\nA20.21 | {TARGET}: major_river", "village", {"A20.21": HEXSIDE, "A20.19": "village"}),
    ],
)  # fmt: skip
def test_the_best_terrain_for_the_defender(
    axis: str, allied: str, ground: str, terrain: str, choices: dict[str, str]
) -> None:
    p = fight(axis, allied, ground)
    units, held = shared(p)
    assert best_terrain(p.state, p.hex(TARGET), units, held) == (terrain, choices)


@pytest.mark.rule("OCS 9.3", "OCS 9.4")
@pytest.mark.parametrize(
    "ground", ["mountain\n{}: city", "rough\n{}: village", "hills\n{}: city", "marsh\n{}: village"]
)
@pytest.mark.parametrize("axis", ["Pz Bn (190)", "21 Pz Div (104 KG x1 a), Tiger Co (1/501)", "March Bn (T-1)"])
def test_no_choice_starts_further_left_than_the_best(ground: str, axis: str) -> None:
    water = f"A20.21 | {TARGET}: wadi\nA21.21 | {TARGET}: major_river"
    north, east = "A20.21: US Arm Bn (751), Para Bn (1)", "A21.21: 6 Arm Div (1 Derby AC), 1 Br Inf Div (2 Inf)"
    allied = f"{north}; {east}; A20.19: Para Bn (2)"
    p = fight(axis, allied, f"{TARGET}: {ground.format(TARGET)}\n{water}")
    units, held = shared(p)
    world, hex_ = p.state.world, p.hex(TARGET)
    terrain, choices = best_terrain(p.state, hex_, units, held)
    best = reckoned(p, terrain, choices)
    starts = list(choices)
    ways = [against(world, p.hex(start), hex_) for start in starts]
    for own in terrains(world, hex_):
        for chosen in product(*ways):
            other = reckoned(p, own, dict(zip(starts, chosen, strict=True)))
            assert best.column <= other.column
            assert Fraction(best.attack_total) <= Fraction(other.attack_total)
