"""The supply of a barrage by artillery (OCS 10.1b): the column's cost, from one HQ or one dump, or it is cancelled.

1 FA fires 14 in Combat Mode over 2 hexes, in the column 12-16 that costs 3T; 1 M 12 over 3, in the same column;
together 26, in the column 25-40 that costs 4T. A20.22 lies two hexes north of A20.20.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ocs_engine.kernel.ruleset import Answer
from ocs_engine.series import firing
from ocs_engine.series.barrage import Barrage, BarrageFrame, can_fire
from ocs_engine.series.firing import Aim, possible_barrages
from ocs_engine.series.supply.barrage_paying import PayBarrage, barrage_plan
from ocs_engine.state.barrage_events import BarrageReckoned
from ocs_engine.state.supply_events import SupplyNotPaid, SupplySpent
from tests.positions import ALLIED
from tests.series.barrages import COMBAT, Guns, every, guns, only

NOTE = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: Commando Bn (6 Cdo)
    A20.22: Arty Grp (1 FA, 1 M){remark}
    {more}
"""


def at(*more: str, remark: str = "", dice: tuple[int, ...] = (2, 2)) -> Guns:
    """Two groups near an enemy, with some lines more of the Allies; a roll of 4 in these columns is without dice."""
    return guns(NOTE.format(more="\n    ".join(more), remark=remark), COMBAT, dice, ground="all: open", supplied=False)


def pay(p: Guns, no: str | None = None, **payment: int) -> list:
    """A payment, with _ for the point; nothing cancels."""
    return p.done(PayBarrage(side=ALLIED, payment={way.replace("_", "."): count for way, count in payment.items()}), no)


def forms(p: Guns, kind: str, filled: tuple[Answer, ...] = ()) -> Iterator:
    blank = p.rules.blank(p.state, ALLIED, kind, filled)
    if blank is None:
        yield p.rules.fill(ALLIED, kind, filled)
        return
    assert blank.values, "no blank is without a value"
    for value in blank.values:
        yield from forms(p, kind, (*filled, (blank.name, value)))


@pytest.mark.rule("OCS 10.1b", "OCS 10.0a")
def test_the_unshifted_column_is_paid_before_anything_else():
    p = at("A20.23: 5T")
    assert not every(BarrageReckoned, p.fire("1 FA", "A20.20")), "first the supply"
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.kinds) == ("Allied", ("pay barrage",))
    assert not p.state.memory.fired and not p.state.memory.barraged
    pay(p, A20_23=2, no="OCS 12.1")
    pay(p, A20_23=4, no="OCS 12.1")
    found = pay(p, A20_23=3)
    spent = only(SupplySpent, found)
    assert (spent.source, spent.tokens, spent.use, spent.what) == ("A20.23", 3, "barrage", "A20.20")
    assert only(BarrageReckoned, found).cost == 3
    assert set(p.state.memory.fired) == {p.id("1 FA")} and p.state.dumps[p.hex("A20.23")].tokens == 2


@pytest.mark.rule("OCS 10.1b")
def test_unpaid_it_is_cancelled_and_does_not_count_as_fired():
    p = at("A20.23: 5T")
    p.fire("1 FA", "A20.20")
    told = only(SupplyNotPaid, pay(p))
    assert (told.use, told.units, told.target) == ("barrage", p.ids("1 FA"), "A20.20")
    assert p.state.frames == () and not p.state.memory.fired and not p.state.memory.barraged
    assert p.state.dumps[p.hex("A20.23")].tokens == 5
    p.fire("1 FA, 1 M", "A20.20")
    pay(p, A20_23=4)


@pytest.mark.rule("OCS 10.1b")
def test_without_an_hq_one_dump_pays_all_of_it():
    p = at("A20.23: 2T", "A20.24: 2T", "A20.25: 4T")
    p.fire("1 FA", "A20.20")
    pay(p, A20_23=2, A20_24=1, no="OCS 10.1b")
    assert pay(p, A20_25=3)
    poor = at("A20.23: 2T", "A20.24: 2T")
    poor.fire("1 FA", "A20.20", no="OCS 10.1b")
    assert not can_fire(poor.state, ALLIED) and possible_barrages(poor.state, ALLIED) == {}


@pytest.mark.rule("OCS 10.1b", "OCS 12.1")
def test_all_supply_in_one_hex_is_one_dump_loaded_or_not():
    p = at("A20.23: 2T, 1x Truck Point (F)")
    (truck,) = p.state.transport
    p.fire("1 FA", "A20.20")
    assert len(every(SupplySpent, pay(p, A20_23=2, **{truck: 1}))) == 2


