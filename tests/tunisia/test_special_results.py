"""T2 1.4a, 1.7, 1.11d: what Special and Air results bring, set by hand; each sentence of the rules a case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import SetFact
from ocs_engine.series.air.special import (
    free_strips,
    hurt_planes,
    inactive_surge,
    movable_strips,
    regained,
    returns_to,
    strip_refusal,
    strip_sites,
)
from ocs_engine.state.model import DEAD, Plane, State, Work
from ocs_engine.world.calendar import Weather
from ocs_engine.world.options import EVERYONE_SUPPLIED, FIGHTER_BASING_TEMPO
from tests.flights import lies, sky
from tests.positions import ALLIED, AXIS, Position

PLAIN = "all: open\nA21.20, A26.20, A30.20, A34.20: village\nA21.24: poi\nA23.20: city"
TRACED = "== Allied ==\nSupply sources: A20.20\n"
"""Open ground takes 1 MP by truck, and 5 MP may be drawn: from A20.20 to A25.20, and one hex more (OCS 12.3c)."""


def by_hand(p: Position, no: str | None = None, **fact: object) -> None:
    """A fact that the referee sets, kind=..."""
    data = {name: list(value) if isinstance(value, tuple) else value for name, value in fact.items()}
    p.do(SetFact(side="Allied", reason="a roll", fact=data), no)


# --- surge planes


def surge(p: Position, *planes: str, no: str | None = None, side: str = "Allied") -> None:
    """Surge planes refitted."""
    by_hand(p, no, kind="surge refitted", side=side, planes=planes)


@pytest.mark.rule("T2 1.7", "T2 1.4a")
@pytest.mark.parametrize("weather", list(Weather))
def test_a_special_result_refits_three_inactive_surge_planes_in_any_weather(weather: Weather) -> None:
    """Two in Algiers, two in Tripoli, one of them reduced; the side names any three."""
    p = sky("Allied Algiers: us-p-38-surge inactive, us-b-17-surge inactive, us-p-40 inactive",
            "Allied Tripoli: us-p-38-surge inactive reduced, us-b-24-surge inactive, com-beaufgtr-surge",
            weather=weather, date="1943-03-01")  # fmt: skip
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", no="T2 1.7")  # two are too few
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", "us-b-24-surge-1", "us-p-38-surge-2", no="T2 1.7")
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", "us-b-17-surge-1", no="T2 1.7")
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", "us-p-40-1", no="T2 1.7")  # no surge plane
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", "com-beaufgtr-surge-1", no="T2 1.7")  # Active
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", "us-p-38-surge-2")
    assert lies(p, "us-p-38-surge-2") == "Tripoli reduced"
    assert lies(p, "us-p-38-surge-1") == lies(p, "us-b-17-surge-1") == "Algiers"
    assert inactive_surge(p.state, ALLIED) == ["us-b-24-surge-1"]


@pytest.mark.rule("T2 1.7")
def test_where_there_are_fewer_all_of_them_are_refitted_and_none_of_the_enemys() -> None:
    p = sky("Axis Sicily: ger-ju88-surge inactive", "Allied Algiers: us-p-38-surge inactive, us-p-38-surge")
    surge(p, "us-p-38-surge-1", "ger-ju88-surge-1", no="T2 1.7")
    surge(p, "us-p-38-surge-1")
    surge(p, no="T2 1.7")
    surge(p, "us-p-38-surge-1", no="T2 1.7")
    surge(p, "ger-ju88-surge-1", side="Axis")
    assert lies(p, "ger-ju88-surge-1") == "Sicily"


@pytest.mark.rule("T2 1.7", "T2 1.4a")
def test_a_dead_surge_plane_is_not_refitted() -> None:
    p = sky("Allied Algiers: us-p-38-surge inactive, us-b-17-surge inactive")
    dead = replace(p.state.planes["us-b-17-surge-1"], place=DEAD, lost=2)
    p = Position(p.rules, replace(p.state, planes=p.state.planes.set("us-b-17-surge-1", dead)), RecordedDice(()))
    assert inactive_surge(p.state, ALLIED) == ["us-p-38-surge-1"]
    surge(p, "us-p-38-surge-1", "us-b-17-surge-1", no="T2 1.7")
    surge(p, "us-p-38-surge-1")


@pytest.mark.rule("T2 1.7")
def test_it_does_not_use_up_the_refit_of_the_box() -> None:
    p = sky("Allied Algiers: us-p-38-surge inactive, us-p-40 inactive", when="Allied Aircraft Refit Phase")
    surge(p, "us-p-38-surge-1")
    assert p.offered("refit", ("base", "Algiers")) == {"us-p-40-1"}


# --- air strips


def strip(p: Position, hex_: str, moved_from: str = "", no: str | None = None, side: str = "Allied") -> None:
    """A strip placed or moved."""
    by_hand(p, no, kind="strip placed", side=side, hex=hex_, moved_from=moved_from)


def traced(*lines: str, note: str = TRACED, options: Sequence[str] = (), date: str = "1942-11-15") -> Position:
    """A position in which the Allies trace from A20.20."""
    return sky(*lines, note=note, ground=PLAIN, options=options, date=date)


@pytest.mark.rule("T2 1.11d", "OCS 12.6")
def test_a_strip_is_placed_in_a_village_or_point_of_interest_in_trace_supply() -> None:
    """A26.20 is next to A25.20, the last hex of a draw; A30.20 is far off. A23.20 is a city."""
    p = traced()
    assert p.labels(strip_sites(p.state, ALLIED)) == {"A21.20", "A21.24", "A26.20"}
    assert strip_sites(p.state, AXIS) == []
    for label in ("A22.20", "A23.20", "A30.20"):
        strip(p, label, no="T2 1.11d")
    strip(p, "A21.20", side="Axis", no="T2 1.11d")
    strip(p, "A26.20")
    assert p.state.bases[p.hex("A26.20")] == Work(ALLIED, 0)
    strip(p, "Algiers", no="T2 1.11d")


@pytest.mark.rule("T2 1.11d", "T2 1.3c")
def test_it_is_no_construction_and_may_be_placed_in_mud() -> None:
    p = traced()
    p = Position(p.rules, replace(p.state, weather=Weather.MUD), RecordedDice(()))
    strip(p, "A26.20")
    assert p.state.bases[p.hex("A26.20")] == Work(ALLIED, 0)


@pytest.mark.rule("T2 1.11d", "OCS 12.6")
def test_trace_supply_may_be_thrown_to_it_by_an_hq() -> None:
    p = traced(note=f"{TRACED}A25.20: Corps HQ (5)")
    assert "A30.20" in p.labels(strip_sites(p.state, ALLIED))


@pytest.mark.rule("T2 1.11d")
def test_with_everyone_supplied_trace_is_not_asked_for() -> None:
    p = traced(note="", options=("everyone supplied",))
    strip(p, "A34.20", side="Axis")


@pytest.mark.rule("T2 1.11d", "OCS 15.3")
def test_not_where_there_is_an_air_base_or_strip() -> None:
    for line in ("Allied 1 A21.20:", "Allied 0 A21.20:", "Axis 1 A21.20:"):
        strip(traced(line), "A21.20", no="T2 1.11d")


@pytest.mark.rule("T2 1.11d")
def test_not_in_the_enemys_hands() -> None:
    strip(traced(note=f"{TRACED}== Axis ==\nA21.20: 1 SP"), "A21.20", no="T2 1.11d")
    strip(traced(note=f"{TRACED}== Axis ==\nA21.20: March Bn (T-1)"), "A21.20", no="T2 1.11d")


@pytest.mark.rule("T2 1.11d")
def test_each_side_has_three_and_moves_one_when_they_are_on_the_map() -> None:
    p = traced("Allied 0 A40.20:", "Allied 0 A41.20:", "Axis 0 A50.20:", "Allied 1 A44.20:")
    assert free_strips(p.state, ALLIED) == 1 and free_strips(p.state, AXIS) == 2
    strip(p, "A21.20")
    assert free_strips(p.state, ALLIED) == 0
    strip(p, "A26.20", no="T2 1.11d")
    strip(p, "A26.20", moved_from="A44.20", no="T2 1.11d")  # an air base
    strip(p, "A26.20", moved_from="A50.20", no="T2 1.11d")  # the enemy's
    strip(p, "A26.20", moved_from="A21.20")
    assert p.hex("A21.20") not in p.state.bases and p.state.bases[p.hex("A26.20")] == Work(ALLIED, 0)
    strip(p, "A21.20", moved_from="A40.20")
    assert free_strips(p.state, ALLIED) == 0


@pytest.mark.rule("T2 1.11d")
def test_one_may_be_moved_while_others_are_off_the_map() -> None:
    p = traced("Allied 0 A40.20:")
    strip(p, "A21.20", moved_from="A40.20")
    assert set(p.state.bases) == {p.hex("A21.20")}


@pytest.mark.rule("T2 1.11d")
@pytest.mark.parametrize("how", ["", "inactive"])
def test_a_strip_with_planes_based_on_it_cannot_be_moved(how: str) -> None:
    p = traced(f"Allied 0 A40.20: us-spitv {how}", "Allied 0 A41.20:")
    strip(p, "A21.20", moved_from="A40.20", no="T2 1.11d")
    assert p.labels(movable_strips(p.state, ALLIED)) == {"A41.20"}


@pytest.mark.rule("T2 1.11d")
@pytest.mark.parametrize("left", [Work(ALLIED, 1), None])
def test_one_that_was_raised_or_overrun_can_be_placed_again(left: Work | None) -> None:
    p = traced("Allied 0 A40.20:", "Allied 0 A41.20:", "Allied 0 A42.20:")
    there = p.hex("A42.20")
    bases = p.state.bases.set(there, left) if left else p.state.bases.delete(there)
    after = replace(p.state, bases=bases)
    assert strip_refusal(p.state, ALLIED, p.hex("A21.20")) is not None
    assert strip_refusal(after, ALLIED, p.hex("A21.20")) is None and free_strips(after, ALLIED) == 1


# --- steps of planes


def dead(p: Position, kind: str) -> Position:
    """A plane of a kind in the Dead Pile, kind-9."""
    plane = Plane(p.state.world.aircraft[kind], DEAD, active=False, lost=2)
    return Position(p.rules, replace(p.state, planes=p.state.planes.set(f"{kind}-9", plane)), p.game.dice)


def step(p: Position, plane: str, base: str, active: bool, no: str | None = None) -> None:
    """A step regained."""
    by_hand(p, no, kind="plane step regained", plane=plane, base=base, active=active)


@pytest.mark.rule("T2 1.4a")
def test_a_reduced_plane_regains_a_step_where_it_is_and_as_it_is() -> None:
    p = sky("Allied 1 A21.20: us-spitv inactive reduced, us-spitv reduced, us-p-40", "Allied 1 A30.20:")
    step(p, "us-p-40-1", "A21.20", True, no="T2 1.4a")  # it lacks none
    step(p, "us-spitv-1", "A30.20", False, no="T2 1.4a")  # it is not there
    step(p, "us-spitv-1", "A21.20", True, no="T2 1.4a")  # no refit
    step(p, "us-spitv-1", "A21.20", False)
    step(p, "us-spitv-2", "A21.20", True)
    assert lies(p, "us-spitv-1") == "A21.20 inactive" and lies(p, "us-spitv-2") == "A21.20"
    step(p, "us-spitv-2", "A21.20", True, no="T2 1.4a")


@pytest.mark.rule("T2 1.4a")
def test_a_dead_plane_comes_back_with_one_step_at_any_own_base_or_box() -> None:
    p = dead(sky("Allied 1 A21.20:", "Axis 1 A30.20:"), "us-spitv")
    assert hurt_planes(p.state, ALLIED) == ["us-spitv-9"]
    assert [p.state.world.label(place) for place in returns_to(p.state, "us-spitv-9")] == ["A21.20", "Algiers"]
    for base in ("A30.20", "A25.20", "Sicily"):
        step(p, "us-spitv-9", base, True, no="T2 1.4a")
    step(p, "us-spitv-9", "A21.20", True)
    assert lies(p, "us-spitv-9") == "A21.20 reduced"
    step(p, "us-spitv-9", "A21.20", True)
    assert lies(p, "us-spitv-9") == "A21.20", "the second of two steps"


@pytest.mark.rule("T2 1.4a", "OCS 14.2a")
def test_at_a_full_base_it_appears_inactive() -> None:
    """A strip holds four Active planes."""
    p = dead(sky("Allied 0 A21.20: us-p-40, us-p-40, us-p-40, us-p-40"), "us-spitv")
    assert not regained(p.state, "us-spitv-9", p.hex("A21.20")).active
    assert regained(p.state, "us-spitv-9", p.state.world.place("Algiers")).active
    step(p, "us-spitv-9", "A21.20", True, no="T2 1.4a")
    step(p, "us-spitv-9", "A21.20", False)
    assert lies(p, "us-spitv-9") == "A21.20 inactive reduced"


@pytest.mark.rule("OCS 21.5", "T2 1.4a")
@pytest.mark.parametrize(("options", "second"), [
    ((FIGHTER_BASING_TEMPO,), "A30.20 inactive reduced"),
    ((), "A30.20 reduced"),
])  # fmt: skip
def test_by_option_one_plane_a_turn_appears_active_at_a_level_1_base(options: tuple[str, ...], second: str) -> None:
    p = sky("Allied 1 A30.20:", "Allied Algiers: us-p-40, us-p-40", options=(EVERYONE_SUPPLIED, *options))
    dead = {pid: replace(p.state.planes[pid], place=DEAD, active=False, lost=2) for pid in ("us-p-40-1", "us-p-40-2")}
    p = Position(p.rules, replace(p.state, planes=p.state.planes.update(dead)), RecordedDice(()))
    for pid in dead:
        event = regained(p.state, pid, p.hex("A30.20"))
        by_hand(p, kind="plane step regained", plane=pid, base="A30.20", active=event.active)
    assert [lies(p, pid) for pid in dead] == ["A30.20 reduced", second]


@pytest.mark.rule("T2 1.4a", "T2 1.7", "T2 2.5a")
@pytest.mark.parametrize(
    ("kind", "date", "places"),
    [
        ("us-p-38-surge", "1942-11-15", ["Algiers"]),
        ("com-daf-p-40", "1943-02-26", ["Tripoli"]),
        ("com-daf-p-40", "1943-03-01", ["A21.20", "Algiers", "Tripoli"]),
    ],
)
def test_surge_planes_come_back_off_the_map_and_the_desert_air_force_in_tripoli(
    kind: str, date: str, places: list[str]
) -> None:
    p = dead(sky("Allied 1 A21.20:", date=date), kind)
    assert [p.state.world.label(place) for place in returns_to(p.state, f"{kind}-9")] == places


def test_a_fact_about_what_is_not_there_is_refused() -> None:
    p = traced()
    by_hand(p, "", kind="strip placed", side="Allied", hex="Z99.99")
    by_hand(p, "", kind="plane step regained", plane="nobody", base="Nowhere", active=True)
    by_hand(p, "T2 1.4a", kind="plane step regained", plane="nobody", base="Algiers", active=True)
    state: State = p.state
    assert free_strips(state, ALLIED) == 3
