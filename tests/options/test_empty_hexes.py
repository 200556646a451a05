"""OCS 21.8: attacks on hexes without combat units; OCS 21.9: artillery in its own Reaction Phase."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.odds.position import prospects
from ocs_engine.players.human import hear
from ocs_engine.players.human_table import Table
from ocs_engine.players.simple_fight import attack as simple_attack
from ocs_engine.series import attack as attacking
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.firing import artillery_refusal
from ocs_engine.series.sequence import waits
from ocs_engine.series.story import tell
from ocs_engine.state.barrage_events import BarrageReckoned
from ocs_engine.state.fight_events import EmptyHexAttacked, ExploitWon, UnitsAdvanced
from ocs_engine.state.model import Dump, Work
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.options import ARTILLERY_IN_REACTION, ATTACK_EMPTY_HEXES, EVERYONE_SUPPLIED
from tests.fights import advance, asked, attack, fight, offered, pay
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.barrages import Guns, only
from tests.series.supply.paid_fights import events, forms

ALONE = """
    == Axis ==
    A30.20: It Inf Rgt (350)
    == Allied ==
    A20.20: Para Bn (1), Para Bn (2), Arty Grp (1 FA)
    A20.19: 1 SP
"""
FREE, PAID = (EVERYONE_SUPPLIED, ATTACK_EMPTY_HEXES), (ATTACK_EMPTY_HEXES,)


@pytest.mark.rule("OCS 21.8")
def test_an_empty_hex_is_attacked_and_entered_without_a_roll():
    p = fight(ALONE, options=FREE)
    attack(p, "1, 2", "A20.21")
    assert asked(p) == (ALLIED, "advance")
    advance(p, "1")
    assert (p.where("1"), p.where("2")) == ("A20.21", "A20.20")
    assert not events(p, DiceRolled) and not events(p, ExploitWon)
    assert p.unit("1").marker is None and p.state.control[p.hex("A20.21")] is ALLIED
    assert [each.units for each in events(p, EmptyHexAttacked)] == [p.ids("1, 2")]


@pytest.mark.rule("OCS 21.8", "OCS 9.1")
def test_without_the_option_there_is_nothing_to_attack():
    p = fight(ALONE)
    attack(p, "1", "A20.21", no="OCS 9.1")
    assert not attacking.can_attack(p.state, ALLIED) and not waits(p.state)
    q = fight(ALONE, options=FREE)
    assert attacking.can_attack(q.state, ALLIED) and waits(q.state)


@pytest.mark.rule("OCS 21.8", "OCS 9.5")
def test_it_is_paid_for_as_ever():
    p = fight(ALONE, options=PAID)
    attack(p, "1, 2", "A20.21")
    assert asked(p) == (ALLIED, "pay attack")
    pay(p, **{"1": {"A20.19": 1}}, out="2")
    assert asked(p) == (ALLIED, "advance")
    assert offered(p, "advance") == (p.id("1"), "enough")
    advance(p)
    assert [(each.source, each.tokens) for each in events(p, SupplySpent)] == [("A20.19", 1)]
    assert not events(p, UnitsAdvanced)
    q = fight(ALONE, options=PAID)
    attack(q, "1, 2", "A20.21")
    pay(q, out="1, 2")
    assert q.game.pending() is None and not q.state.memory.attacked


@pytest.mark.rule("OCS 21.8", "OCS 9.1c")
def test_it_counts_as_an_attack_of_the_units_and_on_the_hex():
    p = fight(ALONE, options=FREE)
    attack(p, "1", "A20.21")
    advance(p)
    attack(p, "1", "A20.19", no="OCS 9.1c")
    attack(p, "2", "A20.21", no="OCS 9.1c")
    attack(p, "2", "A21.21")


@pytest.mark.rule("OCS 21.8", "OCS 4.4")
def test_only_units_that_are_able_to_attack_may_and_only_empty_hexes():
    p = fight(ALONE, options=FREE, ground="A21.21: sea")
    attack(p, "1 FA", "A20.21", no="OCS 4.4")
    attack(p, "1", "A20.22", no="OCS 9.1")  # too far
    attack(p, "1", "A21.21", no="OCS 9.1f")
    q = fight(ALONE.replace("A20.19: 1 SP", "A20.21: Para Bn (3)"), options=FREE)
    attack(q, "1", "A20.21", no="OCS 9.1")  # own units are there


@pytest.mark.rule("OCS 21.8", "OCS 9.14b")
def test_what_the_enemy_has_there_besides_is_captured_by_the_advance():
    p = fight(ALONE, 6, options=FREE)
    state = replace(p.state, dumps=p.state.dumps.set(p.hex("A20.21"), Dump(AXIS, 4)))
    p = Position(p.rules, state, RecordedDice((6, 6)))
    attack(p, "1, 2", "A20.21")
    advance(p, "2")
    dump = p.state.dumps.get(p.hex("A20.21"))
    assert dump is None or dump.side is ALLIED


@pytest.mark.rule("OCS 21.8", "OCS 14.10")
def test_a_unit_that_came_down_in_this_turn_attacks_for_nothing():
    p = fight(ALONE, options=PAID)
    dropped = replace(p.state, dropped=Map({p.id("1"): True}))
    p = Position(p.rules, dropped, RecordedDice(()))
    attack(p, "1", "A20.21")
    assert asked(p) == (ALLIED, "advance")
    advance(p, "1")
    assert not events(p, SupplySpent)
    q = Position(p.rules, dropped, RecordedDice(()))
    attack(q, "1, 2", "A20.21")
    assert [each.payments.keys() for each in forms(q, "pay attack") if each.payments] == [{p.id("2")}]
    pay(q, out="2")
    assert offered(q, "advance") == (p.id("1"), "enough")


@pytest.mark.rule("OCS 21.8", "OCS 12.10")
def test_free_of_charge_is_an_empty_hex_alone():
    """An Exhausted battalion that nothing reaches may go for an empty hex, not for the enemy beside it."""
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1)   -- exhausted
        """
    p = fight(note, options=PAID)
    attack(p, "1", "A21.21", no="OCS 9.5")
    p = Position(p.rules, replace(p.state, dropped=Map({p.id("1"): True})), RecordedDice(()))
    attack(p, "1", "A20.21", no="OCS 9.5")
    attack(p, "1", "A21.21")
    assert asked(p) == (ALLIED, "advance")


