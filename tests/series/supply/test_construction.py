"""Construction (OCS 13.8d): who builds what, where, when, and what it takes.

Figures by the chart: an air base takes 1 SP (4T) a level, raising a strip 3T, a hedgehog 2 SP (8T) a level, a hit on a
port 1 SP; reducing and damaging are free. The dump lies next to the HQ, or in the hex of the troops.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.series.building import Build
from ocs_engine.series.modes import on_map
from ocs_engine.series.points import EVERYONE_SUPPLIED, SeriesPoints
from ocs_engine.series.supply.access import accesses, together
from ocs_engine.series.supply.within_reach import WithinReach
from ocs_engine.state.build_events import Task
from ocs_engine.state.fight_events import OverrunPaid
from ocs_engine.state.model import Work
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import ALLIED, AXIS, Position
from tests.series.supply.sites import base, build, port, site, walked

HQ = "== Allied ==\nA20.20: Corps HQ (5)\nA20.19: 10 SP\n"
DUMP = "A20.19"
TROOPS = "== Allied ==\nA20.20: Para Bn (1), Para Bn (2)\nA20.20: 10 SP\n"
"""Two battalions of 1/2 RE."""
HERE = "A20.20"


def left(p: Position, label: str = DUMP) -> int:
    """The T on the ground of a hex."""
    dump = p.state.dumps.get(p.hex(label))
    return dump.tokens if dump else 0


def level(p: Position, label: str, what: str = "bases") -> int | None:
    """The level of an air base or hedgehog, or the hits of a port."""
    work: Work | None = getattr(p.state, what).get(p.hex(label))
    return None if work is None else work.hits if what == "ports" else work.level


# --- engineers, where and when


@pytest.mark.rule("OCS 13.8d", "OCS 15.3")
@pytest.mark.parametrize("label", ["A20.20", "A20.21", "A20.22"])
def test_an_engineer_builds_within_two_hexes_and_pays_one_sp_for_an_air_base(label: str):
    p = site(HQ)
    build(p, "air base", label, "5", {DUMP: 4})
    assert (level(p, label), left(p)) == (1, 36)


@pytest.mark.rule("OCS 13.8d")
def test_three_hexes_are_too_far():
    build(site(HQ), "air base", "A20.23", "5", {DUMP: 4}, no="OCS 13.8d")


@pytest.mark.rule("OCS 13.8d")
@pytest.mark.parametrize(
    ("ground", "no"),
    [
        ("A20.21: sea", "OCS 13.8d"),
        ("A20.20 | A20.21: blocked\nA19.21, A21.21: sea", "OCS 13.8d"),
        ("A20.21, A20.22: mountain\nA20.20 | A20.21: major_river", None),  # Leg may, whatever it costs
    ],
)
def test_the_way_is_one_that_leg_could_walk_and_mp_do_not_matter(ground: str, no: str | None):
    build(site(HQ, ground=ground), "air base", "A20.22", "5", {DUMP: 4}, no=no)


@pytest.mark.rule("OCS 13.8d")
@pytest.mark.parametrize(
    ("enemy", "label", "no"),
    [
        ("A20.21", "A20.22", "OCS 13.8d"),  # on the way
        ("A20.22", "A20.22", "OCS 13.8d"),
        ("A20.23", "A20.22", None),  # its ZOC alone does not matter
    ],
)
def test_enemy_units_are_in_the_way_and_their_zones_are_not(enemy: str, label: str, no: str | None):
    p = site(f"== Axis ==\n{enemy}: LW Para Bn (I-5)\n{HQ}")
    build(p, "air base", label, "5", {DUMP: 4}, no=no)


@pytest.mark.rule("OCS 13.8", "OCS 13.8d", "OCS 5.10e", "T2 1.9")
@pytest.mark.parametrize(
    ("who", "no"),
    [
        ("Corps HQ (5)", None),
        ("US Eng Rgt (19)", None),
        ("Corps HQ (5)  -- DG", None),
        ("Corps HQ (5)  -- DG, move side up", "OCS 13.8d"),
        ("Corps HQ (5)  -- Move", "OCS 13.8d"),
        ("Corps HQ (5)  -- Strat", "OCS 13.8d"),
        ("Corps HQ (5)  -- Reserve", "OCS 13.8d"),
        ("Fr Inf Rgt (4 Tun)", "OCS 13.8d"),
    ],
)
def test_hqs_and_engineers_build_in_combat_mode_or_disordered_with_that_side_up(who: str, no: str | None):
    p = site(f"== Allied ==\nA20.20: {who}\nA20.19: 10 SP")
    build(p, "air base", HERE, who.partition("(")[2].partition(")")[0], {DUMP: 4}, no=no)


@pytest.mark.rule("OCS 13.8d")
def test_who_has_worked_does_not_move_and_does_no_other_work():
    p = site(HQ)
    build(p, "air base", HERE, "5", {DUMP: 4})
    p.move("5", "A20.21", no="OCS 6.1f", all="move")
    build(p, "hedgehog", HERE, "5", {DUMP: 8}, no="OCS 13.8d")
    build(p, "air base", "A20.21", "5", {DUMP: 4}, no="OCS 13.8d")


@pytest.mark.rule("OCS 13.8d")
def test_who_has_moved_does_no_work():
    p = site("== Allied ==\nA20.21: US Eng Rgt (19)\nA20.19: 10 SP")
    p.move("19", HERE)
    build(p, "air base", HERE, "19", {DUMP: 4}, no="OCS 13.8d")


@pytest.mark.rule("OCS 13.8d", "OCS 8.1")
def test_who_has_overrun_from_where_it_stands_does_no_work():
    p = site("== Allied ==\nA20.20: US Eng Rgt (19)\nA20.19: 10 SP")
    paid = p.rules.apply(p.state, OverrunPaid(target="A20.21", cost={p.id("19"): 36}))
    build(Position(p.rules, paid, RecordedDice(())), "air base", HERE, "19", {DUMP: 4}, no="OCS 13.8d")


@pytest.mark.rule("OCS 13.8d")
def test_a_unit_that_only_changed_mode_or_was_held_has_not_moved():
    p = site("== Allied ==\nA20.20: Corps HQ (5)  -- Move\nA20.20: Corps HQ (9)\nA20.19: 10 SP")
    p.change("5", "combat")
    build(p, "air base", HERE, "5", {DUMP: 4})
    p.hold("9")
    build(p, "air base", "A20.21", "9", {DUMP: 4})


@pytest.mark.rule("OCS 13.8d")
@pytest.mark.parametrize("when", ["Allied Reaction Phase", "Allied Exploitation Phase", "Axis Movement Phase"])
def test_construction_is_for_the_own_movement_phase(when: str):
    p = site(HQ, when)
    command = Build(side=ALLIED, task=Task.AIR_BASE, hex=HERE, by=p.ids("5"), payment={DUMP: 4})
    p.do(command, no="")
    assert "build" not in p.rules.legal(p.state, ALLIED)


@pytest.mark.rule("OCS 13.8d")
def test_not_while_a_move_is_under_way():
    p = site(HQ + "A20.22: Fr Inf Rgt (4 Tun)")
    p.begin("4 Tun")
    build(p, "air base", HERE, "5", {DUMP: 4}, no="OCS 6.1g")


# --- payment


@pytest.mark.rule("OCS 13.8d", "OCS 12.3a", "OCS 12.3b", "OCS 12.1")
def test_supply_comes_to_the_working_unit_drawn_or_thrown_and_from_several_dumps():
    """The far dump is out of the engineers' reach, 9 hexes off, and next to an HQ that throws 12 MP."""
    note = "== Allied ==\nA20.20: US Eng Rgt (19)\nA20.19: 1T\nA20.28: Corps HQ (9)\nA20.29: 1 SP"
    p = site(note)
    build(p, "air base", HERE, "19", {"A20.29": 3, DUMP: 1}, no="OCS 12.3a")
    build(p, "air base", HERE, "19", {DUMP: 4}, no="OCS 12.1")
    build(p, "air base", HERE, "19", {DUMP: 1}, no="OCS 12.1")
    build(p, "air base", HERE, "19", {"A20.29 by br-hq-9": 3, DUMP: 1})
    assert (left(p), left(p, "A20.29")) == (0, 1)


