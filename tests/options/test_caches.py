"""OCS 21.10: supply caches. On open ground 1 FA fires 14 over 2 hexes, in the column 12-16 that costs 3T.

Corps HQ (5) throws over the 9 hexes from A20.31 to A20.22, and draws over the 6 from A20.14 to A20.20.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.players.human_table import Table
from ocs_engine.series.barrage import Barrage
from ocs_engine.series.firing import Aim
from ocs_engine.series.income import receive_caches
from ocs_engine.series.setup import set_up
from ocs_engine.series.story import tell
from ocs_engine.series.supply.barrage_paying import any_payment
from ocs_engine.series.supply.shells import FireShells
from ocs_engine.series.supply.supply_phase import Forage
from ocs_engine.state.barrage_events import BarrageReckoned
from ocs_engine.state.events import put_units
from ocs_engine.state.model import State
from ocs_engine.state.option_events import CachesGained, CachesSpent
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.state.trace_events import TraceChecked
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.options import SUPPLY_CACHES
from ocs_engine.world.world import load_world
from tests.hands import done, refused
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.barrages import Guns, every, only
from tests.series.supply.phases import asked, events

GUNS = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: Commando Bn (6 Cdo)
    A20.22: Arty Grp (1 FA)
    A20.31: Corps HQ (5){hq}
    {more}
"""
OPTIONS = (SUPPLY_CACHES,)


def with_caches(state: State, count: int) -> State:
    return replace(state, caches=Map({ALLIED: count}))


def fired(*more: str, caches: int = 2, hq: str = "", options: tuple[str, ...] = OPTIONS) -> Guns:
    """1 FA with the caches of its side, about to fire."""
    note = GUNS.format(more="\n    ".join(more), hq=hq)
    p = position(note, "Allied Combat Phase, Barrage Segment", ground="all: open", options=options)
    return Guns(p.rules, with_caches(p.state, caches), RecordedDice((2, 2)))


def shell(p: Guns, count: int, strength: int = 0, no: str | None = None, **payment: int) -> list:
    paid = {f"{source.replace('_', '.')} by {p.id('5')}": tokens for source, tokens in payment.items()}
    command = FireShells(side=ALLIED, hq=p.id("5"), shells=count, strength=strength, payment=paid)
    return p.done(command, no)


@pytest.mark.rule("OCS 21.10")
def test_each_shell_pays_2t_of_a_barrage_thrown_by_an_hq_out_of_trace_and_no_change_is_given():
    """Two shells for 3T; the HQ has no trace and nothing to throw else."""
    p = fired()
    p.fire("1 FA", "A20.20")
    pending = p.game.pending()
    assert pending is not None and pending.kinds == ("pay barrage", "fire shells")
    shell(p, 3, no="OCS 21.10")
    found = shell(p, 2)
    spent = only(CachesSpent, found)
    assert (spent.use, spent.count) == ("shells", 2) and p.state.caches[ALLIED] == 0
    assert only(BarrageReckoned, found).cost == 3 and not every(SupplySpent, found)
    assert "2 supply caches" in tell(p.game.start, [spent])


@pytest.mark.rule("OCS 21.10")
def test_the_rest_is_thrown_by_the_same_hq():
    p = fired("A20.32: 1T", "A20.23: 4T")
    p.fire("1 FA", "A20.20")
    shell(p, 1, no="OCS 12.1")
    command = FireShells(side=ALLIED, hq=p.id("5"), shells=1, payment={"A20.23": 1})
    assert p.done(command, "OCS 12.3a") == []
    assert only(SupplySpent, shell(p, 1, A20_32=1)).tokens == 1 and p.state.caches[ALLIED] == 1


@pytest.mark.rule("OCS 21.10")
def test_the_firing_units_may_use_a_part_of_their_strength():
    """One shell is 2T, the price of the column 8-11."""
    p = fired(caches=1)
    p.fire("1 FA", "A20.20")
    shell(p, 1, no="OCS 12.1")
    shell(p, 1, strength=14, no="OCS 21.10")
    told = only(BarrageReckoned, shell(p, 1, strength=11))
    assert (told.total, told.partial, told.cost, told.heading) == ("14", 11, 2, "8-11")
    assert "of which 11 are used" in tell(p.game.start, [told])


