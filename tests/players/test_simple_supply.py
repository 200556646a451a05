"""The player `simple` where supply is played: it pays for its fights as cheaply as can be."""

from __future__ import annotations

from ocs_engine.players.simple import SimplePlayer
from ocs_engine.series.supply.barrage_paying import PayBarrage
from ocs_engine.series.supply.combat_paying import PayAttack, PayDefence
from ocs_engine.state.model import Stocks
from tests.fights import attack
from tests.positions import ALLIED, AXIS
from tests.series.barrages import COMBAT, guns
from tests.series.supply.paid_fights import supplied


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