@pytest.mark.rule("OCS 13.8d")
def test_construction_is_paid_for_even_where_everyone_counts_as_supplied():
    p = site(HQ, options=(EVERYONE_SUPPLIED,))
    build(p, "air base", HERE, "5", no="OCS 12.1")
    build(p, "air base", HERE, "5", {DUMP: 4})
    assert left(p) == 36


@pytest.mark.rule("OCS 13.8d", "OCS 15.3", "OCS 15.2", "OCS 16.0b", "OCS 19.0d")
def test_the_series_prices():
    p, series = site(HQ, hedgehogs={HERE: base(3)}), SeriesPoints()
    costs = {task: series.construction_cost(p.state, task, p.hex(HERE)) for task in Task}
    assert costs == {
        Task.AIR_BASE: 4, Task.STRIP: 3, Task.REDUCE_BASE: 0, Task.HEDGEHOG: 8, Task.REDUCE_HEDGEHOG: 0,
        Task.REPAIR_PORT: 4, Task.DAMAGE_PORT: 0,
    }  # fmt: skip


# --- air bases


@pytest.mark.rule("OCS 15.3", "OCS 15.0b")
def test_an_air_base_rises_by_one_level_a_turn_to_level_three():
    note = HQ + "A20.20: Corps HQ (9)"
    p = site(note, bases={HERE: base(2), "A20.21": base(3)})
    build(p, "air base", HERE, "5", {DUMP: 4})
    assert level(p, HERE) == 3
    q = site(note, bases={HERE: base(1)})
    build(q, "air base", HERE, "5", {DUMP: 4})
    build(q, "air base", HERE, "9", {DUMP: 4}, no="OCS 15.3")
    build(p, "air base", "A20.21", "9", {DUMP: 4}, no="OCS 15.3")


