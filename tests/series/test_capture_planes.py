"""OCS 9.14f: an air base falls at its level, and each plane there is rolled for and gets away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.air.planes import bases_in_reach
from ocs_engine.series.capture_planes import PlanesFrame, Rebase
from ocs_engine.series.points import SeriesPoints
from ocs_engine.series.view import view
from ocs_engine.state.capture_events import PlaneDestroyed, PlaneDisplaced, PlaneStepLost
from ocs_engine.state.model import DEAD, Plane, State, Work
from tests.captures import HEX, Taking, taking
from tests.positions import ALLIED, AXIS, position

NOTE = """
== Axis ==
A58.30: March Bn (T-1)
Level {level} air bases: A21.20
{axis}
== Allied ==
A20.20: Fr Mech Rgt (Coutx)
{allied}
"""


def planes(*rows: tuple[str, bool, int]) -> Callable[[State], State]:
    """A change that puts planes at the base, under the rules of the series: kind, whether Active, steps lost."""

    def change(state: State) -> State:
        hex_, new = state.world.place(HEX), state.planes
        for number, (kind, active, lost) in enumerate(rows, 1):
            new = new.set(f"{kind}-{number}", Plane(state.world.aircraft[kind], hex_, active, lost))
        return replace(state, planes=new, points=SeriesPoints())

    return change


def base_falls(
    dice: list[int],
    *rows: tuple[str, bool, int],
    axis: str = "",
    allied: str = "",
    level: int = 2,
    advance: bool = False,
) -> Taking:
    """What comes of taking a base with planes."""
    text = NOTE.format(level=level, axis=axis, allied=allied)
    return taking(text, dice, with_=planes(*rows), advance=advance)


def lies(p: Taking, pid: str) -> tuple[str, bool, int]:
    """Where a plane is, whether it is Active, and how many steps it lacks."""
    plane = p.state.planes[pid]
    return ("dead" if plane.place == DEAD else p.state.world.label(plane.place)), plane.active, plane.lost


@pytest.mark.rule("OCS 9.14f")
@pytest.mark.parametrize("level", [1, 3])
def test_a_base_without_planes_falls_at_its_level_without_a_die(level: int) -> None:
    p = base_falls([], level=level)
    assert p.state.bases[p.hex(HEX)] == Work(ALLIED, level)
    assert p.told(DiceRolled) == [] and p.state.frames == ()


@pytest.mark.rule("OCS 9.14f", "OCS 15.2")
def test_the_series_captures_an_air_strip_like_a_base() -> None:
    text = NOTE.replace("Level {level} air bases", "Air strips").format(axis="", allied="")
    p = taking(text, with_=planes())
    assert p.state.bases[p.hex(HEX)] == Work(ALLIED, 0)


@pytest.mark.rule("OCS 9.14f")
@pytest.mark.parametrize(
    ("active", "advance", "dice", "hit"),
    [
        (False, False, [3, 3], True),
        (False, False, [3, 4], False),
        (True, False, [2, 2], True),  # 4 + 2 is 6
        (True, False, [2, 3], False),  # 5 + 2 is 7
        (False, True, [2, 2], True),
        (False, True, [2, 3], False),
        (True, True, [1, 1], True),  # 2 + 4
        (True, True, [1, 2], False),  # 3 + 4
    ],
)
def test_six_and_less_costs_a_step(active: bool, advance: bool, dice: list[int], hit: bool) -> None:
    p = base_falls(dice, ("ger-bf109g", active, 0), axis="Level 1 air bases: A26.20", advance=advance)
    assert lies(p, "ger-bf109g-1") == ("A26.20", False, int(hit))
    assert len(p.told(PlaneStepLost)) == hit


@pytest.mark.rule("OCS 9.14f")
def test_every_plane_rolls_active_or_not_and_a_reduced_one_dies_of_a_step() -> None:
    rows = (("ger-bf109g", True, 1), ("ger-ju52", False, 1), ("ger-ju87", False, 0))
    p = base_falls([1, 1, 6, 6, 1, 1], *rows, axis="Level 1 air bases: A26.20")
    assert [len(event.faces) for event in p.told(DiceRolled)] == [2, 2, 2]
    assert lies(p, "ger-bf109g-1") == ("dead", False, 2)
    assert lies(p, "ger-ju52-2") == ("A26.20", False, 1)
    assert lies(p, "ger-ju87-3") == ("A26.20", False, 1)
    assert p.state.bases[p.hex(HEX)] == Work(ALLIED, 2)


@pytest.mark.rule("OCS 9.14f")
def test_the_base_must_be_within_twice_the_range() -> None:
    """Hs.129: range 40, so 80 hexes. On map A no two hexes are so far apart; with 15 of range only 30 are in reach."""
    axis = "Level 1 air bases: A51.20, A52.20"
    p = position(NOTE.format(level=1, axis=axis, allied=""), ground="")
    state = planes(("ger-hs129", False, 0))(p.state)
    short = replace(state.planes["ger-hs129-1"], aircraft=replace(state.world.aircraft["ger-hs129"], range=15))
    state = replace(state, planes=state.planes.set("ger-hs129-1", short))
    grid = state.world.atlas.grid
    assert grid.distance(p.hex(HEX), p.hex("A51.20")) == 30 < grid.distance(p.hex(HEX), p.hex("A52.20"))
    assert p.labels(bases_in_reach(state, "ger-hs129-1", p.hex(HEX), 2 * 15)) == {HEX, "A51.20"}


@pytest.mark.rule("OCS 9.14f")
def test_the_owner_chooses_among_friendly_bases() -> None:
    """Not the base that falls, not an Allied one; an air strip is a base too."""
    axis = "Level 1 air bases: A26.20\nAir strips: A30.22"
    p = base_falls([6, 6, 6, 6], ("ger-bf109g", True, 0), ("ger-ju87", True, 0), axis=axis,
                   allied="Level 3 air bases: A22.20")  # fmt: skip
    assert p.asked == ("Axis", "rebase") and p.rules.legal(p.state, "Allied") == ()
    assert p.state.bases[p.hex(HEX)] == Work(AXIS, 2), "planes get away before it falls"
    assert p.offers("rebase") == ("ger-bf109g-1",)
    assert p.offers("rebase", ("plane", "ger-bf109g-1")) == ("A26.20", "A30.22")
    p.answer(Rebase(side=AXIS, plane="ger-bf109g-1", base=HEX), no="OCS 9.14f")
    p.answer(Rebase(side=AXIS, plane="ger-bf109g-1", base="A22.20"), no="OCS 9.14f")
    p.answer(Rebase(side=AXIS, plane="ger-ju87-2", base="A26.20"), no="OCS 9.14f")
    p.answer(Rebase(side=AXIS, plane="ger-bf109g-1", base="A30.22"))
    assert lies(p, "ger-bf109g-1") == ("A30.22", False, 0)
    assert p.offers("rebase") == ("ger-ju87-2",)
    p.answer(Rebase(side=AXIS, plane="ger-ju87-2", base="A26.20"))
    assert p.state.frames == () and p.state.bases[p.hex(HEX)] == Work(ALLIED, 2)


@pytest.mark.rule("OCS 9.14f", "OCS 14.2a")
def test_a_full_base_takes_inactive_planes() -> None:
    """A strip holds four Active planes; the fifth comes Inactive."""

    def crowd(state: State) -> State:
        new, there = state.planes, state.world.place("A26.20")
        for number in range(11, 15):
            new = new.set(f"ger-bf109g-{number}", Plane(state.world.aircraft["ger-bf109g"], there))
        return planes(("ger-ju87", True, 0))(replace(state, planes=new))

    p = taking(NOTE.format(level=1, axis="Air strips: A26.20", allied=""), [6, 6], with_=crowd)
    assert lies(p, "ger-ju87-1") == ("A26.20", False, 0)


@pytest.mark.rule("OCS 9.14f")
def test_without_a_base_a_plane_is_destroyed() -> None:
    p = base_falls([6, 6, 1, 1], ("ger-bf109g", True, 0), ("ger-ju87", False, 0))
    assert [event.plane for event in p.told(PlaneDestroyed)] == ["ger-bf109g-1", "ger-ju87-2"]
    assert p.told(PlaneDisplaced) == []
    assert lies(p, "ger-bf109g-1") == ("dead", False, 2)


@pytest.mark.rule("OCS 9.14f")
def test_planes_elsewhere_are_left_alone() -> None:
    def elsewhere(state: State) -> State:
        state = planes(("ger-ju87", True, 0))(state)
        far = replace(state.planes["ger-ju87-1"], place=state.world.place("A26.20"))
        return replace(state, planes=state.planes.set("ger-ju87-1", far))

    p = taking(NOTE.format(level=1, axis="Level 1 air bases: A26.20", allied=""), with_=elsewhere)
    assert lies(p, "ger-ju87-1") == ("A26.20", True, 0) and p.told(DiceRolled) == []


@pytest.mark.rule("OCS 4.9")
def test_dead_planes_are_listed_for_their_owner_and_nobody_else() -> None:
    p = base_falls([6, 6], ("ger-bf109g", True, 0))
    own = view(p.state, AXIS)["own"]
    assert own["dead planes"] == ["ger-bf109g-1"]
    assert "ger-bf109g-1" not in [row[0] for row in own["planes"]]
    assert "109" not in str(view(p.state, ALLIED))


def test_a_question_about_a_plane_is_saved_and_goes_on_alike() -> None:
    axis = "Level 1 air bases: A26.20, A30.22"
    p = base_falls([6, 6, 3, 3], ("ger-bf109g", True, 0), ("ger-ju87", False, 0), axis=axis)
    again = p.rules.load(p.rules.dump(p.state))
    assert again == p.state and isinstance(again.top_frame, PlanesFrame)
    command = Rebase(side=AXIS, plane="ger-bf109g-1", base="A30.22")
    one, two = (p.rules.decide(state, command, p.game.dice, p.game.next_die) for state in (p.state, again))
    assert one == two
    data = p.rules.dump(p.state)
    data["frames"][-1]["planes"] = ["ghost"]
    with pytest.raises(ValueError, match="ghost"):
        p.rules.load(data)
