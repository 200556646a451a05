"""OCS 15.1: the Aircraft Refit Phase. A base of Level 1 refits 2 planes and holds 5 Active ones, a strip 1 and 4."""

from __future__ import annotations

import pytest

from ocs_engine.series.air.refit import Refit
from ocs_engine.series.points import EVERYONE_SUPPLIED
from ocs_engine.state.air_events import PlanesRefitted
from ocs_engine.state.slots import Phase
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.calendar import Weather
from tests.flights import Told, events, lies, sky
from tests.positions import ALLIED, AXIS, Position

REFIT = "Allied Aircraft Refit Phase"
BASE = "A21.20"
DUMP = "== Allied ==\nA21.21: 1 SP"


def spits(count: int, how: str = "inactive") -> str:
    """So many Spitfires, as a line has them."""
    return ", ".join([f"us-spitv {how}".strip()] * count)


def ids(count: int) -> tuple[str, ...]:
    """The first so many of them."""
    return tuple(f"us-spitv-{number}" for number in range(1, count + 1))


def refit(p: Position, base: str, *planes: str, no: str | None = None, **payment: int) -> Told:
    """A refit; payment by place with _ for ."""
    paid = {name.replace("_", "."): tokens for name, tokens in payment.items()}
    return p.do(Refit(side=p.side, base=base, planes=planes, payment=paid), no)


# --- how many, which, how often


@pytest.mark.rule("OCS 15.1", "OCS 15.0b", "OCS 15.2")
@pytest.mark.parametrize(("level", "most"), [(0, 1), (1, 2), (2, 4), (3, 6)])
def test_a_base_refits_two_planes_a_level_and_a_strip_one(level: int, most: int) -> None:
    p = sky(f"Allied {level} {BASE}: {spits(7)}", when=REFIT)
    refit(p, BASE, *ids(most + 1), no="OCS 15.1")
    told = refit(p, BASE, *ids(most))
    assert events(told, PlanesRefitted)
    assert [lies(p, pid) for pid in ids(7)] == [BASE] * most + [f"{BASE} inactive"] * (7 - most)


@pytest.mark.rule("OCS 15.1")
def test_its_owner_chooses_the_planes_and_may_refit_fewer() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv inactive, us-p-40 inactive reduced, us-a-20 inactive", when=REFIT)
    assert p.offered("refit") == {BASE}
    assert p.offered("refit", ("base", BASE)) == {"us-spitv-1", "us-p-40-1", "us-a-20-1"}
    refit(p, BASE, "us-p-40-1")
    assert lies(p, "us-p-40-1") == f"{BASE} reduced", "refitting brings no step back"
    assert lies(p, "us-spitv-1") == lies(p, "us-a-20-1") == f"{BASE} inactive"


@pytest.mark.rule("OCS 15.1")
def test_a_base_refits_once_in_a_phase_and_each_of_them_does() -> None:
    p = sky(f"Allied 2 {BASE}: {spits(3)}", "Allied 1 A30.20: us-p-40 inactive", when=REFIT)
    refit(p, BASE, "us-spitv-1")
    refit(p, BASE, "us-spitv-2", no="OCS 15.1")
    assert p.offered("refit") == {"A30.20"}
    refit(p, "A30.20", "us-p-40-1")
    assert p.state.now.phase is Phase.MOVEMENT, "nothing is left to refit"


@pytest.mark.rule("OCS 15.1")
@pytest.mark.parametrize(
    "planes", [(), ("us-spitv-1", "us-spitv-1"), ("us-p-40-1",), ("ger-bf109g-1",), ("us-a-20-1",), ("nobody",)]
)
def test_what_is_not_inactive_at_the_base_is_not_refitted(planes: tuple[str, ...]) -> None:
    """One is Active, one the enemy's, one based elsewhere."""
    p = sky(
        f"Allied 3 {BASE}: us-spitv inactive, us-p-40",
        "Axis 1 A50.20: ger-bf109g inactive",
        "Allied 1 A30.20: us-a-20 inactive",
        when=REFIT,
    )
    refit(p, BASE, *planes, no="OCS 15.1")
    refit(p, "A50.20", "ger-bf109g-1", no="OCS 15.1")
    refit(p, "A25.20", "us-spitv-1", no="OCS 15.1")


@pytest.mark.rule("OCS 15.1", "OCS 14.2a")
@pytest.mark.parametrize(("active", "most"), [(2, 2), (3, 2), (4, 1), (5, 0)])
def test_no_more_than_four_planes_and_the_level_are_active_there_afterwards(active: int, most: int) -> None:
    """Level 1: five; with four Active one more may be, with five none."""
    p = sky(f"Allied 1 {BASE}: {spits(3)}, {spits(active, '')}", when=REFIT)
    refit(p, BASE, *ids(most + 1), no="OCS 15.1")
    assert ("refit" in p.legal()) is (most > 0)
    if most:
        refit(p, BASE, *ids(most))
        assert sum(plane.active for plane in p.state.planes.values()) == active + most


# --- when