@pytest.mark.rule("OCS 15.3", "OCS 13.8d")
def test_troops_build_no_air_base():
    build(site(TROOPS), "air base", HERE, "1, 2", {HERE: 4}, no="OCS 13.8d")


@pytest.mark.rule("OCS 15.2")
def test_an_engineer_raises_a_strip_for_three_tokens():
    p = site(HQ + "A20.20: Corps HQ (9)", bases={HERE: base(0)})
    build(p, "air base", HERE, "5", {DUMP: 4}, no="OCS 15.3")
    build(p, "strip to base", HERE, "5", {DUMP: 4}, no="OCS 12.1")
    build(p, "strip to base", HERE, "5", {DUMP: 3})
    assert (level(p, HERE), left(p)) == (1, 37)
    build(p, "air base", HERE, "9", {DUMP: 4}, no="OCS 15.3")  # one level a turn, strip or no strip
    build(p, "strip to base", "A20.21", "9", {DUMP: 3}, no="OCS 15.2")


@pytest.mark.rule("OCS 15.4", "OCS 15.0b")
def test_troops_or_an_engineer_reduce_an_own_air_base_for_nothing_and_once():
    p = site(TROOPS + "A20.22: Corps HQ (5)", bases={HERE: base(3)})
    build(p, "reduce air base", HERE, "1, 2", {HERE: 1}, no="OCS 12.1")
    build(p, "reduce air base", HERE, "1, 2")
    assert level(p, HERE) == 2
    build(p, "reduce air base", HERE, "5", no="OCS 15.4")
    p.move("1", "A20.21", no="OCS 6.1f")
    q = site(TROOPS + "A20.22: Corps HQ (5)", bases={HERE: base(3)})
    build(q, "reduce air base", HERE, "5")
    assert level(q, HERE) == 2


@pytest.mark.rule("OCS 15.4", "OCS 15.0b", "OCS 15.2")
@pytest.mark.parametrize("work", [base(1), base(0), base(2, AXIS)])
def test_never_below_level_one_nor_a_strip_nor_the_enemys(work: Work):
    build(site(HQ, bases={"A20.22": work}), "reduce air base", "A20.22", "5", no="OCS 15.4")


@pytest.mark.rule("OCS 15.4")
@pytest.mark.parametrize(
    ("who", "by"),
    [
        ("Para Bn (1), Para Bn (2)", "1"),  # 1/2 RE
        ("Para Bn (1), Para Bn (2)  -- Move", "1, 2"),
        ("Para Bn (1), Para Bn (2)  -- DG", "1, 2"),
        ("Fr Inf Rgt (4 Tun), Para Bn (1)", "4 Tun, 1"),  # one more than it takes
    ],
)
def test_one_re_of_troops_in_combat_mode_and_no_more(who: str, by: str):
    build(site(f"== Allied ==\n{HERE}: {who}", bases={HERE: base(3)}), "reduce air base", HERE, by, no="OCS 15.4")