@pytest.mark.rule("OCS 10.1b", "OCS 12.3b")
def test_one_hq_may_draw_on_several_dumps_and_two_do_not_share_a_barrage():
    p = at("A20.23: 1T", "A20.31: Corps HQ (5), 2T", "A20.32: 1T", "A21.31: US Corps HQ (2)")
    five, two = p.id("5"), p.id("2")
    p.fire("1 FA", "A20.20")
    by = {name: f"A20.{row} by {hq}" for name, row, hq in (("a", 31, five), ("b", 32, five), ("c", 31, two))}
    assert p.done(PayBarrage(side=ALLIED, payment={by["a"]: 1, by["b"]: 1, by["c"]: 1}), "OCS 12.3b") == []
    assert p.done(PayBarrage(side=ALLIED, payment={by["a"]: 2, "A20.23": 1}), "OCS 12.3b") == []
    found = p.done(PayBarrage(side=ALLIED, payment={by["a"]: 2, by["b"]: 1}))
    assert [(each.source, each.hq, each.tokens) for each in every(SupplySpent, found)] == [
        ("A20.31", five, 2), ("A20.32", five, 1),
    ]  # fmt: skip


@pytest.mark.rule("OCS 10.1b")
def test_supply_must_come_to_all_that_fire():
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.22: Arty Grp (1 FA)
        A20.17: Arty Grp (1 M)
        A20.27: 1 SP
        A20.12: 1 SP
        A27.20: 1 SP
        """
    # A20.27 is 5 hexes from A20.22 and 10 from A20.17, A20.12 the other way round; A27.20 is 7 from both.
    p = guns(note, COMBAT, supplied=False, ground="all: open")
    p.fire("1 FA, 1 M", "A20.20", no="OCS 10.1b")
    p.fire("1 FA", "A20.20")
    near = guns(note.replace("A27.20", "A19.21"), COMBAT, supplied=False, ground="all: open")
    near.fire("1 FA, 1 M", "A20.20")
    frame = near.state.top_frame
    assert isinstance(frame, BarrageFrame)
    assert barrage_plan(near.state, frame).payment == {"A19.21": 4}


@pytest.mark.rule("OCS 10.1b", "OCS 12.10")
def test_internal_stocks_do_not_fire_and_out_of_supply_or_exhausted_guns_do_with_supply():
    bare = at(remark="   -- OOS")
    bare.fire("1 M", "A20.20", no="OCS 10.1b")
    p = at("A20.23: 3T", remark="   -- OOS, exhausted")
    p.fire("1 M", "A20.20")
    assert only(BarrageReckoned, pay(p, A20_23=3)).total == "12", "not reduced"


@pytest.mark.rule("OCS 10.1b", "OCS 10.0c")
def test_a_facility_has_costs_of_its_own():
    # 14 against a facility is in the column 11-20: 2T.
    p = at("A20.23: 2T")
    strength = firing.total(p.state, p.ids("1 FA"))
    assert [firing.price(p.state, strength, aim) for aim in (Aim.UNITS, Aim.PORT)] == [3, 2]
    assert firing.supply_refusal(p.state, p.ids("1 FA"), Aim.PORT) is None
    assert firing.supply_refusal(p.state, p.ids("1 FA"), Aim.UNITS) is not None


@pytest.mark.rule("OCS 10.1b")
@pytest.mark.parametrize("tokens", [2, 3, 4])
def test_forms_give_just_what_can_be_paid(tokens: int):
    p = at(f"A20.23: {tokens}T")
    if tokens < 3:
        assert "barrage" not in p.legal()
        return
    found = [each for each in forms(p, "barrage") if isinstance(each, Barrage)]
    groups = {tuple(sorted(each.units)) for each in found}
    alone = {p.ids("1 FA"), p.ids("1 M")}
    assert groups == (alone if tokens == 3 else alone | {tuple(sorted(p.ids("1 FA, 1 M")))})
    assert all(p.rules.check(p.state, each) is None for each in found)
    p.fire("1 M", "A20.20")
    answers = [each for each in forms(p, "pay barrage") if isinstance(each, PayBarrage)]
    assert [each.payment for each in answers] == [{"A20.23": 3}, {}]
    assert all(p.rules.check(p.state, each) is None for each in answers)


@pytest.mark.rule("OCS 10.1b", "OCS 12.1")
def test_the_plan_takes_the_fewest_sources():
    p = at("A20.31: Corps HQ (5)", "A20.32: 2T", "A20.33: 2T", "A20.23: 3T")
    p.fire("1 FA", "A20.20")
    frame = p.state.top_frame
    assert isinstance(frame, BarrageFrame)
    assert barrage_plan(p.state, frame).payment == {"A20.23": 3}
    for each in forms(p, "pay barrage"):
        assert p.rules.check(p.state, each) is None
