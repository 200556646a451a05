"""OCS 9.12: how far a retreat can go and where it ends, counted by hand; the hexes are drawn in `retreats`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.series.fight_commands import RetreatTo
from ocs_engine.series.retreat import RetreatFrame, farthest
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.fight_events import StepLost, UnitsRetreated
from tests.positions import Position, check_table, position
from tests.series.retreats import ONE, RING_1, RING_2, Retreat, ends, only

# --- how far, and where to


@pytest.mark.rule("OCS 9.12")
def test_one_hex_over_an_open_plain_leads_anywhere_but_into_the_enemy() -> None:
    r = Retreat(position(ONE, ground=""), "T-1", 1, "A20.21")
    assert ends(r, "T-1") == r.open() == set(RING_1) - {"A20.21"}
    r.to("A20.21", no="OCS 9.12")
    r.to("nowhere", no="")
    r.to("a19.20")
    assert (r.where("T-1"), r.over) == ("A19.20", True)
    assert r.of(UnitsRetreated) == [UnitsRetreated(units=r.ids("T-1"), to="A19.20")]


@pytest.mark.rule("OCS 9.12")
def test_two_hexes_end_two_away_from_the_start_and_from_the_enemy() -> None:
    """Of the twelve hexes of the ring three are next to the enemy in A20.21: A20.22, A21.22, A19.22."""
    r = Retreat(position(ONE, ground=""), "T-1", 2, "A20.21")
    assert ends(r, "T-1") == set(RING_2) - {"A20.22", "A21.22", "A19.22"}
    r.to("A21.20")
    assert r.open() == {"A22.20", "A22.19", "A21.19", "A21.21", "A20.19"}, "not back, and along the ring as well"
    r.to("A20.20", no="OCS 9.12")
    r.to("A22.19")
    assert r.over


@pytest.mark.rule("OCS 9.12")
def test_nothing_is_spent_and_no_zone_stops_a_retreat() -> None:
    """A truck column goes on through an enemy ZOC; it pays neither MP nor fuel."""
    note = "== Axis ==\nA20.20: Corps HQ (90)\n== Allied ==\nA20.21: Para Bn (3)"
    p = position(note, ground=only("A20.20, A20.21, A21.21, A22.21"))
    r = Retreat(p, "90", 2, "A20.21")
    assert (r.where("90"), r.over) == ("A22.21", True)
    assert not r.state.memory.spent


@pytest.mark.rule("OCS 9.12")
def test_how_far_units_can_go_at_most() -> None:
    """A strip of land three hexes to the south: two of them can be retreated, or four where nothing bars the way."""
    p = position(ONE, ground=only("A20.20, A20.21, A20.19, A20.18"))
    assert farthest(p.state, p.ids("T-1"), 5, ["A20.21"]) == 2
    assert farthest(p.state, p.ids("T-1"), 1, ["A20.21"]) == 1
    assert farthest(p.state, p.ids("T-1"), 0, ["A20.21"]) == 0
    assert farthest(position(ONE, ground="").state, p.ids("T-1"), 4, ["A20.21"]) == 4
    p = position(ONE, ground=only("A20.20, A20.21"))
    assert farthest(p.state, p.ids("T-1"), 5, ["A20.21"]) == 0


@pytest.mark.rule("OCS 9.12")
def test_the_one_that_can_go_farthest_counts() -> None:
    note = "== Axis ==\nA20.20: Pz Bn (190)\nA21.20: March Bn (T-1)\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    p = position(note, ground=only("A20.20, A21.20, A20.21, A22.19") + "\nA23.19: mountain")
    assert farthest(p.state, p.ids("190"), 9, ["A20.21"]) == 2, "A21.20 and A22.19; the mountain is not for tanks"
    assert farthest(p.state, p.ids("T-1, 190"), 9, ["A20.21"]) == 2, "A22.19 and A23.19, from A21.20"
    assert farthest(p.state, p.ids("T-1"), 9, ["A20.21"]) == 2
    dead = p.rules.apply(p.state, UnitsDestroyed(units=p.ids("T-1"), why="a test"))
    assert farthest(dead, p.ids("T-1"), 9, ["A20.21"]) == 0


@pytest.mark.rule("OCS 9.12f")
def test_a_hex_where_the_enemy_stood_stays_closed_when_he_is_gone() -> None:
    r = Retreat(position(ONE, ground=""), "T-1", 1, "A20.21 A20.19")
    assert r.open() == {"A21.21", "A21.20", "A19.20", "A19.21"}
    r.to("A20.19", no="OCS 9.12")


@pytest.mark.rule("OCS 9.12f", "OCS 4.8c")
def test_enemies_outside_the_combat_are_in_the_way_too() -> None:
    note = ONE + "\nA20.19: Commando Bn (6 Cdo)  -- Move"
    assert Retreat(position(note, ground=""), "T-1", 1, "A20.21").open() == set(RING_1) - {"A20.21", "A20.19"}


@pytest.mark.rule("OCS 9.12")
@pytest.mark.parametrize(("unit", "where"), [("T-1", "A20.19"), ("190", "A21.20"), ("90", "A21.20")])
def test_terrain_is_prohibited_to_some(unit: str, where: str) -> None:
    """Legs alone cross mountains; nobody swims. Where only one hex is left nothing is asked."""
    names = {"T-1": "March Bn (T-1)", "190": "Pz Bn (190)", "90": "Corps HQ (90)"}
    note = f"== Axis ==\nA20.20: {names[unit]}\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    land = "A20.20, A20.21" if unit == "T-1" else "A20.20, A20.21, A21.20"
    r = Retreat(position(note, ground=only(land) + "\nA20.19: mountain"), unit, 1, "A20.21")
    assert (r.where(unit), r.over) == (where, True)


@pytest.mark.rule("OCS 9.12")
def test_a_river_bars_a_hexside_and_a_road_opens_it() -> None:
    """A major river is not for tracks (chart); a road crosses it, and mountains."""
    note = "== Axis ==\nA20.20: Pz Bn (190)\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    ground = only("A20.20, A20.21, A20.19") + "\nA20.20 | A20.19: major_river"
    assert Retreat(position(note, ground=ground), "190", 1, "A20.21").where("190") == "dead"
    bridged = ground + "\nA20.20 - A20.19: primary"
    assert Retreat(position(note, ground=bridged), "190", 1, "A20.21").where("190") == "A20.19"
    pass_road = only("A20.20, A20.21") + "\nA20.19: mountain\nA20.20 - A20.19: primary"
    assert Retreat(position(note, ground=pass_road), "190", 1, "A20.21").where("190") == "A20.19"


@pytest.mark.rule("OCS 9.12")
def test_the_edge_of_the_map_is_the_end() -> None:
    """At the western edge half a ring is left; the enemy is in A02.20, to the north-east of A01.20.

    One away: A01.21, A02.19, A01.19. Two away from both: A01.22, A03.19, A02.18, A01.18.
    """
    note = "== Axis ==\nA01.20: March Bn (T-1)\n== Allied ==\nA02.20: Para Bn (3)  -- Move"
    p = position(note, ground="")
    assert ends(Retreat(p, "T-1", 1, "A02.20"), "T-1") == {"A01.21", "A02.19", "A01.19"}
    assert ends(Retreat(p, "T-1", 2, "A02.20"), "T-1") == {"A01.22", "A03.19", "A02.18", "A01.18"}


@pytest.mark.rule("OCS 9.12")
def test_nobody_retreats_out_of_play() -> None:
    """South of A20.01 lies map B, which is not in play; all else around is sea."""
    note = "== Axis ==\nA20.01: March Bn (T-1)\n== Allied ==\nA20.02: Para Bn (3)  -- Move"
    ground = "A21.02, A21.01, A19.01, A19.02: sea"
    p = position(note, ground=ground)
    south = p.state.world.atlas.grid.neighbours[6 * p.hex("A20.01") + 3]
    assert p.state.world.label(south).startswith("B") and p.state.world.atlas.is_land(south)
    assert Retreat(p, "T-1", 1, "A20.02").where("T-1") == "dead"


@pytest.mark.rule("OCS 9.12")
def test_a_unit_without_a_way_is_destroyed() -> None:
    """Enemies in three hexes and the sea in the others."""
    note = ONE + "\nA21.20: Commando Bn (6 Cdo)  -- Move\nA19.20: Fr Mech Rgt (Coutx)  -- Move"
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.20, A19.20")), "T-1", 2, "A20.21 A21.20 A19.20")
    assert r.of(UnitsDestroyed) == [UnitsDestroyed(units=r.ids("T-1"), why="no way to retreat from A20.20")]
    assert (r.where("T-1"), r.over) == ("dead", True)


@pytest.mark.rule("OCS 9.12")
def test_a_way_that_is_too_short_is_none() -> None:
    """One hex of land to the south is no retreat of two."""
    r = Retreat(position(ONE, ground=only("A20.20, A20.21, A20.19")), "T-1", 2, "A20.21")
    assert r.where("T-1") == "dead"


@pytest.mark.rule("T2 2.6")
def test_a_theater_reserve_that_cannot_stay_in_algeria_is_destroyed() -> None:
    note = "== Axis ==\nA20.21: March Bn (T-1)  -- Move\n== Allied ==\nA20.20: US Arm Bn (752)"
    abroad = position(note, ground="A20.20: Algeria")
    assert Retreat(abroad, "752", 1, "A20.21").where("752") == "dead"
    home = position(note, ground="A20.20, A19.20: Algeria")
    assert Retreat(home, "752", 1, "A20.21").where("752") == "A19.20"


def test_a_retreat_of_no_hexes_is_none() -> None:
    assert Retreat(position(ONE, ground=""), "T-1", 0, "A20.21").of(UnitsRetreated) == []


# --- no nearer, and broadly away


CROOKED = only("A20.20, A20.21, A21.22, A21.21, A22.20, A23.21") + (
    "\nA20.21 | A21.21: major_river\nA20.20 | A21.21: major_river"
)
"""A track goes from A20.20 by A20.21 (1 away), A21.22 (2), A21.21 (1) and A22.20 (2) to A23.21, which is 3 away."""
PANZER = "== Axis ==\nA20.20: Pz Bn (190)\n== Allied ==\nA20.19: Para Bn (3)  -- Move"


@pytest.mark.rule("OCS 9.12")
def test_a_way_may_bend_where_there_is_no_other() -> None:
    r = Retreat(position(PANZER, ground=CROOKED + "\nA20.19: open"), "190", 3, "A20.19")
    steps = [event.to for event in r.events if isinstance(event, UnitsRetreated)]
    assert steps == ["A20.21", "A21.22", "A21.21", "A22.20", "A23.21"]
    assert r.over


@pytest.mark.rule("OCS 9.12")
def test_no_step_leads_nearer_to_the_start_where_a_way_without_is_open() -> None:
    """The same with land in A21.23, which is 3 away and next to A21.22."""
    r = Retreat(position(PANZER, ground=CROOKED + "\nA20.19, A21.23: open"), "190", 3, "A20.19")
    steps = [event.to for event in r.events if isinstance(event, UnitsRetreated)]
    assert steps == ["A20.21", "A21.22", "A21.23"]


@pytest.mark.rule("OCS 9.12")
def test_ends_near_the_enemy_are_open_where_there_are_no_others() -> None:
    """A21.22 is 2 away from the start and next to the enemy."""
    r = Retreat(position(ONE, ground=only("A20.20, A20.21, A21.21, A21.22")), "T-1", 2, "A20.21")
    assert (r.where("T-1"), r.over) == ("A21.22", True)


@pytest.mark.rule("OCS 9.12")
def test_ends_near_the_enemy_are_closed_while_one_apart_is_reached_outside_his_zones() -> None:
    """From A21.21 on, A22.21 is 2 away from the enemy in A20.21, and A21.22 next to him; a river parts the two.

    Where he has a ZOC, A21.21 lies in it, so that no end apart from him is reached but through it.
    """
    ground = only("A20.20, A20.21, A21.21, A21.22, A22.21") + "\nA21.22 | A22.21: major_river"
    panzer = ONE.replace("March Bn (T-1)", "Pz Bn (190)")
    assert ends(Retreat(position(panzer, ground=ground), "190", 2, "A20.21"), "190") == {"A22.21"}
    in_zone = Retreat(position(panzer.replace("-- Move", ""), ground=ground), "190", 2, "A20.21")
    assert in_zone.open() == {"A21.22", "A22.21"}
    in_zone.to("A21.22")
    assert in_zone.where("190") == "dead", "DG from A21.21, and A21.22 costs its only step"


@pytest.mark.rule("OCS 9.12")
def test_no_hex_is_offered_from_which_the_retreat_cannot_be_completed() -> None:
    """A19.20 is a blind alley, A21.20 leads on to A22.19: nothing is asked."""
    r = Retreat(position(ONE, ground=only("A20.20, A20.21, A19.20, A21.20, A22.19")), "T-1", 2, "A20.21")
    assert (r.where("T-1"), r.over) == ("A22.19", True)


# --- whatever the ground


SPOTS = [label for label in (*RING_1, *RING_2) if label != "A20.21"]
KINDS = ("March Bn (T-1)", "Pz Bn (190)", "Corps HQ (90)", "LW Para Bn (I-5)")
REMARKS = ("Combat", "Move", "DG", "Strat", "Reserve")


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, str, int]:
    """A note with up to four units in A20.20, the ground around it, and a number of hexes."""
    units = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4, unique=True))
    lines = [f"A20.20: {unit}  -- {draw(st.sampled_from(REMARKS))}" for unit in units]
    foes = draw(st.lists(st.sampled_from(SPOTS), max_size=2, unique=True))
    enemies = [f"{label}: {name}" for label, name in zip(foes, ("Commando Bn (6 Cdo)", "Para Bn (1)"), strict=False)]
    note = "\n".join(("== Axis ==", *lines, "== Allied ==", "A20.21: Para Bn (3)", *enemies))
    wet = draw(st.lists(st.sampled_from([spot for spot in SPOTS if spot not in foes]), max_size=10, unique=True))
    high = draw(st.lists(st.sampled_from([spot for spot in SPOTS if spot not in foes]), max_size=6, unique=True))
    ground = [f"{', '.join(labels)}: {what}" for labels, what in ((high, "mountain"), (wet, "sea")) if labels]
    return note, "\n".join(ground), draw(st.integers(1, 3))


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(_cases(), st.randoms(use_true_random=False))
def test_every_way_that_is_offered_leads_to_its_end(case: tuple[str, str, int], chance: object) -> None:
    note, ground, hexes = case
    p = position(note, ground=ground)
    names = [name for name in ("T-1", "190", "90", "I-5") if f"({name})" in note]
    r = Retreat(p, ", ".join(names), hexes, "A20.21")
    for _ in range(60):
        if r.over:
            break
        _sound(r)
        r.answer(_any_answer(r, chance))
    assert r.over
    _check_outcome(r, p, names, hexes)


def _sound(r: Retreat) -> None:
    """A retreat half done is saved and loaded as it was, and each hex that it offers may be entered."""
    again = r.rules.load(r.rules.dump(r.state))
    assert again == r.state
    assert r.rules.legal(again, r.owner) == r.rules.legal(r.state, r.owner)
    if isinstance(r.state.top_frame, RetreatFrame) and r.state.top_frame.step == "hex":
        assert len(r.open()) > 1
        assert all(r.game.check(RetreatTo(side=r.owner, hex=label)) is None for label in r.open())
        assert all(r.game.check(RetreatTo(side=r.owner, hex=label)) for label in {*SPOTS, "A20.20"} - r.open())


def _any_answer(r: Retreat, chance: object) -> Command:
    """A form that is open, filled at random."""
    (kind,) = (each for each in r.rules.legal(r.state, r.owner) if each != "set fact")
    filled: list[Answer] = []
    while (blank := r.rules.blank(r.state, r.owner, kind, filled)) is not None:
        assert blank.values
        filled.append((blank.name, chance.choice(blank.values)))  # type: ignore[attr-defined]
    return r.rules.fill(r.owner, kind, filled)


def _check_outcome(r: Retreat, p: Position, names: list[str], hexes: int) -> None:
    """All are as far as they should be, or dead with an event that says so; nobody who began was without a way."""
    went = {uid for event in r.events if isinstance(event, UnitsRetreated) for uid in event.units}
    stuck = {uid for event in r.events if isinstance(event, UnitsDestroyed) for uid in event.units}
    fallen = {event.unit for event in r.events if isinstance(event, StepLost)}
    assert not went & stuck
    for name in names:
        place = r.unit(name).place
        assert (place < 0) == (r.id(name) in stuck | fallen)
        assert place < 0 or r.state.world.atlas.grid.distance(p.hex("A20.20"), place) == hexes
    state = r.game.start
    for event in r.events:
        state = r.rules.apply(state, event)
        check_table(state)
    assert state == r.state
