"""T2 1.1c, 1.5, 1.6, 1.10, 1.11: what Tunisia II adds to the capture of transport, works and planes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.air.planes import bases_in_reach
from ocs_engine.series.capture_transport import GiveUpTransport, havens
from ocs_engine.state.capture_events import FlakLost, PlaneDestroyed, StripRemoved, TransportDestroyed
from ocs_engine.state.model import Dump, Plane, State, Transport, Work
from ocs_engine.tunisia.points import near_area, open_boxes
from tests.captures import HEX, Taking, taking, transport_of, with_transport
from tests.positions import ALLIED, AXIS, position

NOTE = """
{head}
== Axis ==
{axis}
== Allied ==
{allied}
"""
AXIS_FAR, ALLIED_NEAR = "A48.24: March Bn (T-1)", "A20.20: Fr Mech Rgt (Coutx)"


def note(axis: str = "", allied: str = "", head: str = "") -> str:
    """A position with some more things in it."""
    return NOTE.format(head=head, axis=f"{AXIS_FAR}\n{axis}", allied=f"{ALLIED_NEAR}\n{allied}")


def caught(dice: list[int], *rows: tuple[str, int, int]) -> Taking:
    """What comes of taking Axis transport: kind, T that it can carry, T that it does."""
    hex_ = position(note(), ground="").hex(HEX)
    return taking(note(), dice, with_=with_transport(hex_, *rows))


# --- transport


@pytest.mark.rule("T2 1.6b")
@pytest.mark.parametrize(("kind", "tokens"), [("charcoal", 4), ("mule", 4), ("organic", 6)])
def test_only_regular_trucks_are_captured_others_are_destroyed_and_their_loads_fall(kind: str, tokens: int) -> None:
    """Die 6: 75 % of an organic truck of 6T is a point, 100 % of wagons; of 4T of load 3T and 4T."""
    p = caught([6], (kind, tokens, 4))
    assert transport_of(p.state, "Axis") == {} and transport_of(p.state, "Allied") == {}
    assert [event.tokens for event in p.told(TransportDestroyed)] == [tokens]
    assert p.state.dumps[p.hex(HEX)] == Dump(ALLIED, 3 if kind == "organic" else 4)


@pytest.mark.rule("T2 1.6c")
def test_an_organic_truck_goes_as_a_whole_and_6t_satisfy_a_point() -> None:
    """6T and one point, die 4: half of 10T is 5T, one point. Either will do; no change is given."""
    p = caught([4], ("organic", 6, 0), ("truck", 4, 0))
    assert p.asked == ("Axis", "give up transport")
    assert p.offers("give up transport", ("transport", "axis-organic-1")) == (6,)
    p.answer(GiveUpTransport(side=AXIS, transport="axis-organic-1", tokens=4), no="OCS 9.14c")
    p.answer(GiveUpTransport(side=AXIS, transport="axis-organic-1", tokens=6))
    assert transport_of(p.state, "Axis") == {"axis-truck-2": ("truck", HEX, 4, 0)}
    assert p.asked == ("Axis", "displace")


@pytest.mark.rule("T2 1.6d")
def test_losses_are_rounded_to_2t_where_a_2t_truck_is_in_the_hex() -> None:
    """A point and a truck of 2T, die 3: a quarter of 6T is 1.5T, which is 2T."""
    p = caught([3], ("organic", 2, 0), ("truck", 4, 0))
    assert p.offers("give up transport", ("transport", "axis-truck-2")) == (2,)
    p.answer(GiveUpTransport(side=AXIS, transport="axis-truck-2", tokens=2))
    assert sorted(transport_of(p.state, "Axis").values()) == [("organic", HEX, 2, 0), ("truck", HEX, 2, 0)]
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 2, 0)}


@pytest.mark.rule("T2 1.6d")
def test_a_truck_of_2t_that_was_put_together_with_a_point_counts_as_one_in_the_hex() -> None:
    """6T of regular trucks are a point and a truck of 2T. Die 3: a quarter is 1.5T, which is 2T."""
    p = caught([3], ("truck", 6, 0))
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 2, 0)}
    assert transport_of(p.state, "Axis") == {"axis-truck-1": ("truck", HEX, 4, 0)}


@pytest.mark.rule("T2 1.6d")
def test_a_2t_truck_cannot_satisfy_a_point() -> None:
    """Die 6 on 2T and a point: 75 % of 6T is 4.5T, which is two of 2T; the truck of 2T makes up half of that."""
    p = caught([6], ("organic", 2, 0), ("truck", 4, 0))
    p.answer(GiveUpTransport(side=AXIS, transport="axis-organic-1", tokens=2))
    assert transport_of(p.state, "Axis") == {"axis-truck-2": ("truck", HEX, 2, 0)}
    assert transport_of(p.state, "Allied") == {"allied-truck-1": ("truck", HEX, 2, 0)}


@pytest.mark.rule("T2 1.6d")
def test_without_a_2t_truck_losses_are_rounded_to_points() -> None:
    """A quarter of 6T, or of 4T, is less than half a point."""
    for kind, tokens in (("organic", 6), ("organic", 4), ("truck", 4)):
        p = caught([3], (kind, tokens, 0))
        assert transport_of(p.state, "Axis") == {f"axis-{kind}-1": (kind, HEX, tokens, 0)}


@pytest.mark.rule("T2 1.5", "OCS 9.14c")
def test_transport_does_not_get_away_into_a_closed_entry_area() -> None:
    """The Axis keeps two hexes from Entry A for ever."""
    p = position(note())
    world, barred = p.state.world, near_area(p.state.world, "A")
    around = world.atlas.grid.within(world.atlas.entries["A"][0], 4)
    there = next(hex_ for hex_ in around if world.atlas.is_land(hex_) and hex_ not in barred and world.in_play(hex_))
    state = replace(p.state, transport=p.state.transport.set("axis-truck-1", Transport("truck", AXIS, there, 4, 0)))
    free = set(havens(state, "axis-truck-1"))
    assert free and not free & barred
    allied = replace(state.transport["axis-truck-1"], side=ALLIED)
    state = replace(state, transport=state.transport.set("axis-truck-1", allied))
    assert set(havens(state, "axis-truck-1")) & barred, "the Allies may"


# --- works


@pytest.mark.rule("T2 1.11c", "OCS 9.14e")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (2, 1), (1, 0)])
def test_a_captured_counter_hedgehog_drops_a_level_and_level_1_is_removed(before: int, after: int) -> None:
    p = taking(note(axis=f"{HEX}: Level {before} hedgehog"))
    assert p.state.hedgehogs.get(p.hex(HEX)) == (Work(ALLIED, after) if after else None)


@pytest.mark.rule("T2 1.11c", "T2 1.1b")
@pytest.mark.parametrize(("before", "after"), [(2, 2), (3, 2), (4, 3)])
def test_a_printed_hedgehog_keeps_its_printed_level(before: int, after: int) -> None:
    """B49.12 has one of Level 2 on the map; what a counter has added to it drops by one."""
    text = note(axis=f"B49.12: Level {before} hedgehog", head="Maps: A, B")
    p = taking(text, at="B49.12", ground=None)
    assert p.state.hedgehogs[p.hex("B49.12")] == Work(ALLIED, after)


@pytest.mark.rule("T2 1.10")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_printed_flak_is_lost_when_an_enemy_unit_enters(side: str) -> None:
    def flak(state: State) -> State:
        hex_ = state.world.place(HEX)
        return replace(state, flak=state.flak.set(hex_, Work(AXIS if side == AXIS else ALLIED, 2)))

    p = taking(note(), with_=flak)
    lost = side == AXIS
    assert (p.hex(HEX) in p.state.flak) is not lost
    assert p.told(FlakLost) == ([FlakLost(hex=HEX)] if lost else [])


# --- planes


def planes(*rows: tuple[str, str]) -> Callable[[State], State]:
    """A change that puts planes into hexes: kind and label."""

    def change(state: State) -> State:
        new = state.planes
        for number, (kind, label) in enumerate(rows, 1):
            new = new.set(f"{kind}-{number}", Plane(state.world.aircraft[kind], state.world.place(label)))
        return replace(state, planes=new)

    return change


@pytest.mark.rule("T2 1.11d", "OCS 9.14f")
def test_an_air_strip_is_removed_after_its_planes_have_rolled() -> None:
    text = note(axis=f"Air strips: {HEX}\nLevel 1 air bases: A26.20")
    p = taking(text, [6, 6], with_=planes(("ger-bf109g", HEX)))
    assert len(p.told(DiceRolled)) == 1, "it is rolled for, and then its owner chooses among base and box"
    assert p.asked == ("Axis", "rebase") and p.hex(HEX) in p.state.bases
    q = taking(note(axis=f"Air strips: {HEX}"))
    assert q.told(StripRemoved) == [StripRemoved(hex=HEX)]
    assert q.hex(HEX) not in q.state.bases


@pytest.mark.rule("T2 1.1c", "T2 1.2a", "OCS 9.14f")
def test_planes_get_away_to_their_box_by_the_air_entry_points() -> None:
    """From A02.18 Sicily is 83 hexes away by A40.31: 45 and 38. Ju.87: twice 42 is enough; Hs.129: twice 40 is not."""
    text = note(axis="Level 1 air bases: A02.18")
    p = taking(text, [6, 6, 6, 6], at="A02.18", with_=planes(("ger-ju87", "A02.18"), ("ger-hs129", "A02.18")))
    grid = p.state.world.atlas.grid
    assert grid.distance(p.hex("A40.31"), p.hex("A02.18")) == 38
    assert p.state.world.label(p.state.planes["ger-ju87-1"].place) == "Sicily"
    assert not p.state.planes["ger-ju87-1"].active
    assert [event.plane for event in p.told(PlaneDestroyed)] == ["ger-hs129-2"]


@pytest.mark.rule("T2 2.2b", "T2 3.2")
def test_the_axis_never_bases_in_tripoli_and_the_allies_from_29_january() -> None:
    before, after = position(note(), date="1943-01-26").state, position(note(), date="1943-01-29").state
    assert open_boxes(before, ALLIED) == ("Algiers",)
    assert open_boxes(after, ALLIED) == ("Algiers", "Tripoli")
    assert open_boxes(before, AXIS) == open_boxes(after, AXIS) == ("Sicily",)


@pytest.mark.rule("T2 1.5")
def test_planes_do_not_get_away_to_a_base_in_a_closed_entry_area() -> None:
    p = position(note())
    world = p.state.world
    closed = sorted(hex_ for hex_ in near_area(world, "A") if world.in_play(hex_))[0]
    state = planes(("ger-ju88", HEX))(p.state)
    state = replace(state, bases=state.bases.set(closed, Work(AXIS, 1)).set(p.hex("A26.20"), Work(AXIS, 1)))
    reach = bases_in_reach(state, "ger-ju88-1", p.hex(HEX), 170)
    assert [world.label(place) for place in reach] == ["A26.20", "Sicily"]
