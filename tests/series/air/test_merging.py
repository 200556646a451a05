"""OCS 13.9 (4): two reduced planes of the same type, values and status in one place merge into a full one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.messages import SetFact
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.series.air.merging import Merge
from ocs_engine.series.air.planes import active_at
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side
from tests.flights import lies, sky, sweep, transfer
from tests.positions import ALLIED, AXIS, Position

BASE = "A21.20"


def merge(p: Position, kept: str, spent: str, no: str | None = None, side: Side = ALLIED) -> None:
    """Two planes merge into the first."""
    p.do(Merge(side=side, kept=kept, spent=spent), no)


def steps(state: State) -> int:
    """The steps of all planes that are in play."""
    return sum(plane.aircraft.steps - plane.lost for plane in state.planes.values() if plane.place != DEAD)


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize("how", ["reduced", "inactive reduced"])
@pytest.mark.parametrize("place", [f"1 {BASE}", "Algiers"])
def test_two_reduced_planes_become_a_full_one_and_a_dead_one(how: str, place: str) -> None:
    p = sky(f"Allied {place}: us-spitv {how}, us-spitv {how}")
    before = steps(p.state)
    merge(p, "us-spitv-2", "us-spitv-1")
    status = "" if how == "reduced" else " inactive"
    assert lies(p, "us-spitv-2") == place.split()[-1] + status, "with the status that both had"
    assert lies(p, "us-spitv-1") == "dead" and p.state.planes["us-spitv-1"].lost == 2
    assert steps(p.state) == before == 2


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize(
    ("planes", "kept", "spent"),
    [
        ("us-spitv, us-spitv reduced", "us-spitv-2", "us-spitv-1"),  # one is full
        ("us-spitv reduced, us-spitv inactive reduced", "us-spitv-1", "us-spitv-2"),  # of two kinds of status
        ("us-spitv reduced, us-p-40 reduced", "us-spitv-1", "us-p-40-1"),  # of two types
        ("us-p-39 reduced, com-hurriii reduced", "us-p-39-1", "com-hurriii-1"),  # alike but for a rating and the name
        ("us-spitv reduced", "us-spitv-1", "us-spitv-1"),  # itself
        ("us-spitv reduced", "us-spitv-1", "nobody"),
    ],
)
def test_type_values_and_status_must_be_the_same(planes: str, kept: str, spent: str) -> None:
    p = sky(f"Allied 1 {BASE}: {planes}")
    merge(p, kept, spent, no="OCS 13.9")
    merge(p, spent, kept, no="OCS 13.9")
    assert "merge planes" not in p.legal()


@pytest.mark.rule("OCS 13.9")
def test_the_same_name_with_other_values_is_no_match() -> None:
    """Bf.109G and Bf.109F-4 have the same figures and are two types."""
    p = sky("Axis 1 A30.20: ger-bf109g reduced, ger-bf109f-4 reduced")
    merge(p, "ger-bf109g-1", "ger-bf109f-4-1", no="OCS 13.9", side=AXIS)


@pytest.mark.rule("OCS 13.9")
def test_they_must_be_in_one_place() -> None:
    p = sky(
        f"Allied 1 {BASE}: us-spitv reduced", "Allied 1 A30.20: us-spitv reduced", "Allied Algiers: us-spitv reduced"
    )
    for kept, spent in ((1, 2), (2, 3), (1, 3)):
        merge(p, f"us-spitv-{kept}", f"us-spitv-{spent}", no="OCS 13.9")


@pytest.mark.rule("OCS 13.9")
def test_the_nation_does_not_matter() -> None:
    """A Spitfire V is one in American and in British hands, with the same figures."""
    p = sky(f"Allied 1 {BASE}: us-spitv reduced, com-spitv reduced")
    merge(p, "com-spitv-1", "us-spitv-1")
    assert lies(p, "com-spitv-1") == BASE and lies(p, "us-spitv-1") == "dead"


@pytest.mark.rule("T2 2.5")
def test_the_desert_air_force_merges_within_itself_alone() -> None:
    """All P-40s are alike in their figures."""
    p = sky(f"Allied 1 {BASE}: us-p-40 reduced, com-daf-p-40 reduced, com-daf-p-40 reduced", date="1943-03-01")
    merge(p, "us-p-40-1", "com-daf-p-40-1", no="OCS 13.9")
    merge(p, "com-daf-p-40-1", "us-p-40-1", no="OCS 13.9")
    merge(p, "com-daf-p-40-1", "com-daf-p-40-2")
    assert lies(p, "com-daf-p-40-1") == BASE


@pytest.mark.rule("T2 1.7")
def test_surge_planes_merge_with_surge_planes_alone() -> None:
    """The two kinds of Ju.88 have the same figures."""
    p = sky("Axis Sicily: ger-ju88 reduced, ger-ju88-surge reduced, ger-ju88-surge reduced")
    merge(p, "ger-ju88-1", "ger-ju88-surge-1", no="OCS 13.9", side=AXIS)
    merge(p, "ger-ju88-surge-1", "ger-ju88-surge-2", side=AXIS)
    assert lies(p, "ger-ju88-surge-1") == "Sicily"


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize(
    "when", ["Allied Movement Phase", "Axis Reaction Phase", "Axis Movement Phase", "Allied Aircraft Refit Phase"]
)
def test_either_side_merges_in_any_phase_and_holds_nothing_up(when: str) -> None:
    p = sky(
        f"Allied 1 {BASE}: us-spitv inactive reduced, us-spitv inactive reduced", "Axis 1 A50.20: ger-ju87", when=when
    )
    assert "merge planes" in p.rules.legal(p.state, ALLIED) and "merge planes" not in p.rules.legal(p.state, AXIS)
    merge(p, "us-spitv-1", "us-spitv-2", no="OCS 13.9", side=AXIS)
    merge(p, "us-spitv-1", "us-spitv-2")


@pytest.mark.rule("OCS 13.9")
def test_a_phase_does_not_wait_for_merging() -> None:
    p = sky(
        "Allied Algiers: us-p-38-surge inactive reduced, us-p-38-surge inactive reduced",
        when="Allied Aircraft Refit Phase",
    )
    p.game.begin()
    assert p.state.now.is_movement


@pytest.mark.rule("OCS 13.9", "OCS 14.2")
def test_nothing_merges_while_a_procedure_is_under_way() -> None:
    """A landing that could go to two bases asks for one of them."""
    p = sky(f"Allied 1 {BASE}: us-spitv, com-hurriii reduced, com-hurriii reduced", "Axis 1 A30.20: ger-ju87",
            "Allied 1 A25.20:", dice=[6, 6, 1])  # fmt: skip
    sweep(p, "A30.20", "us-spitv-1")
    assert p.state.frames
    assert "merge planes" not in p.rules.legal(p.state, ALLIED)


@pytest.mark.rule("OCS 13.9", "OCS 14.2")
def test_half_of_what_has_flown_has_flown() -> None:
    """A Fighter that was transferred and stayed Active flies no second mission by way of another counter."""
    p = sky("Allied 1 A30.20: us-spitv reduced", f"Allied 1 {BASE}: us-spitv reduced")
    transfer(p, BASE, "us-spitv-1")
    merge(p, "us-spitv-2", "us-spitv-1")
    assert p.state.planes["us-spitv-2"].active
    transfer(p, "A30.20", "us-spitv-2", no="OCS 14.2")


@pytest.mark.rule("OCS 13.9")
def test_by_hand_no_planes_merge_that_could_not() -> None:
    p = sky(f"Allied 1 {BASE}: us-spitv reduced, us-spitv reduced, us-spitv")
    fact = {"kind": "planes merged", "side": "Allied", "place": BASE, "kept": "us-spitv-1", "spent": "us-spitv-3"}
    p.do(SetFact(side="Allied", reason="a slip", fact=fact), "OCS 13.9")
    p.do(SetFact(side="Allied", reason="a slip", fact=fact | {"spent": "us-spitv-2", "place": "A30.20"}), "OCS 13.9")
    p.do(SetFact(side="Allied", reason="a slip", fact=fact | {"spent": "us-spitv-2"}))
    assert lies(p, "us-spitv-1") == BASE


# --- whatever is refitted and merged

KINDS = ("us-spitv", "com-spitv", "us-p-40", "com-daf-p-40", "us-p-38-surge")
PLANES = st.lists(
    st.tuples(st.sampled_from(KINDS), st.sampled_from(["", "inactive"]), st.sampled_from(["", "reduced"])), max_size=9
)


@pytest.mark.rule("OCS 13.9", "OCS 15.1", "OCS 14.2a")
@settings(max_examples=60, deadline=None)
@given(strip=PLANES, level=st.integers(0, 3), box=PLANES, seed=st.integers(0, 999))
def test_forms_are_never_refused_steps_stay_as_many_and_bases_hold_no_more_than_they_may(
    strip: list[tuple[str, str, str]], level: int, box: list[tuple[str, str, str]], seed: int
) -> None:
    """The Active limit is 4 and the level; a base that holds more from the start takes no more."""
    lines = (", ".join(" ".join(filter(None, each)) for each in planes) for planes in (strip, box))
    base, algiers = lines
    p = sky(f"Allied {level} {BASE}: {base}", f"Allied Algiers: {algiers}", when="Allied Aircraft Refit Phase",
            note="== Allied ==\nA21.21: 1 SP", options=())  # fmt: skip
    choose, planes, before = random.Random(seed), set(p.state.planes), steps(p.state)
    most = max(4 + level, len(active_at(p.state, ALLIED, p.hex(BASE))))
    for _ in range(6):
        kinds = [kind for kind in p.rules.legal(p.state, ALLIED) if kind in ("refit", "merge planes")]
        if not kinds:
            break
        p.do(p.rules.fill(ALLIED, kind := choose.choice(kinds), filled(p, kind, choose)))
        assert set(p.state.planes) == planes and steps(p.state) == before
        assert len(active_at(p.state, ALLIED, p.hex(BASE))) <= most


def filled(p: Position, kind: str, choose: random.Random) -> list[Answer]:
    """A form of a kind, filled at random from what is offered."""
    answers: list[Answer] = []
    while (blank := p.rules.blank(p.state, ALLIED, kind, answers)) is not None:
        assert blank.values and ENOUGH not in blank.values[:-1]
        answers.append((blank.name, choose.choice(blank.values)))
    return answers
