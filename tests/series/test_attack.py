"""Who may attack what in a combat segment (OCS 9.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.attack import attack_refusal, attackers, can_attack, targets, units_refusal
from ocs_engine.series.reckoning import reckon
from ocs_engine.state.events import SlotEntered, put_units
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, AXIS, Position, position

COMBAT = "Allied Combat Phase, Combat Segment"
EXPLOITATION = "Allied Exploitation Phase, Combat Segment"
PLAIN = "A30.30: hills"

FACING = """
    == Axis ==
    A20.20: March Bn (T-1), LW Para Bn (I-5)
    A20.18: March Bn (T-2)
    == Allied ==
    A20.21: {}
"""


def facing(stack: str, when: str = COMBAT, ground: str = PLAIN, **more: tuple[str, ...]) -> Position:
    """Axis infantry in A20.20, and Allied units north of it in A20.21."""
    return position(FACING.format(stack), when, ground=ground, **more)  # type: ignore[arg-type]


def why(p: Position, name: str, target: str = "A20.20") -> str | None:
    """The rule by which a unit may not attack a hex, None where it may."""
    refusal = attack_refusal(p.state, p.id(name), p.hex(target))
    if refusal is None:
        return None
    assert refusal.code and refusal.sentence
    return refusal.rule


def brute_force(state: State, side: Side) -> dict[int, tuple[str, ...]]:
    """Every hex and unit tried one by one."""
    found = {}
    for hex_ in range(state.world.atlas.grid.size):
        if any(state.units[uid].side is not side for uid in state.here.get(hex_, ())):
            able = [u for u in state.roster if state.units[u].side is side and not attack_refusal(state, u, hex_)]
            if able:
                found[hex_] = tuple(able)
    return found


def at(p: Position, state: State) -> Position:
    """The same game in another state."""
    return Position(p.rules, state, RecordedDice(()))


def fought(p: Position, names: str, target: str, overrun: bool = False) -> Position:
    """The position once some units have attacked a hex."""
    units = {uid: p.state.world.label(p.state.units[uid].place) for uid in p.ids(names)}
    held = p.state.here[p.hex(target)]
    against = dict.fromkeys(units.values(), "open")
    lead = next(iter(units))
    side = p.state.units[lead].side
    event = reckon(p.state, side, p.hex(target), units, held, (lead, held[0]), "open", against, overrun)
    return at(p, p.rules.apply(p.state, event))


# --- 9.1a, 9.1b regular attacks


@pytest.mark.rule("OCS 9.1")
def test_a_unit_may_attack_an_adjacent_hex_with_enemy_combat_units() -> None:
    p = facing("Fr Mech Rgt (Coutx)")
    assert why(p, "Coutx") is None
    assert why(p, "Coutx", "A20.18") == "OCS 9.1"  # three hexes away
    assert why(p, "Coutx", "A20.21") == "OCS 9.1"  # its own
    assert why(p, "Coutx", "A21.21") == "OCS 9.1"  # empty


@pytest.mark.rule("OCS 9.1")
@pytest.mark.parametrize("thing", ["Truck Point", "2 SP", "Level 1 hedgehog"])
def test_what_is_no_combat_unit_is_not_attacked(thing: str) -> None:
    p = position(f"== Axis ==\nA20.20: {thing}\n== Allied ==\nA20.21: Fr Mech Rgt (Coutx)", COMBAT, ground=PLAIN)
    assert why(p, "Coutx") == "OCS 9.1"
    assert targets(p.state, ALLIED) == {} and not can_attack(p.state, ALLIED)


@pytest.mark.rule("OCS 9.1")
@pytest.mark.parametrize(
    ("when", "allied", "axis"),
    [
        ("Allied Movement Phase, Movement Segment", "OCS 9.1", "OCS 9.1"),
        ("Allied Movement Phase, Barrage Segment", "OCS 9.1", "OCS 9.1"),
        ("Axis Reaction Phase, Movement Segment", "OCS 9.1", "OCS 9.1"),
        ("Allied Combat Phase, Barrage Segment", "OCS 9.1", "OCS 9.1"),
        ("Allied Combat Phase, Combat Segment", None, "OCS 9.1"),
        ("Axis Combat Phase, Combat Segment", "OCS 9.1", None),
        ("Allied Exploitation Phase, Movement Segment", "OCS 9.1", "OCS 9.1"),
    ],
)
def test_the_phasing_side_attacks_in_its_combat_segments(when: str, allied: str | None, axis: str | None) -> None:
    p = facing("Fr Mech Rgt (Coutx)", when)
    assert (why(p, "Coutx"), why(p, "I-5", "A20.21")) == (allied, axis)
    assert (can_attack(p.state, ALLIED), can_attack(p.state, AXIS)) == (allied is None, axis is None)


@pytest.mark.rule("OCS 9.1")
def test_from_any_number_of_hexes_and_with_part_of_a_stack() -> None:
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.21: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)
        A21.21: Para Bn (1)
        A21.20: Para Bn (2)
        A20.19: Para Bn (3)
        A19.20: Commando Bn (1 Cdo)
        A19.21: Fr Inf Bn (Zouv)
        A20.22: Fr Inf Rgt (4 Tun)
    """
    p = position(note, COMBAT, ground=PLAIN)
    names = ["Coutx", "6 Cdo", "1", "2", "3", "1 Cdo", "Zouv"]
    everyone = {uid for uid, unit in p.state.in_order() if unit.side is ALLIED and unit.place != p.hex("A20.22")}
    assert len(everyone) == len(names)
    assert set(attackers(p.state, ALLIED, p.hex("A20.20"))) == everyone
    assert units_refusal(p.state, sorted(everyone), p.hex("A20.20")) is None
    assert units_refusal(p.state, [p.id("6 Cdo")], p.hex("A20.20")) is None