@pytest.mark.rule("OCS 15.1")
def test_a_side_refits_in_its_own_refit_phase_alone() -> None:
    lines = (f"Allied 1 {BASE}: us-spitv inactive", "Axis 1 A50.20: ger-bf109g inactive")
    p = sky(*lines, when=REFIT)
    assert set(p.legal()) == {"refit", "end segment"}
    assert p.rules.legal(p.state, AXIS) == ()
    p.do(Refit(side=AXIS, base="A50.20", planes=("ger-bf109g-1",)), "")
    q = sky(*lines, when="Allied Movement Phase")
    refit(q, BASE, "us-spitv-1", no="")
    assert "refit" not in q.legal()


@pytest.mark.rule("OCS 15.1", "OCS 2.2")
def test_its_owner_may_end_the_phase_and_leave_planes_as_they_are() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", when=REFIT)
    p.game.begin()
    assert p.state.now.phase is Phase.REFIT, "it waits"
    p.end_segment()
    assert (p.state.now.phase, p.side) == (Phase.MOVEMENT, ALLIED)
    assert lies(p, "us-spitv-1") == f"{BASE} inactive"


@pytest.mark.rule("OCS 15.1", "OCS 2.2")
@pytest.mark.parametrize(
    "line",
    [f"Allied 1 {BASE}: us-spitv", "Axis 1 A50.20: ger-bf109g inactive", "Allied Algiers: us-p-38-surge inactive"],
)
def test_the_phase_passes_where_nothing_can_be_refitted(line: str) -> None:
    p = sky(line, when=REFIT)
    p.game.begin()
    assert p.state.now.phase is Phase.MOVEMENT


@pytest.mark.rule("OCS 15.1", "OCS 14.1f")
def test_no_flight_does_not_stop_it() -> None:
    p = sky(f"Allied 1 {BASE}: {spits(2)}", when=REFIT, weather=Weather.NO_FLIGHT)
    refit(p, BASE, *ids(2))
    assert lies(p, "us-spitv-2") == BASE


