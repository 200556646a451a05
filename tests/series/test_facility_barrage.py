"""Barrage of an air base or a port (OCS 10.0c): one die, no shifts, no spotter, nothing else in the hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.firing import possible_barrages
from ocs_engine.series.view import view
from ocs_engine.state.barrage_events import (
    BarrageReckoned,
    BarrageResolved,
    BarrageShifted,
    BaseReduced,
    FacilityStruck,
    PortHit,
)
from ocs_engine.state.capture_events import PlaneStepLost
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.fight_events import UnitsDisordered
from ocs_engine.state.model import DEAD, Dump, Mode, Plane, State, Transport, Work
from tests.positions import ALLIED, AXIS
from tests.series.barrages import COMBAT, Guns, every, guns, only

# 14 with 1 FA alone, column 11-20 of the facility table: 1 to 6 are -, -, (5), 1*(5), 1*(4), 1*(4).
FIELD = """
    == Axis ==
    A20.20: March Bn (T-1)
    A22.20: March Bn (T-2)
    == Allied ==
    A20.22: Arty Grp (1 FA, 5 FA, 1 M, 5 M), 78 Inf Div (Arty)
"""
HERE = "A20.20"


def laid(
    base: int | None = None, hits: int | None = None, planes: dict[str, tuple[str, str, bool, int]] | None = None
) -> Callable[[State], State]:
    """What lies in A20.20: an air base of a level (0 for a strip), a port with hits; planes by id with where they are.

    planes: kind, place, whether Active, steps lost.
    """

    def lay(state: State) -> State:
        world, hex_ = state.world, state.world.place(HERE)
        if base is not None:
            state = replace(state, bases=state.bases.set(hex_, Work(AXIS, base)))
        if hits is not None:
            state = replace(state, ports=state.ports.set(hex_, Work(AXIS, 0, hits)))
        for pid, (kind, place, active, lost) in (planes or {}).items():
            plane = Plane(world.aircraft[kind], world.place(place), active, lost)
            state = replace(state, planes=state.planes.set(pid, plane))
        return state

    return lay


def field(dice: list[int], change: Callable[[State], State]) -> Guns:
    """The field, with what lies on it."""
    return guns(FIELD, COMBAT, dice, change=change)


# --- the table


@pytest.mark.rule("OCS 10.0c", "OCS 10.1b")
@pytest.mark.parametrize(
    ("names", "strength", "heading", "cost"),
    [("1 FA", 14, "11-20", 2), ("1 FA, 5 FA", 28, "21-40", 4), ("1 FA, 5 FA, 1 M, 5 M, Arty", 74, "41-80", 6)],
)
def test_strength_finds_a_column_of_the_facility_table_and_its_cost(
    names: str, strength: int, heading: str, cost: int
) -> None:
    p = field([1], laid(base=2))
    reckoned = only(BarrageReckoned, p.fire(names, HERE, "air base"))
    assert (reckoned.total, reckoned.heading, reckoned.cost, reckoned.aim) == (str(strength), heading, cost, "air base")


@pytest.mark.rule("OCS 10.0c", "OCS 10.0b", "OCS 10.0a")
def test_one_die_without_spotter_terrain_or_shifts() -> None:
    # a city in open ground and no spotter: no question, no shift; a 4 is 1*(5) in column 11-20
    p = guns(FIELD, COMBAT, [4], ground="A20.20: city", change=laid(base=3))
    told = p.fire("1 FA", HERE, "air base")
    assert [roll.faces for roll in every(DiceRolled, told)] == [(4,)]
    assert not every(BarrageShifted, told)
    assert not every(BarrageResolved, told)
    struck = only(FacilityStruck, told)
    assert (struck.target, struck.aim, struck.die, struck.result) == (HERE, "air base", 4, "1*(5)")
    assert (struck.hits, struck.plane_loss) == (1, 5)


@pytest.mark.rule("OCS 10.0e")
def test_who_fires_at_a_facility_has_fired_and_the_hex_has_had_its_barrage() -> None:
    p = field([1], laid(base=2, hits=0))
    p.fire("1 FA", HERE, "port")
    assert set(p.state.memory.fired) == {p.id("1 FA")}
    for aim in ("port", "air base", "units"):
        p.fire("1 M", HERE, aim, no="OCS 10.0e")


# --- what may be announced


@pytest.mark.rule("OCS 10.0c", "OCS 10.0d")
def test_the_facility_must_be_there_and_be_the_enemys() -> None:
    p = field([], laid(base=1))
    p.fire("1 FA", HERE, "port", no="OCS 10.0d")
    assert p.offered("barrage", ("target", HERE)) == {"units", "air base"}
    p = field([], laid(hits=0))
    p.fire("1 FA", HERE, "air base", no="OCS 10.0d")
    assert p.offered("barrage", ("target", HERE)) == {"units", "port"}

    def own(state: State) -> State:
        hex_ = state.world.place("A20.21")
        return replace(state, bases=state.bases.set(hex_, Work(ALLIED, 1)), ports=state.ports.set(hex_, Work(ALLIED)))

    p = field([], own)
    p.fire("1 FA", "A20.21", "air base", no="OCS 10.0d")
    p.fire("1 FA", "A20.21", "port", no="OCS 10.0d")


@pytest.mark.rule("OCS 10.0c")
def test_an_empty_base_or_port_is_a_target_by_itself() -> None:
    p = guns("== Allied ==\nA20.22: Arty Grp (1 FA)", COMBAT, [1], change=laid(base=1, hits=0))
    assert possible_barrages(p.state, ALLIED) == {p.hex(HERE): p.ids("1 FA")}
    assert p.offered("barrage", ("target", HERE)) == {"air base", "port"}
    p.fire("1 FA", HERE, "units", no="OCS 10.0d")
    p.fire("1 FA", HERE, "port")


@pytest.mark.rule("OCS 10.1", "OCS 10.0d")
def test_what_is_in_the_own_hex_is_not_in_range() -> None:
    def lay(state: State) -> State:
        return replace(state, bases=state.bases.set(state.world.place("A20.22"), Work(AXIS, 1)))

    p = field([], lay)
    p.fire("1 FA", "A20.22", "air base", no="OCS 10.1")
    assert p.hex("A20.22") not in possible_barrages(p.state, ALLIED)


# --- air bases


@pytest.mark.rule("OCS 10.0c", "OCS 15.0b")
@pytest.mark.parametrize(
    ("names", "die", "before", "after"),
    [
        ("1 FA", 2, 3, 3),  # -
        ("1 FA", 3, 3, 3),  # (5) costs no level
        ("1 FA", 4, 3, 2),  # 1*(5)
        ("1 FA", 6, 2, 1),  # 1*(4)
        ("1 FA", 6, 1, 1),  # never below Level 1
        ("1 FA", 6, 0, 0),  # an air strip is immune
        ("1 FA, 5 FA", 5, 3, 1),  # 2*(4) in 21-40
        ("1 FA, 5 FA", 5, 2, 1),  # two levels are not there to lose
    ],
)
def test_an_air_base_loses_levels_down_to_the_first(names: str, die: int, before: int, after: int) -> None:
    p = field([die], laid(base=before))
    told = p.fire(names, HERE, "air base")
    assert p.state.bases[p.hex(HERE)] == Work(AXIS, after)
    assert [(each.hex, each.level) for each in every(BaseReduced, told)] == ([(HERE, after)] if after < before else [])


PLANES = {
    "ger-bf109g-1": ("ger-bf109g", HERE, True, 0),
    "ger-ju87-1": ("ger-ju87", HERE, False, 0),
    "ger-ju87-2": ("ger-ju87", HERE, True, 1),
    "ger-ju88-1": ("ger-ju88", "A24.20", True, 0),
    "ger-ju88-2": ("ger-ju88", "Sicily", True, 0),
}


@pytest.mark.rule("OCS 10.0c", "OCS 3.5")
def test_each_plane_at_the_base_has_a_die_active_or_not() -> None:
    # 1*(5), and for the planes in order of their ids 5, 4 and 6: the Bf.109G is hit, the first Ju.87 is not, the second
    # has only one step left
    p = field([4, 5, 4, 6], laid(base=2, planes=PLANES))
    before = p.state.planes
    told = p.fire("1 FA", HERE, "air base")
    assert [roll.faces for roll in every(DiceRolled, told)] == [(4,), (5,), (4,), (6,)]
    assert [each.plane for each in every(PlaneStepLost, told)] == ["ger-bf109g-1", "ger-ju87-2"]
    planes = p.state.planes
    assert planes["ger-bf109g-1"] == replace(before["ger-bf109g-1"], lost=1)
    assert planes["ger-ju87-1"] == before["ger-ju87-1"]
    assert planes["ger-ju87-2"] == replace(before["ger-ju87-2"], lost=2, place=DEAD, active=False)
    assert [planes[pid] for pid in ("ger-ju88-1", "ger-ju88-2")] == [before["ger-ju88-1"], before["ger-ju88-2"]]
    assert p.state.bases[p.hex(HERE)].level == 1, "both parts of a result apply"


@pytest.mark.rule("OCS 10.0c")
@pytest.mark.parametrize(("die", "lost"), [(3, 0), (4, 1), (6, 1)])
def test_a_plane_loses_a_step_on_the_figure_in_brackets_or_more(die: int, lost: int) -> None:
    one = {"ger-bf109g-1": PLANES["ger-bf109g-1"]}
    p = field([5, die], laid(base=1, planes=one))  # 1*(4)
    p.fire("1 FA", HERE, "air base")
    assert p.state.planes["ger-bf109g-1"].lost == lost


@pytest.mark.rule("OCS 10.0c")
def test_an_air_strip_is_immune_but_its_planes_are_not() -> None:
    one = {"ger-bf109g-1": PLANES["ger-bf109g-1"]}
    p = field([6, 4], laid(base=0, planes=one))
    told = p.fire("1 FA", HERE, "air base")
    assert not every(BaseReduced, told)
    assert p.state.bases[p.hex(HERE)].level == 0
    assert p.state.planes["ger-bf109g-1"].lost == 1


@pytest.mark.rule("OCS 10.0c")
def test_without_a_bracket_no_plane_is_rolled_for() -> None:
    p = field([2], laid(base=2, planes=PLANES))
    told = p.fire("1 FA", HERE, "air base")
    assert len(every(DiceRolled, told)) == 1


@pytest.mark.rule("OCS 3.5")
def test_a_destroyed_plane_is_in_the_dead_pile_and_the_game_is_saved_with_it() -> None:
    one = {"ger-ju87-2": PLANES["ger-ju87-2"]}
    p = field([4, 6], laid(base=1, planes=one))
    p.fire("1 FA", HERE, "air base")
    data = dump_state(p.state)
    assert ["ger-ju87-2", "ger-ju87", "dead", False, 2] in data["planes"]
    again = load_state(data, p.state.world, p.state.points, p.rules.read_frame)
    assert again == p.state
    p.rules.check_state(again)
    dead = replace(p.state.planes["ger-ju87-2"], place=p.hex(HERE))
    with pytest.raises(ValueError, match="has lost 2 steps"):
        p.rules.check_state(replace(again, planes=again.planes.set("ger-ju87-2", dead)))


@pytest.mark.rule("OCS 4.9")
def test_nobody_sees_a_destroyed_plane_on_the_map() -> None:
    one = {"ger-ju87-2": PLANES["ger-ju87-2"]}
    p = field([4, 6], laid(base=1, planes=one))
    shown = {each["hex"]: each["plane"] for each in view(p.state, ALLIED)["enemy"]}
    assert shown[HERE] == "ger-ju87"
    p.fire("1 FA", HERE, "air base")
    assert {each["plane"] for each in view(p.state, ALLIED)["enemy"]} == {None}
    own = view(p.state, AXIS)
    assert (own["own"]["planes"], own["own"]["dead planes"]) == ([], ["ger-ju87-2"])


# --- ports


@pytest.mark.rule("OCS 10.0c", "OCS 19.0b")
@pytest.mark.parametrize(
    ("names", "die", "before", "after"),
    [
        ("1 FA", 3, 0, 0),  # (5) means nothing to a port
        ("1 FA", 4, 0, 1),  # 1*(5)
        ("1 FA, 5 FA", 6, 1, 3),  # 2*(4)
        ("1 FA, 5 FA", 6, 3, 4),  # four hits at most
        ("1 FA, 5 FA", 6, 4, 4),
    ],
)
def test_a_port_takes_hits_up_to_four(names: str, die: int, before: int, after: int) -> None:
    p = field([die], laid(hits=before))
    told = p.fire(names, HERE, "port")
    assert p.state.ports[p.hex(HERE)] == Work(AXIS, 0, after)
    assert [(each.hex, each.hits) for each in every(PortHit, told)] == ([(HERE, after)] if after > before else [])


@pytest.mark.rule("OCS 10.0c", "OCS 10.0d")
@pytest.mark.parametrize("aim", ["air base", "port"])
def test_nothing_but_the_announced_facility_is_hit(aim: str) -> None:
    def lay(state: State) -> State:
        hex_ = state.world.place(HERE)
        state = laid(base=3, hits=0, planes=PLANES)(state)
        return replace(
            state,
            dumps=state.dumps.set(hex_, Dump(AXIS, 8)),
            transport=state.transport.set("axis-truck-1", Transport("truck", AXIS, hex_, 4, 4)),
            hedgehogs=state.hedgehogs.set(hex_, Work(AXIS, 1)),
        )

    p = field([6, 1, 1, 1], lay)  # 1*(4); no plane is hit on a 1
    before = p.state
    told = p.fire("1 FA", HERE, aim)
    spared = {"port": ("bases", "planes"), "air base": ("ports", "planes")}[aim]
    for part in (*spared, "units", "dumps", "transport", "hedgehogs"):
        assert getattr(p.state, part) == getattr(before, part), part
    assert p.unit("T-1").mode is Mode.COMBAT
    assert not every(UnitsDisordered, told)
    if aim == "port":
        assert len(every(DiceRolled, told)) == 1, "no plane is rolled for"
        assert only(FacilityStruck, told).plane_loss is None