@pytest.mark.rule("OCS 9.1")
def test_a_unit_in_an_off_map_box_attacks_nothing() -> None:
    note = "== Axis ==\nA20.20: March Bn (T-1)\n== Allied ==\nAlgiers: Fr Mech Rgt (Coutx)"
    p = position(note, COMBAT, ground=PLAIN)
    assert why(p, "Coutx") == "OCS 9.1"


def test_a_unit_that_is_not_there_is_refused() -> None:
    p = facing("Fr Mech Rgt (Coutx)")
    refusal = attack_refusal(p.state, "ghost", p.hex("A20.20"))
    assert refusal is not None and refusal.code == "no such unit"


# --- 9.1c once


@pytest.mark.rule("OCS 9.1c")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        A21.21: March Bn (T-2)
        == Allied ==
        A20.21: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)
        A19.21: Fr Inf Bn (Zouv)
    """
    p = position(note, COMBAT, ground=PLAIN)
    assert list(targets(p.state, ALLIED)) == sorted([p.hex("A20.20"), p.hex("A21.21")])
    p = fought(p, "Coutx", "A20.20")
    assert why(p, "Coutx", "A21.21") == "OCS 9.1c"  # it has attacked
    assert why(p, "6 Cdo", "A20.20") == "OCS 9.1c"  # it was attacked
    assert why(p, "Zouv", "A20.20") == "OCS 9.1c"
    assert why(p, "6 Cdo", "A21.21") is None
    assert targets(p.state, ALLIED) == {p.hex("A21.21"): (p.id("6 Cdo"),)}
    assert attackers(p.state, ALLIED, p.hex("A20.20")) == []


@pytest.mark.rule("OCS 9.1c")
def test_an_overrun_counts_for_neither() -> None:
    p = facing("Fr Mech Rgt (Coutx)")
    p = fought(p, "Coutx", "A20.20", overrun=True)
    assert why(p, "Coutx") is None


@pytest.mark.rule("OCS 9.1c")
def test_nobody_is_named_twice_in_an_attack_and_somebody_must_be_named() -> None:
    p = facing("Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)")
    target = p.hex("A20.20")
    twice = units_refusal(p.state, [*p.ids("Coutx, 6 Cdo"), p.id("Coutx")], target)
    nobody = units_refusal(p.state, [], target)
    assert twice is not None and twice.rule == "OCS 9.1c"
    assert nobody is not None and nobody.rule == "OCS 9.1"


@pytest.mark.rule("OCS 9.1")
def test_each_unit_of_an_attack_must_be_allowed_and_of_the_side() -> None:
    p = facing("Fr Mech Rgt (Coutx), Fr Corps HQ (19)")
    target = p.hex("A20.20")
    with_hq = units_refusal(p.state, p.ids("Coutx, 19"), target)
    assert with_hq is not None and with_hq.pieces == (p.id("19"),)
    with_enemy = units_refusal(p.state, p.ids("Coutx, I-5"), target)
    assert with_enemy is not None and with_enemy.pieces == (p.id("I-5"),)


# --- 9.1e, 4.4 barred attackers


@pytest.mark.rule("OCS 9.1", "OCS 4.4")
@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ("Fr Corps HQ (19)", "OCS 4.4"),
        ("US Arty Rgt (17)", "OCS 4.4"),
        ("US TD Bn (601)", "OCS 4.4"),  # (3)-2-5
        ("Fr Mech Rgt (Coutx)   -- Strat", "OCS 4.4"),
        ("Fr Mech Rgt (Coutx)   -- Reserve", "OCS 4.4"),
        ("Fr Mech Rgt (Coutx)   -- Move", None),
        ("Fr Mech Rgt (Coutx)   -- DG", None),
        ("Fr Mech Rgt (Coutx)   -- DG, move side up", None),
        ("Fr Mech Rgt (Coutx)   -- OOS", None),
        ("US TD Bn (776)", None),  # 5-3-7
    ],
)
def test_only_attack_capable_units_attack(entry: str, rule: str | None) -> None:
    p = facing(entry)
    name = entry.split("(")[1].split(")")[0]
    assert why(p, name) == rule
    assert can_attack(p.state, ALLIED) is (rule is None)


@pytest.mark.rule("OCS 4.4")
def test_replacements_attack_and_so_does_a_printed_strength_of_zero() -> None:
    p = facing("1x Pax, Fr Mech Rgt (Coutx)")
    pax = next(uid for uid, unit in p.state.in_order() if unit.counter.is_repl)
    assert attack_refusal(p.state, pax, p.hex("A20.20")) is None
    unit = p.unit("Coutx")
    assert unit.counter.combat is not None
    weak = replace(unit.counter, combat=replace(unit.counter.combat, strength=0))
    p = at(p, put_units(p.state, {p.id("Coutx"): replace(unit, counter=weak)}))
    assert why(p, "Coutx") is None


@pytest.mark.rule("OCS 9.5", "OCS 9.1")
def test_without_combat_supply_there_is_no_attack() -> None:
    p = facing("Fr Mech Rgt (Coutx)   -- exhausted", options=())
    assert why(p, "Coutx") == "OCS 9.5"
    assert targets(p.state, ALLIED) == {} and not can_attack(p.state, ALLIED)


# --- 9.1f a hex that could not be entered


@pytest.mark.rule("OCS 9.1f")
def test_no_attack_into_prohibited_terrain() -> None:
    p = facing("Fr Mech Rgt (Coutx), 6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)", ground="A20.20: mountain")
    # trucks and tracks may not enter a mountain; men on foot may
    assert (why(p, "Coutx"), why(p, "17/21 L Arm"), why(p, "6 Cdo")) == ("OCS 9.1f", "OCS 9.1f", None)
    assert targets(p.state, ALLIED) == {p.hex("A20.20"): (p.id("6 Cdo"),)}


@pytest.mark.rule("OCS 9.1f")
def test_a_road_into_it_is_a_way_to_attack() -> None:
    p = facing("Fr Mech Rgt (Coutx)", ground="A20.20: mountain\nA20.21 - A20.20: track")
    assert why(p, "Coutx") is None


@pytest.mark.rule("OCS 9.1f")
def test_the_side_up_decides_whether_a_unit_could_enter() -> None:
    # 78 Inf Div goes on foot in Combat Mode and by truck in Move Mode
    mountain = "A20.20: mountain"
    assert why(facing("78 Inf Div (11 Inf)", ground=mountain), "11 Inf") is None
    assert why(facing("78 Inf Div (11 Inf)   -- Move", ground=mountain), "11 Inf") == "OCS 9.1f"


@pytest.mark.rule("OCS 9.1f")
@pytest.mark.parametrize(
    ("ground", "foot", "track"),
    [
        ("A20.21 | A20.20: minor_river", None, None),
        ("A20.21 | A20.20: major_river", None, "OCS 9.1f"),
        ("A20.21 | A20.20: major_river\nA20.21 - A20.20: secondary", None, None),  # a bridge
        ("A20.21 | A20.20: blocked", "OCS 9.1f", "OCS 9.1f"),
        ("A20.21 | A20.20: blocked_with_road", None, None),
    ],
)
def test_no_attack_over_a_prohibited_hexside_unless_there_is_a_bridge(
    ground: str, foot: str | None, track: str | None
) -> None:
    if ground.endswith("blocked_with_road"):
        ground += "\nA20.21 - A20.20: primary"
    p = facing("6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)", ground=ground)
    assert (why(p, "6 Cdo"), why(p, "17/21 L Arm")) == (foot, track)


@pytest.mark.rule("OCS 9.1f", "OCS 6.1d")
def test_no_attack_where_the_way_back_is_prohibited() -> None:
    # tanks that came by road into the mountains could not come back over the hexside that they would attack across
    ground = "A20.21: mountain\nA20.22 - A20.21: track"
    p = facing("6 Arm Div (17/21 L Arm), Commando Bn (6 Cdo)", ground=ground)
    assert (why(p, "17/21 L Arm"), why(p, "6 Cdo")) == ("OCS 9.1f", None)


@pytest.mark.rule("OCS 9.1f", "T2 2.6")
def test_a_theater_reserve_attacks_nobody_beyond_the_border() -> None:
    # the plain is Tunisia; theater reserves may not leave Algeria
    stack = "US Arm Bn (752), US Arm Bn (751)"
    p = facing(stack, ground="A20.21: Algeria")
    assert (why(p, "752"), why(p, "751")) == ("T2 2.6", None)
    p = facing(stack, ground="A20.21, A20.20: Algeria")
    assert why(p, "752") is None


@pytest.mark.rule("OCS 9.1f", "T2 1.5")
def test_nobody_attacks_near_an_entry_area_that_is_closed_to_him() -> None:
    # Entry A is A01.13 to A01.17 and closed to the Axis: A02.15 touches it, A03.15 does not
    note = "== Axis ==\nA03.15: LW Para Bn (I-5)\n== Allied ==\nA02.15: Commando Bn (6 Cdo)\n"
    p = position(note, "Axis Combat Phase, Combat Segment")
    assert p.state.world.atlas.grid.adjacent(p.hex("A02.15"), p.hex("A03.15"))
    assert why(p, "I-5", "A02.15") == "T2 1.5"
    p = position(note, COMBAT)
    assert why(p, "6 Cdo", "A03.15") is None


# --- 11 the Exploitation Phase


@pytest.mark.rule("OCS 11")
@pytest.mark.parametrize(
    ("remark", "rule"),
    [
        ("Combat", "OCS 11"), ("Move", "OCS 11"), ("DG", "OCS 11"), ("Reserve", "OCS 4.4"), ("Exploit", None),
        ("Exploit, move side up", None), ("Released", None), ("Released, Move", None),
    ],
)  # fmt: skip
def test_in_exploitation_only_exploit_units_and_reserves_released_now_attack(remark: str, rule: str | None) -> None:
    p = facing(f"Fr Mech Rgt (Coutx)   -- {remark}", EXPLOITATION)
    assert why(p, "Coutx") == rule


@pytest.mark.rule("OCS 11", "OCS 9.1c")
def test_what_was_attacked_in_the_combat_phase_may_be_attacked_again_in_exploitation() -> None:
    p = facing("Fr Mech Rgt (Coutx)   -- Exploit")
    p = fought(p, "Coutx", "A20.20")
    assert why(p, "Coutx") == "OCS 9.1c"
    state = p.state
    for slot in range(state.slot + 1, state.slot + 4):  # the three segments of the Exploitation Phase
        now = state.slots[slot]
        entered = SlotEntered(slot=slot, phase=now.phase, segment=now.segment, acts=ALLIED)
        state = p.rules.apply(state, entered)
    assert state.now.title == "Exploitation Phase, Combat Segment"
    assert why(at(p, state), "Coutx") is None


# --- which attacks there are

CROWD = """
    == Axis ==
    A20.20: March Bn (T-1), LW Para Bn (I-5), Corps HQ (90)
    A21.20: PJ Bn (605)   -- DG
    A20.18: March Bn (T-2)
    A23.21: LW Flak Bn (I-33)
    A24.20: 2 SP
    == Allied ==
    A20.21: Fr Mech Rgt (Coutx), Fr Corps HQ (19), Commando Bn (6 Cdo), US Arty Rgt (17)
    A21.21: 6 Arm Div (17/21 L Arm), US TD Bn (601)
    A22.20: Para Bn (1), Fr Inf Rgt (4 Tun)
    A22.19: Para Bn (2)   -- Reserve
    A19.19: US TD Bn (776)   -- Move