@pytest.mark.rule("OCS 21.8", "OCS 11")
def test_in_exploitation_only_those_who_may_fight_then():
    note = ALONE.replace("Para Bn (1), Para Bn (2), Arty Grp (1 FA)", "Para Bn (1)  -- exploit")
    p = fight(note.replace("A20.19", "A21.20: Para Bn (2)\n    A20.19"), options=FREE,
              when="Allied Exploitation Phase, Combat Segment")  # fmt: skip
    attack(p, "2", "A21.21", no="OCS 11")
    attack(p, "1", "A20.21")
    advance(p, "1")
    assert p.where("1") == "A20.21" and not events(p, ExploitWon)


@pytest.mark.rule("OCS 21.8")
def test_forms_players_and_words():
    p = fight(ALONE, options=FREE)
    targets = set(offered(p, "attack"))
    assert targets == p.labels(p.state.world.atlas.grid.around(p.hex("A20.20")))
    assert not attacking.targets(p.state, ALLIED) and not prospects(p.state, ALLIED)
    assert simple_attack(p.state, ALLIED) is None
    table = Table(p.game, (ALLIED, AXIS))
    assert "without combat units" in "\n".join(hear(table, "attack").lines)
    told = hear(table, "attack A20.21 with 1")
    assert not told.problem and isinstance(p.state.top_frame, CombatFrame)
    hear(table, "1")
    story = tell(p.game.start, [event for entry in p.game.entries for event in entry.events])
    assert "A20.21 is empty, and nothing is rolled" in story


# --- OCS 21.9

BATTERY = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: Commando Bn (6 Cdo)
    A20.22: Arty Grp (1 FA)  -- {mode}
"""
OWN_REACTION = "Allied Reaction Phase, Barrage Segment"


def battery(mode: str, when: str = OWN_REACTION, option: bool = True, hedgehog: bool = False) -> Guns:
    options = (EVERYONE_SUPPLIED, ARTILLERY_IN_REACTION) if option else (EVERYONE_SUPPLIED,)
    q = position(BATTERY.format(mode=mode), when, ground="", options=options)
    state = q.state
    if hedgehog:
        state = replace(state, hedgehogs=state.hedgehogs.set(q.hex("A20.22"), Work(ALLIED, 1)))
    return Guns(q.rules, state, RecordedDice((3, 4, 3, 4, 3)))


@pytest.mark.rule("OCS 21.9", "OCS 7")
@pytest.mark.parametrize(("mode", "column"), [("combat", 14), ("move", 7)])
def test_artillery_fires_in_its_own_reaction_without_reserve(mode: str, column: int):
    """1 FA fires with 14 in Combat Mode and 7 in Move Mode."""
    p = battery(mode)
    assert "barrage" in p.legal()
    assert only(BarrageReckoned, p.fire("1 FA", "A20.20")).total == str(column)
    battery(mode, option=False).fire("1 FA", "A20.20", no="OCS 7")


@pytest.mark.rule("OCS 21.9", "OCS 16")
def test_in_a_hedgehog_too():
    battery("combat", hedgehog=True).fire("1 FA", "A20.20")


@pytest.mark.rule("OCS 21.9", "OCS 5.10")
@pytest.mark.parametrize(("mode", "rule"), [("reserve", "OCS 10.1"), ("strat", "OCS 10.1"), ("dg", "OCS 7")])
def test_in_any_other_mode_it_does_not(mode: str, rule: str):
    battery(mode).fire("1 FA", "A20.20", no=rule)


@pytest.mark.rule("OCS 21.9", "OCS 11")
def test_it_gains_no_move_and_nothing_in_exploitation():
    p = battery("move", "Allied Reaction Phase, Movement Segment")
    assert "move" not in p.legal()
    p.begin("1 FA", no="OCS 7")
    later = battery("combat", "Allied Exploitation Phase, Barrage Segment")
    refusal = artillery_refusal(later.state, ALLIED, later.id("1 FA"))
    assert refusal is not None and refusal.rule == "OCS 11"
