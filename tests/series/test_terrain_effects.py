"""Terrain in combat: what a hex offers its defender, multipliers by category, and anti-tank effects (OCS 9.3, 9.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from ocs_engine.series import terrain_effects
from ocs_engine.series.terrain_effects import HEXSIDE
from ocs_engine.state.model import Mode, Unit, Up
from ocs_engine.world.catalogue import read_catalogue
from ocs_engine.world.counters import Category, Symbol
from ocs_engine.world.errors import DataError
from ocs_engine.world.world import World, load_world
from tests.positions import position

WORLD = load_world("race-for-tunis")
HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
TANKS, GRENADIERS, INFANTRY = "ger-pz-190", "ger-10pz-69pg", "ger-inf-47"  # Armor, Mech, Other
DESTROYERS = "us-td-776"  # Mech with the Anti-Tank symbol

GROUND = """
    A20.20: hills
    A20.20: village
    A20.19: village
    A30.20: city
    A30.21: poi
    A20.20 | A20.21: minor_river
    A20.20 | A21.21: major_river
    A20.20 | A21.20: blocked
    A20.20 | A20.19: blocked_with_road
    A20.20 | A19.20: wadi
    A20.21: mountain
"""
"""A hill with a village; clockwise from north a minor and a major river, blocked sides, a wadi, and a dry side."""


def drawn(ground: str = GROUND) -> World:
    """A world with something drawn on a plain."""
    return position(ground=ground).state.world


def unit(uid: str, **state: object) -> Unit:
    """A counter of the catalogue in some state."""
    return Unit((WORLD.counters | WORLD.repls)[uid], 0, **state)  # type: ignore[arg-type]


def attack(
    world: World, uid: str, choice: str, level: str = "None", start: str = "A19.21", target: str = "A20.20"
) -> Fraction:
    """The multiplier of an attacker."""
    hex_ = world.atlas.grid.hex
    return terrain_effects.attack_factor(world, unit(uid), hex_(start), hex_(target), choice, level).value


def with_open(world: World, **changes: object) -> World:
    """The same world with another line for open ground."""
    chart = replace(world.chart, hex=world.chart.hex | {"open": replace(world.chart.hex["open"], **changes)})  # type: ignore[arg-type]
    return replace(world, chart=chart)


# --- 9.3, 9.4b, 9.4c what a defender may choose


@pytest.mark.rule("OCS 9.3", "OCS 9.4")
@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("A19.20", ("open",)),
        ("A20.20", ("hills", "village")),
        ("A20.19", ("open", "village")),
        ("A30.20", ("open", "city")),
        ("A30.21", ("open",)),  # a point of interest is no terrain
        ("A20.21", ("mountain",)),
    ],
)
def test_a_defender_chooses_among_the_terrains_of_his_hex(label: str, expected: tuple[str, ...]) -> None:
    world = drawn()
    assert terrain_effects.terrains(world, world.atlas.grid.hex(label)) == expected


@pytest.mark.rule("OCS 9.4")
@pytest.mark.parametrize(
    ("start", "water"),
    [
        ("A20.21", True),  # minor river
        ("A21.21", True),  # major river
        ("A21.20", False),  # wholly sea: nothing attacks across it, so nothing counts
        ("A20.19", True),  # sea with a road
        ("A19.20", True),  # wadi
        ("A19.21", False),  # nothing
    ],
)
def test_against_each_stack_a_terrain_of_the_hex_or_the_hexside_it_attacks_across(start: str, water: bool) -> None:
    world = drawn()
    hex_ = world.atlas.grid.hex
    found = terrain_effects.against(world, hex_(start), hex_("A20.20"))
    assert found == (("hills", "village", HEXSIDE) if water else ("hills", "village"))


@pytest.mark.rule("OCS 9.4")
def test_a_river_counts_in_both_directions_and_for_the_hex_it_borders_alone() -> None:
    world = drawn()
    hex_ = world.atlas.grid.hex
    assert terrain_effects.against(world, hex_("A20.20"), hex_("A20.21")) == ("mountain", HEXSIDE)
    assert terrain_effects.against(world, hex_("A20.22"), hex_("A20.21")) == ("mountain",)


@pytest.mark.rule("OCS 9.3")
@pytest.mark.parametrize(
    ("terrain", "row"),
    [("open", "Open"), ("sand", "Open"), ("hills", "Close"), ("village", "Close"), ("mountain", "Very Close"),
     ("city", "Very Close"), ("marsh", "Very Close"), ("salt_marsh", "Close"), ("rough", "Close")],
)  # fmt: skip
def test_the_terrain_gives_the_row_of_the_combat_table(terrain: str, row: str) -> None:
    assert terrain_effects.terrain_row(WORLD, terrain) == row
    assert row in WORLD.tables["combat_table"]["columns_by_terrain_class"]


# --- 9.4a multipliers by category


@pytest.mark.rule("OCS 9.4")
@pytest.mark.parametrize(
    ("choice", "start", "armor", "mech", "other"),
    [
        # as the terrain chart has them
        ("hills", "A19.21", 1, 1, 1),
        ("village", "A19.21", 1, 1, 1),
        (HEXSIDE, "A20.21", HALF, HALF, HALF),
        (HEXSIDE, "A21.21", QUARTER, THIRD, HALF),
        (HEXSIDE, "A20.19", QUARTER, QUARTER, QUARTER),
        (HEXSIDE, "A19.20", HALF, HALF, HALF),
    ],
)
def test_each_category_has_its_multiplier(
    choice: str, start: str, armor: Fraction, mech: Fraction, other: Fraction
) -> None:
    world = drawn()
    found = [attack(world, uid, choice, start=start) for uid in (TANKS, GRENADIERS, INFANTRY)]
    assert found == [armor, mech, other]


@pytest.mark.rule("OCS 9.4")
def test_the_symbol_is_not_the_category() -> None:
    # panzer grenadiers that ride are red and double in the open; infantry in lorries does not
    world = drawn()
    assert attack(world, GRENADIERS, "open", target="A19.20") == 2
    assert attack(world, INFANTRY, "open", target="A19.20") == 1


@pytest.mark.rule("OCS 9.4")
def test_the_terrain_of_the_attackers_hex_never_matters() -> None:
    plain, hilly = drawn("A30.20: hills"), drawn("A20.21: mountain")
    assert attack(hilly, TANKS, "open", start="A20.21") == attack(plain, TANKS, "open", start="A20.21") == 2


# --- 9.4d brackets


@pytest.mark.rule("OCS 9.4d")
def test_bracketed_multipliers_are_for_attackers_alone() -> None:
    two = dict.fromkeys(Category, Fraction(2))
    bracketed = with_open(WORLD, attack=two, defend=two, bracketed=True)
    plain = with_open(WORLD, attack=two, defend=two, bracketed=False)
    for uid in (TANKS, GRENADIERS, INFANTRY):
        assert attack(bracketed, uid, "open") == attack(plain, uid, "open") == 2
        assert terrain_effects.defence_factor(bracketed, unit(uid), "open").value == 1
        assert terrain_effects.defence_factor(plain, unit(uid), "open").value == 2
    assert terrain_effects.defence_factor(bracketed, unit(TANKS), "open").rule == "OCS 9.4d"


@pytest.mark.rule("OCS 9.4d")
def test_armor_is_doubled_in_the_open_when_it_attacks_and_not_when_it_defends() -> None:
    assert attack(WORLD, TANKS, "open") == 2
    assert terrain_effects.defence_factor(WORLD, unit(TANKS), "open").value == 1


@pytest.mark.rule("OCS 9.4")
@pytest.mark.parametrize(
    ("terrain", "armor", "mech", "other"),
    [("mountain", THIRD, HALF, 1), ("city", HALF, 1, 1), ("hills", 1, 1, 1), ("marsh", HALF, HALF, 1)],
)
def test_defenders_have_multipliers_of_their_own(terrain: str, armor: Fraction, mech: Fraction, other: int) -> None:
    found = [terrain_effects.defence_factor(WORLD, unit(uid), terrain).value for uid in (TANKS, GRENADIERS, INFANTRY)]
    assert found == [armor, mech, other]


# --- 9.4e anti-tank effects


@pytest.mark.rule("OCS 9.4e")
@pytest.mark.parametrize(
    ("uid", "level"),
    [
        (TANKS, "Heavy"),  # yellow
        ("ger-tiger-1-501", "Heavy"),
        ("it-ag-557", "Heavy"),  # an assault gun, but yellow
        ("ger-pj-605", "Heavy"),
        (DESTROYERS, "Heavy"),  # red, with the Anti-Tank symbol
        ("us-td-1-213", "Heavy"),  # neither, with the Anti-Tank symbol
        ("br-at-5", "Heavy"),
        ("ger-10pz-90pj", "Heavy"),
        ("ger-flak-i-33", "Heavy"),  # Anti-Aircraft symbol
        (GRENADIERS, "Light"),
        ("br-6arm-1derby", "Light"),  # armored cars, red
        ("ger-90le-580rec", "Light"),
        ("fr-mech-coutx", "Light"),
        (INFANTRY, "None"),
        ("ger-para-i5", "None"),
        ("ger-hq-90", "None"),
        ("ger-arty-afr1", "None"),
        ("axis-pax", "None"),
    ],
)
def test_the_anti_tank_level_of_a_unit(uid: str, level: str) -> None:
    assert terrain_effects.anti_tank_level(unit(uid)) == level


@pytest.mark.rule("OCS 9.4e")
def test_a_plain_tank_symbol_on_red_is_heavy() -> None:
    counter = replace(WORLD.counters[TANKS], category=Category.MECH)
    assert counter.symbol is Symbol.TANK
    assert terrain_effects.anti_tank_level(Unit(counter, 0)) == "Heavy"
    assert terrain_effects.anti_tank_level(Unit(replace(counter, symbol=Symbol.OTHER), 0)) == "Light"
    assert terrain_effects.anti_tank_level(Unit(replace(counter, category=Category.OTHER), 0)) == "None"


HELD = """
    == Axis ==
    A20.20: {}
    == Allied ==
    A20.21: Fr Mech Rgt (Coutx)