@pytest.mark.rule("OCS 21.10")
def test_the_hq_must_throw_to_all_that_fire_and_without_the_option_there_are_none():
    strat = fired(hq="  -- Strat")
    strat.fire("1 FA", "A20.20", no="OCS 10.1b")
    none = fired(caches=0)
    none.fire("1 FA", "A20.20", no="OCS 10.1b")
    p = fired("A20.23: 3T", hq="  -- Strat")
    p.fire("1 FA", "A20.20")
    pending = p.game.pending()
    assert pending is not None and pending.kinds == ("pay barrage",)


@pytest.mark.rule("OCS 21.10")
def test_who_pays_no_otherwise_fires_with_as_much_as_shells_pay_for():
    p = fired(caches=1)
    p.fire("1 FA", "A20.20")
    best = any_payment(p.state, p.state.frame_of(type(p.state.top_frame)))
    assert best == FireShells(side=ALLIED, hq=p.id("5"), shells=1, strength=11)
    assert p.done(best)


@pytest.mark.rule("OCS 21.10")
def test_the_form_of_shells_offers_what_can_be_done():
    p = fired("A20.32: 1T", caches=1)
    p.fire("1 FA", "A20.20")
    hq = p.id("5")
    blank = p.rules.blank(p.state, ALLIED, "fire shells", ())
    assert blank is not None and blank.values == (hq,)
    strengths = p.rules.blank(p.state, ALLIED, "fire shells", (("hq", hq),))
    assert strengths is not None and strengths.values[0] == "all" and "11" in strengths.values
    filled = (("hq", hq), ("strength", "all"), ("shells", "1"), ("source", f"A20.32 by {hq}"))
    assert p.rules.blank(p.state, ALLIED, "fire shells", filled) is None
    assert p.done(p.rules.fill(ALLIED, "fire shells", filled))


# --- forage

CUT = """
    == Axis ==
    {axis}
    == Allied ==
    Supply sources: A20.20
    A20.14: Corps HQ (5){hq}
    A20.05: Para Bn (1)
    A01.01: Para Bn (3)
"""


def cut_off(caches: int = 1, axis: str = "A20.20: March Bn (T-1)", hq: str = "") -> Position:
    """An HQ as the Allied Supply Phase begins; the enemy is on its source, and it throws to Para Bn (1) alone."""
    p = position(CUT.format(axis=axis, hq=hq), "Allied Movement Phase", ground="all: open", options=OPTIONS)
    p = Position(p.rules, with_caches(p.state, caches), RecordedDice((1, 1) * 4))
    p.end_segment()
    return p


def forage(p: Position, name: str = "", no: str | None = None) -> None:
    p.do(Forage(side=ALLIED, hq=p.id(name) if name else ""), no)


@pytest.mark.rule("OCS 21.10")
def test_an_hq_that_the_enemy_cut_off_gives_trace_to_all_in_its_throw_range():
    p = cut_off()
    assert asked(p) == "forage"
    forage(p, "1", no="OCS 21.10")
    forage(p, "5")
    (checked,) = events(p, TraceChecked)
    assert checked.without == (p.id("3"),) and not p.unit("5").oos and not p.unit("1").oos
    assert p.state.caches[ALLIED] == 0


@pytest.mark.rule("OCS 21.10")
def test_nobody_need_forage():
    p = cut_off()
    forage(p)
    assert p.unit("5").oos and p.state.caches[ALLIED] == 1


@pytest.mark.rule("OCS 21.10")
@pytest.mark.parametrize(
    ("caches", "axis", "hq"),
    [(0, "A20.20: March Bn (T-1)", ""), (1, "A40.20: March Bn (T-1)", ""), (1, "A20.20: March Bn (T-1)", "  -- OOS"),
     (1, "A20.20: March Bn (T-1)", "  -- Strat")],
)  # fmt: skip
def test_only_an_hq_cut_off_just_now_and_with_a_cache(caches: int, axis: str, hq: str):
    assert asked(cut_off(caches, axis, hq)) != "forage"


