"""The player `simple` where supply is played: it lives on what ships, rails and trucks bring, and does not starve."""

from __future__ import annotations

from ocs_engine.kernel.messages import Command
from ocs_engine.players import asked
from ocs_engine.players.simple import SimplePlayer
from ocs_engine.players.simple_supply import fuel_order
from ocs_engine.series.commands import ChangeMode, EndSegment
from ocs_engine.series.fight_commands import Attack
from ocs_engine.series.shipping import Ship
from ocs_engine.series.supply.barrage_paying import PayBarrage
from ocs_engine.series.supply.combat_paying import PayAttack, PayDefence
from ocs_engine.series.supply.fuel import Fuel, How
from ocs_engine.state.model import Stocks
from tests.drives import roads, with_dump
from tests.fights import attack
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.barrages import COMBAT, guns
from tests.series.supply.paid_fights import supplied
from tests.series.supply.phases import supply_phase


def test_it_pays_for_attack_and_defence() -> None:
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: Para Bn (1), Para Bn (2)
        A20.19: 1T
        """
    p = supplied(note)
    attack(p, "1, 2", "A20.21")
    answer = SimplePlayer().command(p.game, ALLIED)
    assert isinstance(answer, PayAttack) and answer.payments == {p.id("1"): {"A20.19": 1}}
    assert answer.internals == p.ids("2")
    p.do(answer)
    answer = SimplePlayer().command(p.game, AXIS)
    assert isinstance(answer, PayDefence) and answer.internals == p.ids("350")
    p.do(answer)
    assert p.unit("2").stocks is p.unit("350").stocks is Stocks.LOW


def test_it_fires_no_more_than_it_can_pay_for() -> None:
    # 1 FA fires 14 for 3T; with 1 M it is 26 for 4T, which are not there.
    note = """
        == Axis ==
        A20.20: It Inf Rgt (350, Pavia, Savona)
        == Allied ==
        A20.21: Commando Bn (6 Cdo)
        A20.22: Arty Grp (1 FA, 1 M)
        A20.23: 3T
        """
    p = guns(note, COMBAT, (1, 1), ground="all: open", supplied=False)
    p.done(SimplePlayer().command(p.game, ALLIED))
    assert p.game.pending() is not None
    answer = SimplePlayer().command(p.game, ALLIED)
    assert isinstance(answer, PayBarrage) and answer.payment == {"A20.23": 3}
    p.done(answer)
    assert set(p.state.memory.fired) == set(p.ids("1 FA"))


def segment(p: Position) -> list[Command]:
    """All that it says until it ends the segment; the rules accept each of it."""
    player, said = SimplePlayer(), list[Command]()
    while not isinstance(command := player.command(p.game, asked(p.game) or ALLIED), EndSegment):
        p.do(command)
        said.append(command)
    return said


# --- ships, trucks, fuel


def test_units_sail_from_box_a_before_box_b_and_supply_after_them() -> None:
    """In November the Axis ships 2 SP, 16 half tokens. Two battalions of half an RE on foot take 2 each: 12 are 6T."""
    note = "Axis ports: all others\n== Axis ==\nSicily A: March Bn (A-20)\nSicily B: It Marine Bn (Bafile)"
    p = position(note, "Axis Movement Phase", options=())
    said = segment(p)
    assert sum(isinstance(each, ChangeMode) for each in said) >= 2, "who sails is in Move Mode"
    ships = [each for each in said if isinstance(each, Ship)]
    assert [each.start for each in ships[:2]] == ["Sicily A", "Sicily B"]
    assert [each.cargo for each in ships[:2]] == [p.ids("A-20"), p.ids("Bafile")]
    assert sum(each.tokens for each in ships[2:]) == 6


def test_an_empty_truck_loads_at_the_dump_where_it_stands_and_feeds_the_hq() -> None:
    """It has 45 MP, and the HQ draws five hexes on the plain: it stops at the HQ, where a unit receives what it brings.

    Loading and unloading take a tenth of 45 each, 5 MP, rounded; 15 hexes take 15.
    """
    hq, far = "A20.05", "A20.20"
    p = roads(f"== Allied ==\nSupply sources: A20.01\n{hq}: Corps HQ (5)", [("truck", far, 4, 0)],
              change=with_dump(far, 8))  # fmt: skip
    segment(p)
    assert (p.dump(far), p.truck("allied-truck-1").load) == (4, 0)
    assert p.state.dumps[p.hex(p.at("allied-truck-1"))].tokens == 4
    assert p.state.world.atlas.grid.distance(p.hex(p.at("allied-truck-1")), p.hex(hq)) <= 6


def test_fuel_is_bought_in_the_cheapest_way() -> None:
    """Five units of a division cost 5T singly and 4T together; two cost 2T singly."""
    names = "17/21 L Arm, 2 Lo Arm, L+ Arm, 10 Rfl, 1 Derby AC"
    p = position(f"== Allied ==\nA20.20: 6 Arm Div ({names})\nA20.21: 2 SP", "Allied Movement Phase",
                 ground="all: open", options=())  # fmt: skip
    units = p.ids(names)
    assert fuel_order(p.state, units[0], set(units)) == Fuel(
        side=ALLIED, how=How.FORMATION, what="6 Arm Div", payment={"A20.21": 4}
    )
    assert fuel_order(p.state, units[0], set(units[:2])) == Fuel(
        side=ALLIED, how=How.UNIT, what=units[0], payment={"A20.21": 1}
    )


def test_fuel_leaves_what_a_defence_takes_where_the_enemy_is_near() -> None:
    """A defence takes 2T: of 2T nothing is spent on fuel with an enemy three hexes away, of 3T one is."""
    assert not buys_fuel(2, near=True)
    assert buys_fuel(3, near=True)


def test_fuel_leaves_a_meal_where_the_enemy_is_far() -> None:
    """4T feed eight RE should trace be cut: of 4T nothing is spent on fuel, of 5T one is."""
    assert not buys_fuel(4, near=False)
    assert buys_fuel(5, near=False)


def buys_fuel(tokens: int, near: bool) -> bool:
    """Whether a unit in trace buys fuel of so many T, with an enemy three hexes away or none at all."""
    note = f"Supply sources: A20.23\nA20.20: 6 Arm Div (17/21 L Arm)\nA20.21: {tokens}T"
    enemy = "== Axis ==\nA20.17: March Bn (T-1)\n" if near else ""
    p = position(f"{enemy}== Allied ==\n{note}", "Allied Movement Phase", ground="all: open", options=())
    tank = p.id("17/21 L Arm")
    return fuel_order(p.state, tank, {tank}) is not None


# --- the Supply Phase, and reserves


def test_who_has_no_trace_eats() -> None:
    p = supply_phase("== Allied ==\nA20.21: Para Bn (1)\nA20.22: Para Bn (2)\nA20.23: 1 SP")
    p.do(SimplePlayer().command(p.game, ALLIED))
    assert p.unit("1").ate and p.unit("br-para-2").ate
    assert not any(unit.oos for _, unit in p.state.in_order())


def test_it_does_not_attack_where_that_leaves_nothing_to_defend_with() -> None:
    """Two brigades at 8:1 without supply attack on full stocks, which leave them another use, and not on Low."""
    note = "== Axis ==\nA20.21: March Bn (T-1)\n== Allied ==\nA20.20: 78 Inf Div (11 Inf, 36 Inf){}"
    full, low = (supplied(note.format(remark)) for remark in ("", "  -- Low"))
    assert isinstance(SimplePlayer().command(full.game, ALLIED), Attack)
    assert isinstance(SimplePlayer().command(low.game, ALLIED), EndSegment)