@pytest.mark.rule("OCS 15.4")
def test_troops_work_in_their_own_hex_alone():
    build(site(TROOPS, bases={"A20.21": base(3)}), "reduce air base", "A20.21", "1, 2", no="OCS 15.4")


# --- hedgehogs


@pytest.mark.rule("OCS 16", "OCS 16.0b")
def test_troops_or_an_engineer_build_a_hedgehog_for_two_sp():
    p = site(TROOPS)
    build(p, "hedgehog", HERE, "1, 2", {HERE: 8})
    assert p.state.hedgehogs[p.hex(HERE)] == Work(ALLIED, 1) and left(p, HERE) == 32
    q = site(HQ)
    build(q, "hedgehog", "A20.22", "5", {DUMP: 8})
    assert q.state.hedgehogs[q.hex("A20.22")] == Work(ALLIED, 1) and left(q) == 32


@pytest.mark.rule("OCS 16.0b")
def test_a_hedgehog_rises_by_one_level_a_turn_to_level_four():
    p = site(HQ + "A20.20: Corps HQ (9)", hedgehogs={"A20.22": base(4), "A20.21": base(1)})
    build(p, "hedgehog", "A20.22", "5", {DUMP: 20}, no="OCS 16.0b")
    build(p, "hedgehog", "A20.21", "5", {DUMP: 12})
    build(p, "hedgehog", "A20.21", "9", {DUMP: 16}, no="OCS 16.0b")


@pytest.mark.rule("OCS 5.7g", "OCS 16.0b")
def test_no_hedgehog_where_reserves_stand():
    p = site(HQ + "A20.21: Fr Inf Rgt (4 Tun)  -- Reserve")
    build(p, "hedgehog", "A20.21", "5", {DUMP: 8}, no="OCS 16.0b")
    assert "A20.21" not in p.offered("build", ("task", "hedgehog"))


@pytest.mark.rule("OCS 16.0c")
def test_a_hedgehog_is_reduced_for_nothing_once_a_turn_and_below_level_one_it_is_gone():
    p = site(TROOPS + "A20.22: Corps HQ (5)", hedgehogs={HERE: base(2), "A20.22": base(1)})
    build(p, "reduce hedgehog", HERE, "1, 2")
    assert level(p, HERE, "hedgehogs") == 1
    build(p, "reduce hedgehog", HERE, "5", no="OCS 16.0c")
    build(p, "reduce hedgehog", "A20.22", "5")
    assert level(p, "A20.22", "hedgehogs") is None


@pytest.mark.rule("OCS 16.0c")
@pytest.mark.parametrize("works", [{}, {"A20.22": base(2, AXIS)}])
def test_what_is_not_there_or_the_enemys_is_not_reduced(works: dict[str, Work]):
    build(site(HQ, hedgehogs=works), "reduce hedgehog", "A20.22", "5", no="OCS 16.0c")


# --- ports


@pytest.mark.rule("OCS 19.0c", "OCS 19.0b")
def test_troops_or_an_engineer_damage_an_own_port_by_one_hit_a_turn_up_to_four():
    p = site(TROOPS + "A20.22: Corps HQ (5)", ports={HERE: port(0), "A20.22": port(4)})
    build(p, "damage port", HERE, "1, 2")
    assert level(p, HERE, "ports") == 1
    build(p, "damage port", HERE, "5", no="OCS 19.0c")
    build(p, "damage port", "A20.22", "5", no="OCS 19.0c")
    q = site(TROOPS + "A20.22: Corps HQ (5)", ports={HERE: port(3)})
    build(q, "damage port", HERE, "5")
    assert level(q, HERE, "ports") == 4


@pytest.mark.rule("OCS 19.0c")
def test_damage_takes_one_re_and_an_own_port():
    build(site(TROOPS, ports={HERE: port(0)}), "damage port", HERE, "1", no="OCS 19.0c")
    build(site(HQ, ports={"A20.21": port(0, AXIS)}), "damage port", "A20.21", "5", no="OCS 19.0c")
    build(site(HQ), "damage port", "A20.21", "5", no="OCS 19.0c")