@pytest.mark.rule("OCS 21.10")
def test_not_for_want_of_a_source_without_any_enemy():
    far = "A40.20: March Bn (T-1)"
    note = CUT.format(axis=far, hq="").replace("A20.14: Corps HQ", "A01.30: Corps HQ")
    p = position(note, "Allied Movement Phase", ground="all: open", options=OPTIONS)
    p = Position(p.rules, with_caches(p.state, 1), RecordedDice((1, 1) * 4))
    p.end_segment()
    assert p.unit("5").oos, "nothing but distance is in the way"


@pytest.mark.rule("OCS 21.10")
def test_on_the_first_turn_without_trace_alone():
    """An HQ that foraged in the last turn may not in this one, though it is not out of supply."""
    p = cut_off(caches=2)
    forage(p, "5")
    turn, hq = p.state.turn, p.id("5")
    assert p.state.foraged[hq] == turn
    note = CUT.format(axis="A20.20: March Bn (T-1)", hq="")
    again = position(note, "Allied Movement Phase", ground="all: open", options=OPTIONS)
    later = replace(with_caches(again.state, 1), foraged=Map({hq: again.state.turn - 1}))
    p = Position(again.rules, later, RecordedDice((1, 1) * 4))
    p.end_segment()
    assert asked(p) != "forage" and p.unit("5").oos


@pytest.mark.rule("OCS 21.10", "OCS 12.6c")
def test_not_where_it_ate_for_want_of_trace_in_the_last_turn():
    note = CUT.format(axis="A20.20: March Bn (T-1)", hq="")
    p = position(note, "Allied Movement Phase", ground="all: open", options=OPTIONS)
    ate = put_units(with_caches(p.state, 1), {p.id("5"): replace(p.unit("5"), ate=True)})
    p = Position(p.rules, ate, RecordedDice((1, 1) * 4))
    p.end_segment()
    assert asked(p) != "forage"


# --- what comes


@pytest.mark.rule("OCS 21.10")
def test_the_allies_begin_with_one_and_without_the_option_nobody_has_any():
    rules = rules_for(load_world("tunisia-campaign"), OPTIONS)
    assert set_up(rules.world, rules.points).caches == Map({AXIS: 0, ALLIED: 1})
    plain = rules_for(load_world("tunisia-campaign"))
    assert not set_up(plain.world, plain.points).caches


@pytest.mark.rule("OCS 21.10")
@pytest.mark.parametrize(("side", "count"), [(AXIS, 1), (ALLIED, 2)])
def test_each_month_some_more_come(side: Side, count: int):
    rules = rules_for(load_world("tunisia-campaign"), OPTIONS)
    state = set_up(rules.world, rules.points)
    months = []
    for turn in range(state.turn, rules.world.scenario.last_turn + 1):
        d: Draft[State] = Draft(rules, replace(state, turn=turn, arranging=()), RecordedDice(()), 0)
        receive_caches(d, side)
        gained = [each for each in d.events if isinstance(each, CachesGained)]
        assert all(each.count == count for each in gained)
        months += [rules.world.calendar.date_of(turn).replace(day=1)] * len(gained)
    assert months == [date(1942, 12, 1), *(date(1943, month, 1) for month in range(1, 6))]


# --- what a person types


def test_shells_and_forage_as_orders():
    p = fired()
    p.done(Barrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, units=p.ids("1 FA")))
    table = Table(p.game, (ALLIED,))
    assert "OCS 21.10" in refused(table, "shells 5 3")
    done(table, "shells 5 1 at 11")
    paid = fired("A20.23: 3T")
    paid.done(Barrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, units=paid.ids("1 FA")))
    done(Table(paid.game, (ALLIED,)), "pay from A20.23")
    assert paid.state.caches[ALLIED] == 2
    cut = cut_off()
    done(Table(cut.game, (ALLIED,)), "forage 5")
    assert not cut.unit("5").oos