"""


@pytest.mark.rule("OCS 9.1", "OCS 9.1f")
@pytest.mark.parametrize(
    "ground", [PLAIN, "A20.20, A23.21: mountain\nA20.21 - A20.20: track\nA19.19 | A20.18: blocked"]
)
@pytest.mark.parametrize(("side", "when"), [(ALLIED, COMBAT), (AXIS, "Axis Combat Phase, Combat Segment")])
def test_the_targets_are_what_trying_everything_finds(side: Side, when: str, ground: str) -> None:
    p = position(CROWD, when, ground=ground)
    found = targets(p.state, side)
    expected = brute_force(p.state, side)
    assert len(expected) >= 3
    assert found == expected and list(found) == sorted(expected)
    for hex_ in range(p.state.world.atlas.grid.size):
        assert tuple(attackers(p.state, side, hex_)) == expected.get(hex_, ())
    assert can_attack(p.state, side)
    assert targets(p.state, side.other) == {} and not can_attack(p.state, side.other)


@pytest.mark.rule("OCS 9.1c")
def test_there_is_no_attack_left_when_all_have_attacked() -> None:
    p = position(CROWD, COMBAT, ground=PLAIN)
    able = {uid for units in targets(p.state, ALLIED).values() for uid in units}
    memory = replace(p.state.memory, attacked=Map((uid, True) for uid in able))
    assert not can_attack(replace(p.state, memory=memory), ALLIED)


def test_a_box_is_nothing_that_anybody_attacks() -> None:
    p = facing("Fr Mech Rgt (Coutx)")
    box = p.state.world.place("Algiers")
    assert attackers(p.state, ALLIED, box) == []
    refusal = attack_refusal(p.state, p.id("Coutx"), box)
    assert refusal is not None and refusal.rule == "OCS 9.1"