@pytest.mark.rule("OCS 19.0d")
def test_an_engineer_repairs_one_hit_a_turn_for_one_sp():
    p = site(HQ + "A20.20: Corps HQ (9)", ports={"A20.22": port(3), "A20.21": port(0)})
    build(p, "repair port", "A20.22", "5", {DUMP: 4})
    assert (level(p, "A20.22", "ports"), left(p)) == (2, 36)
    build(p, "repair port", "A20.22", "9", {DUMP: 4}, no="OCS 19.0d")
    build(p, "repair port", "A20.21", "9", {DUMP: 4}, no="OCS 19.0d")


@pytest.mark.rule("OCS 19.0d", "OCS 13.8d")
def test_troops_repair_nothing():
    build(site(TROOPS, ports={HERE: port(1)}), "repair port", HERE, "1, 2", {HERE: 4}, no="OCS 13.8d")


# --- forms

ISLAND = "all: sea\nA20.20, A20.21, A20.22: open"
SMALL = """
== Allied ==
A20.20: Corps HQ (5)
A20.21: Para Bn (1), Para Bn (2)
A20.20: {}T
"""


@pytest.mark.rule("OCS 13.8d")
@pytest.mark.parametrize("tokens", [2, 4, 8])
@pytest.mark.parametrize("level", [0, 1, 2])
def test_forms_are_just_what_is_accepted(tokens: int, level: int):
    works = {"A20.21": base(level)}
    hogs = {"A20.21": base(level)} if level else {}
    p = site(SMALL.format(tokens), bases=works, hedgehogs=hogs, ports={"A20.20": port(level)}, ground=ISLAND)
    units = p.ids("5, 1, 2")
    crews = [crew for count in (1, 2, 3) for crew in combinations(units, count)]
    ways = ("A20.20", "A20.20 by br-hq-5")
    sums = [(drawn, total - drawn) for total in (0, 3, 4, 8) for drawn in range(total + 1)]
    payments = [{way: count for way, count in zip(ways, each, strict=True) if count} for each in sums]
    tried = [
        Build(side=ALLIED, task=task, hex=hex_, by=crew, payment=payment)
        for task in Task
        for hex_ in ("A20.20", "A20.21", "A20.22")
        for crew in crews
        for payment in payments
    ]
    accepted = {_meaning(each) for each in tried if p.rules.check(p.state, each) is None}
    offered = walked(p, "build") if "build" in p.legal() else []
    assert {_meaning(each) for each in offered if isinstance(each, Build)} == accepted != set()


def _meaning(command: Build) -> tuple[str, str, tuple[str, ...], tuple[tuple[str, int], ...]]:
    return command.task, command.hex, tuple(sorted(command.by)), tuple(sorted(command.payment.items()))


@pytest.mark.rule("OCS 13.8d", "OCS 12.1")
def test_no_form_is_refused_where_supply_comes_in_many_ways():
    note = """
        == Axis ==
        A22.24: LW Para Bn (I-5)
        == Allied ==
        A20.20: Corps HQ (5), US Eng Rgt (19)
        A20.19: 3T
        A20.24: Corps HQ (9), Fr Inf Rgt (4 Tun)
        A20.29: 2 SP
        A20.24: 1 SP
    """
    p = site(note, bases={"A20.21": base(0), "A20.24": base(2)}, hedgehogs={"A20.24": base(1)})
    forms = walked(p, "build", every="source")
    assert {each.task for each in forms if isinstance(each, Build)} == {
        Task.AIR_BASE, Task.STRIP, Task.REDUCE_BASE, Task.HEDGEHOG, Task.REDUCE_HEDGEHOG,
    }  # fmt: skip
    assert [each for each in forms if p.rules.check(p.state, each) is not None] == []


@pytest.mark.rule("OCS 12.3a", "OCS 12.3b")
@pytest.mark.parametrize("scenario", ["kasserine-campaign", "the-end-in-africa", "the-mareth-line"])
def test_what_comes_to_many_units_is_what_comes_to_each(scenario: str):
    state = new_game(load_world(scenario), 7).state
    for side in Side:
        supply = WithinReach(state, side)
        units = [uid for uid, unit in state.in_order() if unit.side is side and on_map(state, unit.place)]
        for uid in units[::3]:
            ways = accesses(state, side, state.units[uid].place, (uid,))
            assert supply.at_hand(uid) <= supply.tokens(uid) == together(ways), uid