"""


@pytest.mark.rule("OCS 9.4e", "OCS 16.0d")
@pytest.mark.parametrize(
    ("stack", "level"),
    [
        ("March Bn (T-1)", "None"),
        ("March Bn (T-1), 10 Pz Div (69 PG)", "Light"),
        ("10 Pz Div (69 PG), March Bn (T-1), PJ Bn (605), LW Para Bn (I-5)", "Heavy"),
        ("March Bn (T-1), LW Flak Bn (I-33)", "Heavy"),
        ("March Bn (T-1), Level 1 hedgehog", "Heavy"),
    ],
)
def test_the_best_unit_gives_the_level_of_the_hex_and_a_hedgehog_is_heavy(stack: str, level: str) -> None:
    p = position(HELD.format(stack))
    hex_ = p.hex("A20.20")
    assert terrain_effects.defending_level(p.state, hex_, p.state.here[hex_]) == level


@pytest.mark.rule("OCS 9.4e")
@pytest.mark.parametrize(
    "wreck", [{"marker": Mode.DG}, {"marker": Mode.STRAT, "up": Up.MOVE}, {"oos": True}, {"marker": Mode.RESERVE}]
)
def test_the_level_does_not_ask_for_mode_or_supply(wreck: dict[str, object]) -> None:
    assert terrain_effects.anti_tank_level(unit("ger-pj-605", **wreck)) == "Heavy"


@pytest.mark.rule("OCS 9.4e")
@pytest.mark.parametrize(
    ("uid", "level", "multiplier"),
    [
        # x2 becomes x1.5 where the hex has a level equal to or above that of the attacker himself
        (TANKS, "None", 2), (TANKS, "Light", 2), (TANKS, "Heavy", Fraction(3, 2)),
        (GRENADIERS, "None", 2), (GRENADIERS, "Light", Fraction(3, 2)), (GRENADIERS, "Heavy", Fraction(3, 2)),
        (DESTROYERS, "None", 2), (DESTROYERS, "Light", 2), (DESTROYERS, "Heavy", Fraction(3, 2)),
        (INFANTRY, "None", 1), (INFANTRY, "Light", 1), (INFANTRY, "Heavy", 1),
        ("ger-10pz-90pj", "Heavy", 1),
    ],
)  # fmt: skip
def test_anti_tank_effects_in_the_open(uid: str, level: str, multiplier: Fraction) -> None:
    assert attack(WORLD, uid, "open", level) == multiplier


@pytest.mark.rule("OCS 9.4e")
@pytest.mark.parametrize("multiplier", [HALF, Fraction(1), Fraction(3, 2), Fraction(3)])
def test_only_a_multiplier_of_exactly_two_is_cut(multiplier: Fraction) -> None:
    world = with_open(WORLD, attack=dict.fromkeys(Category, multiplier))
    for uid in (TANKS, GRENADIERS):
        assert attack(world, uid, "open", "Heavy") == multiplier


@pytest.mark.rule("OCS 9.4e")
def test_only_armor_and_mech_are_cut() -> None:
    world = with_open(WORLD, attack=dict.fromkeys(Category, Fraction(2)))
    assert attack(world, INFANTRY, "open", "Heavy") == 2
    assert attack(world, "ger-flak-i-33", "open", "Heavy") == 2  # Heavy itself, and neither yellow nor red
    assert attack(world, TANKS, "open", "Heavy") == Fraction(3, 2)


@pytest.mark.rule("OCS 9.4e")
def test_the_working_says_what_cut_the_multiplier() -> None:
    hex_ = WORLD.atlas.grid.hex
    cut = terrain_effects.attack_factor(WORLD, unit(TANKS), hex_("A20.21"), hex_("A20.20"), "open", "Heavy")
    plain = terrain_effects.attack_factor(WORLD, unit(TANKS), hex_("A20.21"), hex_("A20.20"), "open", "Light")
    assert (cut.rule, plain.rule) == ("OCS 9.4e", "OCS 9.4")
    assert "Heavy" in cut.why and "open" in plain.why


# --- the symbols as data


@pytest.fixture
def symbols(tmp_path: Path) -> Callable[[str], Path]:
    """An overlay whose file of symbols holds a text."""

    def write(text: str) -> Path:
        (tmp_path / "tunisia2").mkdir()
        (tmp_path / "tunisia2/symbols.json").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_a_symbol_can_be_corrected(symbols: Callable[[str], Path]) -> None:
    folder = symbols('{"symbols": {"tank": {"types": ["pz", "AC"]}}}')
    counters = read_catalogue(folder).counters
    cars = Unit(counters["br-6arm-1derby"], 0)
    assert cars.counter.symbol is Symbol.TANK
    assert terrain_effects.anti_tank_level(cars) == "Heavy"
    assert counters["ger-tiger-1-501"].symbol is Symbol.OTHER


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"symbols": {"tank": {"types": ["pz", "tigre"]}}}', r"1:39: .*'tigre' is the type of no counter.*Tiger"),
        ('{"symbols": {"tank": {"types": ["pz", "flak"]}}}', "'flak' has the symbol tank already"),
    ],
)
def test_a_symbol_of_no_type_and_a_type_of_two_symbols_are_refused(
    symbols: Callable[[str], Path], text: str, told: str
) -> None:
    with pytest.raises(DataError, match=told):
        read_catalogue(symbols(text))