@pytest.mark.rule("T2 1.3c", "OCS 15.1")
@pytest.mark.parametrize(("level", "most"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_in_mud_bases_refit_at_half_rate(level: int, most: int) -> None:
    """A base as many as its level; half of a strip's one is rounded up."""
    p = sky(f"Allied {level} {BASE}: {spits(4)}", when=REFIT, weather=Weather.MUD)
    refit(p, BASE, *ids(most + 1), no="OCS 15.1")
    refit(p, BASE, *ids(most))


@pytest.mark.rule("OCS 2.4", "OCS 15.1")
def test_in_a_simulcast_turn_each_side_has_its_refit_phase() -> None:
    lines = ("Axis 1 A50.20: ger-bf109g inactive", f"Allied 1 {BASE}: us-spitv inactive")
    p = sky(*lines, when="Axis Aircraft Refit Phase", weather=Weather.MUD)
    refit(p, "A50.20", "ger-bf109g-1")
    assert (p.state.now.phase, p.side) == (Phase.REFIT, ALLIED)
    refit(p, BASE, "us-spitv-1")
    assert lies(p, "ger-bf109g-1") == "A50.20" and lies(p, "us-spitv-1") == BASE


# --- for what


@pytest.mark.rule("OCS 15.1", "OCS 12.3a")
@pytest.mark.parametrize("count", [1, 2])
def test_it_takes_1t_drawn_to_the_base_whatever_the_number(count: int) -> None:
    p = sky(f"Allied 1 {BASE}: {spits(2)}", note=DUMP, when=REFIT, options=())
    refit(p, BASE, *ids(count), no="OCS 12.1")
    refit(p, BASE, *ids(count), A21_21=2, no="OCS 12.1")
    told = refit(p, BASE, *ids(count), A21_21=1)
    assert [(each.source, each.tokens, each.use) for each in events(told, SupplySpent)] == [("A21.21", 1, "refit")]  # type: ignore[attr-defined]
    assert p.state.dumps[p.hex("A21.21")].tokens == 3


@pytest.mark.rule("OCS 15.1", "OCS 12.3b")
def test_it_may_be_thrown_by_an_hq() -> None:
    """The base is out of a draw of 5 MP; the HQ lies next to the dump and throws over the plain."""
    note = "== Allied ==\nA28.20: Corps HQ (5)\nA29.20: 1 SP"
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", note=note, when=REFIT, options=())
    way = f"A29.20 by {p.id('5')}"
    assert p.offered("refit", ("base", BASE), ("plane", "us-spitv-1")) == {way}
    p.do(Refit(side=ALLIED, base=BASE, planes=("us-spitv-1",), payment={way: 1}))
    assert lies(p, "us-spitv-1") == BASE


@pytest.mark.rule("OCS 15.1")
def test_without_supply_there_is_no_refit() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", when=REFIT, options=())
    refit(p, BASE, "us-spitv-1", no="OCS 15.1")
    p.game.begin()
    assert p.state.now.phase is Phase.MOVEMENT


@pytest.mark.rule("OCS 15.1")
def test_each_base_pays_for_itself() -> None:
    """Two bases, and one token."""
    note = "== Allied ==\nA21.21: 1T"
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", "Allied 1 A22.21: us-p-40 inactive", note=note, when=REFIT,
            options=())  # fmt: skip
    assert p.offered("refit") == {BASE, "A22.21"}
    refit(p, BASE, "us-spitv-1", A21_21=1)
    assert p.state.now.phase is Phase.MOVEMENT and lies(p, "us-p-40-1") == "A22.21 inactive"


def test_with_everyone_supplied_it_takes_nothing() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", note=DUMP, when=REFIT, options=(EVERYONE_SUPPLIED,))
    refit(p, BASE, "us-spitv-1", A21_21=1, no="OCS 12.1")
    refit(p, BASE, "us-spitv-1")
    assert p.state.dumps[p.hex("A21.21")].tokens == 4


# --- enemy ZOC


@pytest.mark.rule("OCS 15.1", "OCS 4.5a", "OCS 4.5b")
def test_a_base_in_an_enemy_zoc_refits_only_where_an_own_unit_negates_it() -> None:
    enemy = "== Axis ==\nA22.20: LW Para Bn (I-5)\n"
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", note=enemy, when=REFIT)
    refit(p, BASE, "us-spitv-1", no="OCS 15.1")
    assert p.offered("refit") == set()
    q = sky(f"Allied 1 {BASE}: us-spitv inactive", note=f"{enemy}== Allied ==\n{BASE}: Para Bn (1)", when=REFIT)
    refit(q, BASE, "us-spitv-1")
    assert lies(q, "us-spitv-1") == BASE


@pytest.mark.rule("OCS 15.1", "OCS 4.5")
def test_an_enemy_without_a_zoc_is_no_bar() -> None:
    note = "== Axis ==\nA22.20: LW Para Bn (I-5) -- move"
    p = sky(f"Allied 1 {BASE}: us-spitv inactive", note=note, when=REFIT)
    refit(p, BASE, "us-spitv-1")


# --- off-map boxes and surge planes


@pytest.mark.rule("T2 1.2a", "T2 1.3c")
@pytest.mark.parametrize(("weather", "most"), [(Weather.FLIGHT, 12), (Weather.MUD, 6)])
def test_algiers_refits_twelve_free_of_charge_and_six_in_mud(weather: Weather, most: int) -> None:
    p = sky(f"Allied Algiers: {spits(14)}, {spits(9, '')}", when=REFIT, weather=weather, options=())
    refit(p, "Algiers", *ids(most + 1), no="OCS 15.1")
    refit(p, "Algiers", *ids(most))
    assert sum(plane.active for plane in p.state.planes.values()) == 9 + most, "any number is Active there"
    assert p.state.now.phase is not Phase.REFIT, "once a phase, whatever is left"


@pytest.mark.rule("T2 1.2a", "T2 2.2b")
@pytest.mark.parametrize(("date", "opened"), [("1943-01-26", False), ("1943-01-29", True)])
def test_tripoli_refits_from_29_january(date: str, opened: bool) -> None:
    p = sky("Allied Tripoli: com-daf-p-40 inactive", when=REFIT, date=date)
    refit(p, "Tripoli", "com-daf-p-40-1", no=None if opened else "OCS 15.1")


@pytest.mark.rule("T2 1.7", "OCS 15.1")
def test_no_box_refits_surge_planes() -> None:
    p = sky("Allied Algiers: us-p-38-surge inactive, us-p-40 inactive", when=REFIT)
    assert p.offered("refit", ("base", "Algiers")) == {"us-p-40-1"}
    refit(p, "Algiers", "us-p-38-surge-1", no="T2 1.7")
    refit(p, "Algiers", "us-p-40-1", "us-p-38-surge-1", no="T2 1.7")


# --- forms and saves


@pytest.mark.rule("OCS 15.1")
def test_a_form_asks_for_base_planes_and_supply_and_is_carried_out() -> None:
    p = sky(f"Allied 1 {BASE}: {spits(3)}", note=DUMP, when=REFIT, options=())
    filled = [("base", BASE), ("plane", "us-spitv-2")]
    assert p.offered("refit", *filled) == {"us-spitv-1", "us-spitv-3", "enough"}
    assert p.offered("refit", *filled, ("plane", "enough")) == {"A21.21"}
    filled.append(("plane", "us-spitv-3"))
    assert p.offered("refit", *filled) == {"A21.21"}, "two are all that a Level 1 refits"
    filled.append(("source", "A21.21"))
    assert p.rules.blank(p.state, ALLIED, "refit", filled) is None
    p.do(p.rules.fill(ALLIED, "refit", filled))
    assert lies(p, "us-spitv-1") == f"{BASE} inactive" and lies(p, "us-spitv-3") == BASE


@pytest.mark.rule("OCS 15.1")
def test_what_has_refitted_is_saved() -> None:
    p = sky(f"Allied 2 {BASE}: {spits(3)}", "Allied Algiers: us-p-40 inactive", when=REFIT)
    refit(p, BASE, "us-spitv-1")
    again = p.rules.load(p.rules.dump(p.state))
    assert again == p.state and p.hex(BASE) in again.memory.refitted
