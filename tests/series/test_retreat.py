"""OCS 9.12: retreats hex by hex, on small grounds whose ways and ends are counted by hand.

Around A20.20, from which most of them start (the hexes two away are the next ring out):

                    A20.22
             A19.22        A21.22
      A18.21        A20.21        A22.21
             A19.21        A21.21
      A18.20        A20.20        A22.20
             A19.20        A21.20
      A18.19        A20.19        A22.19
             A19.19        A21.19
                    A20.18
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ocs_engine.grid import Hex
from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft, NoDice
from ocs_engine.kernel.messages import Command, Event, Refusal
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.kernel.session import Entry
from ocs_engine.series import retreat
from ocs_engine.series.fight_commands import BeginRetreat, LoseStep, RetreatTo
from ocs_engine.series.losses import LossFrame
from ocs_engine.series.retreat import RetreatFrame, farthest, open_retreat
from ocs_engine.state.events import ControlChanged, UnitsDestroyed, put_units, stance
from ocs_engine.state.fight_events import StepLost, UnitsDisordered, UnitsRetreated
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.positions import AXIS, Position, check_table, position

ONE = "== Axis ==\nA20.20: March Bn (T-1)\n== Allied ==\nA20.21: Para Bn (3)    -- Move"
"""A battalion, and to its north an enemy in Move Mode, who has no ZOC."""
ONE_IN_ZONE = ONE.replace("-- Move", "")
RING_1 = ("A20.21", "A21.21", "A21.20", "A20.19", "A19.20", "A19.21")
RING_2 = (
    "A20.22", "A21.22", "A22.21", "A22.20", "A22.19", "A21.19", "A20.18", "A19.19", "A18.19", "A18.20", "A18.21",
    "A19.22",
)  # fmt: skip


class Retreat(Position):
    """A position in which some units are made to retreat; it stands where the owner is asked first, or at the end."""

    def __init__(
        self, p: Position, units: str, hexes: int, enemies: str, taggers: str = "", dice: tuple[int, ...] = ()
    ) -> None:
        draft = Draft(p.rules, p.state, NoDice(), 0)
        others = p.ids(taggers) if taggers else ()
        open_retreat(draft, p.ids(units), hexes, enemies.split(), others)
        super().__init__(p.rules, draft.state, RecordedDice(dice))
        self.begun = self.game.begin()

    @property
    def owner(self) -> Side:
        """The side that is asked."""
        asked = self.game.pending()
        assert asked is not None
        return Side(asked.side)

    @property
    def over(self) -> bool:
        """Whether all have retreated."""
        return not self.state.frames

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return [event for entry in self.game.entries for event in entry.events]

    def of(self, kind: type[Event]) -> list[Event]:
        """What happened of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def answer(self, command: Command, no: str | None = None) -> None:
        """Carry a command out, or see it refused by a rule."""
        checked, outcome = self.game.check(command), self.game.submit(command)
        if no is not None:
            assert isinstance(outcome, Refusal) and outcome.rule == no, outcome
            assert checked == outcome, "check and submit must agree"
            return
        assert isinstance(outcome, Entry) and checked is None, outcome
        check_table(self.state)

    def group(self, units: str, transport: tuple[str, ...] = (), no: str | None = None) -> None:
        """Name who goes next."""
        self.answer(BeginRetreat(side=self.owner, units=self.ids(units), transport=transport), no)

    def to(self, label: str, no: str | None = None) -> None:
        """Name the next hex."""
        self.answer(RetreatTo(side=self.owner, hex=label), no)

    def open(self) -> set[str]:
        """The hexes that may be entered next."""
        return self.values("retreat to")

    def values(self, kind: str, *filled: Answer) -> set[str]:
        """What a form offers the side that is asked."""
        assert kind in self.rules.legal(self.state, self.owner)
        blank = self.rules.blank(self.state, self.owner, kind, list(filled))
        return set() if blank is None else set(blank.values)


def ends(r: Retreat, name: str) -> set[str]:
    """Where a unit that retreats alone can come to rest, all its ways tried."""
    return _ends(r, r.state, r.id(name))


def _ends(r: Retreat, state: State, uid: str) -> set[str]:
    if not state.frames:
        place = state.units[uid].place
        return {state.world.label(place)} if place >= 0 else {"dead"}
    side = str(state.units[uid].side)
    blank = r.rules.blank(state, side, "retreat to", [])
    assert blank is not None
    found: set[str] = set()
    for label in blank.values:
        done = r.rules.decide(state, RetreatTo(side=Side(side), hex=label), NoDice(), 0)
        assert not isinstance(done, Refusal) and hasattr(done, "state"), done
        found |= _ends(r, done.state, uid)
    return found


def only(labels: str, what: str = "open") -> str:
    """A ground of sea on which there is nothing but some land."""
    return f"all: sea\n{labels}: {what}"


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


# --- together or split


TWO = "== Axis ==\nA20.20: March Bn (T-1), March Bn (T-2)\n== Allied ==\nA20.21: Para Bn (3)  -- Move"


@pytest.mark.rule("OCS 9.12")
def test_units_go_together() -> None:
    r = Retreat(position(TWO, ground=""), "T-1, T-2", 1, "A20.21")
    t1, t2 = r.ids("T-1, T-2")
    assert r.values("begin retreat") == {t1, t2}
    assert r.values("begin retreat", ("unit", t1)) == {t2, ENOUGH}
    assert r.values("begin retreat", ("unit", t1), ("unit", t2)) == {ENOUGH}
    r.group("T-1, T-2")
    r.to("A20.19")
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("A20.19", "A20.19", True)


@pytest.mark.rule("OCS 9.12")
def test_units_part_and_the_last_is_not_asked_whether_it_goes() -> None:
    r = Retreat(position(TWO, ground=""), "T-1, T-2", 1, "A20.21")
    r.group("T-2")
    r.to("A20.19")
    assert "begin retreat" not in r.rules.legal(r.state, "Axis"), "T-1 is on its way"
    r.to("A19.20")
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("A19.20", "A20.19", True)


@pytest.mark.rule("OCS 9.12")
def test_each_measures_from_its_own_hex() -> None:
    note = TWO.replace(", March Bn (T-2)", "\nA21.20: March Bn (T-2)")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A20.19, A21.20, A21.19")), "T-1, T-2", 1, "A20.21")
    r.group("T-1, T-2", no="OCS 9.12")
    r.group("T-1")
    assert r.open() == {"A20.19", "A21.20"}
    r.to("A20.19")
    assert r.open() == {"A20.20", "A20.19", "A21.19"}, "a friend's start is no start of his own"
    r.to("A21.19")
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("A20.19", "A21.19", True)


@pytest.mark.rule("OCS 9.12")
def test_who_is_named_must_be_among_those_that_retreat_once() -> None:
    r = Retreat(position(TWO + "\nA30.20: Commando Bn (6 Cdo)", ground=""), "T-1, T-2", 1, "A20.21")
    r.group("T-1, T-1", no="OCS 9.12")
    r.group("6 Cdo", no="OCS 9.12")
    r.answer(BeginRetreat(side=AXIS, units=()), no="OCS 9.12")
    r.answer(BeginRetreat(side=AXIS, units=("nobody",)), no="OCS 9.12")
    r.answer(BeginRetreat(side=Side.ALLIED, units=r.ids("T-1")), no="OCS 9.12")
    assert r.rules.legal(r.state, "Allied") == ()


@pytest.mark.rule("OCS 9.12")
def test_units_of_different_mobility_may_have_no_way_together() -> None:
    """Mountain to the south-west for legs, and to the south a hex for all: the first two legs may take either."""
    note = TWO.replace("(T-2)", "(T-2), Pz Bn (190)")
    ground = only("A20.20, A20.21") + "\nA19.20: mountain\nA20.20 - A19.20: primary"
    r = Retreat(position(note, ground=only("A20.20, A20.21") + "\nA19.20: mountain"), "T-1, T-2, 190", 1, "A20.21")
    assert r.values("begin retreat") == set(r.ids("T-1, T-2")), "the tanks have no way"
    r.group("T-1, 190", no="OCS 9.12")
    r.group("T-1, T-2")
    assert (r.where("T-1"), r.where("T-2"), r.where("190"), r.over) == ("A19.20", "A19.20", "dead", True)
    road = Retreat(position(note, ground=ground), "T-1, T-2, 190", 1, "A20.21")
    road.group("T-1, T-2, 190")
    assert road.where("190") == "A19.20"


@pytest.mark.rule("OCS 9.12")
def test_the_questions_name_hexes_and_no_units() -> None:
    r = Retreat(position(TWO, ground=""), "T-1, T-2", 2, "A20.21")
    asked = r.game.pending()
    assert asked is not None and "A20.20" in asked.prompt and "T-1" not in asked.prompt
    assert (asked.side, asked.kinds) == ("Axis", ("begin retreat",))
    r.group("T-1")
    asked = r.game.pending()
    assert asked is not None and "A20.20" in asked.prompt and "T-1" not in asked.prompt
    assert asked.kinds == ("retreat to",)


# --- stances


@pytest.mark.rule("OCS 9.12b", "OCS 13.1")
@pytest.mark.parametrize(
    ("remark", "after"), [("Combat", "move"), ("Move", "move"), ("DG", "dg/move"), ("Reserve", "move")]
)
def test_an_hq_turns_to_its_move_side_and_goes(remark: str, after: str) -> None:
    note = f"== Axis ==\nA20.20: Corps HQ (90)  -- {remark}\n== Allied ==\nA20.21: Para Bn (3)  -- Move"
    r = Retreat(position(note, ground=""), "90", 1, "A20.21")
    r.to("A20.19")
    assert (r.where("90"), stance(r.unit("90"))) == ("A20.19", after)


@pytest.mark.rule("OCS 9.12b")
def test_a_unit_keeps_the_side_that_is_up_if_that_has_any_ma() -> None:
    r = Retreat(position(ONE, ground=""), "T-1", 1, "A20.21")
    r.to("A20.19")
    assert stance(r.unit("T-1")) == "combat"


def with_ma(p: Position, name: str, combat_ma: int, move_ma: int) -> Position:
    """The position with a unit that has other MA on its two sides."""
    unit = p.unit(name)
    assert unit.counter.combat is not None
    combat, move = replace(unit.counter.combat, ma=combat_ma), replace(unit.counter.move, ma=move_ma)
    unit = replace(unit, counter=replace(unit.counter, combat=combat, move=move))
    return Position(p.rules, put_units(p.state, {p.id(name): unit}), RecordedDice(()))


@pytest.mark.rule("OCS 9.12b")
def test_a_unit_without_ma_turns_to_move_first_and_one_that_never_has_any_is_destroyed() -> None:
    r = Retreat(with_ma(position(ONE, ground=""), "T-1", 0, 5), "T-1", 1, "A20.21")
    r.to("A20.19")
    assert (r.where("T-1"), stance(r.unit("T-1"))) == ("A20.19", "move")
    p = with_ma(position(ONE, ground=""), "T-1", 0, 0)
    assert farthest(p.state, p.ids("T-1"), 1, ["A20.21"]) == 0
    r = Retreat(p, "T-1", 1, "A20.21")
    assert (r.where("T-1"), r.over) == ("dead", True)


@pytest.mark.rule("OCS 13.1")
def test_an_hq_turns_to_its_move_side_even_if_it_has_ma_on_the_other() -> None:
    """No HQ of this game has MA in Combat Mode; the rule holds for any."""
    p = position(ONE.replace("March Bn (T-1)", "Corps HQ (90)"), ground="")
    r = Retreat(with_ma(p, "90", 4, 12), "90", 1, "A20.21")
    r.to("A20.19")
    assert stance(r.unit("90")) == "move"


@pytest.mark.rule("OCS 5.8a")
def test_a_unit_in_strat_mode_is_destroyed_if_forced_into_an_enemy_zone() -> None:
    """A20.19 is free of the enemy's ZOC, A21.21 is in it."""
    note = ONE_IN_ZONE.replace("(T-1)", "(T-1)  -- Strat")
    forced = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1", 1, "A20.21")
    assert (forced.where("T-1"), forced.over) == ("dead", True)
    free = Retreat(position(note, ground=only("A20.20, A20.21, A21.21, A20.19")), "T-1", 1, "A20.21")
    assert (free.where("T-1"), stance(free.unit("T-1"))) == ("A20.19", "strat/move")


# --- disorder and steps


@pytest.mark.rule("OCS 9.12", "OCS 5.10a")
def test_the_second_hex_disorders_all_who_are_there() -> None:
    """Along a strip of land; T-2 is a bystander in the second hex, I-5 one in the first and III-5 one in the third."""
    others = "A20.19: LW Para Bn (I-5)\nA20.18: March Bn (T-2)  -- Move\nA20.17: LW Para Bn (III-5)\n== Allied =="
    note = ONE.replace("== Allied ==", others)
    ground = only("A20.20, A20.21, A20.19, A20.18, A20.17")
    one = Retreat(position(note, ground=ground), "T-1", 1, "A20.21")
    assert one.of(UnitsDisordered) == []
    r = Retreat(position(note, ground=ground), "T-1", 3, "A20.21")
    assert (r.where("T-1"), stance(r.unit("T-1")), stance(r.unit("T-2"))) == ("A20.17", "dg/combat", "dg/move")
    assert (stance(r.unit("I-5")), stance(r.unit("III-5"))) == ("combat", "combat")
    assert r.of(StepLost) == []


@pytest.mark.rule("OCS 9.12e", "OCS 5.10a")
def test_an_enemy_zone_disorders_all_who_are_there_and_nothing_negates_it() -> None:
    """A21.21 is in the ZOC of the enemy in A20.21 although a friend stands there, who will not move any more."""
    note = ONE_IN_ZONE.replace("== Allied ==", "A21.21: LW Para Bn (I-5)\n== Allied ==")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1", 1, "A20.21")
    assert (r.where("T-1"), stance(r.unit("T-1")), stance(r.unit("I-5"))) == ("A21.21", "dg/combat", "dg/combat")
    assert r.of(StepLost) == []


@pytest.mark.rule("OCS 9.12e")
def test_a_unit_that_is_dg_already_loses_a_step_in_a_zone() -> None:
    note = ONE_IN_ZONE.replace("(T-1)", "(T-1)  -- DG")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1", 1, "A20.21")
    lost = StepLost(unit=r.id("T-1"), why="retreat into an enemy ZOC in A21.21")
    assert (r.of(StepLost), r.where("T-1"), r.over) == ([lost], "dead", True)


@pytest.mark.rule("OCS 9.12e", "OCS 9.11")
def test_the_owner_names_who_of_those_that_were_dg_loses_the_step() -> None:
    """The group loses one step, not one each; the unit that was in order does not lose it."""
    note = (
        "== Axis ==\nA20.20: March Bn (T-1)  -- DG\nA20.20: March Bn (T-2)  -- DG\nA20.20: LW Para Bn (I-5)\n"
        "== Allied ==\nA20.21: Para Bn (3)"
    )
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21")), "T-1, T-2, I-5", 1, "A20.21")
    r.group("T-1, T-2, I-5")
    assert isinstance(r.state.top_frame, LossFrame)
    assert r.values("lose step") == set(r.ids("T-1, T-2"))
    r.answer(LoseStep(side=AXIS, unit=r.id("T-2")))
    assert (r.where("T-1"), r.where("T-2"), r.where("I-5"), r.over) == ("A21.21", "dead", "A21.21", True)
    assert stance(r.unit("I-5")) == "dg/combat"


@pytest.mark.rule("OCS 9.12e")
def test_a_second_hex_in_a_zone_costs_no_step_but_a_zone_after_a_zone_does() -> None:
    """6 Cdo in A21.18 has a ZOC into A20.18 and none into A20.19; a third hex in a ZOC costs the step."""
    note = ONE + "\nA21.18: Commando Bn (6 Cdo)"
    ground = only("A20.20, A20.21, A20.19, A20.18, A20.17, A21.18")
    second = Retreat(position(note, ground=ground), "T-1", 2, "A20.21")
    assert (second.where("T-1"), stance(second.unit("T-1")), second.of(StepLost)) == ("A20.18", "dg/combat", [])
    third = Retreat(position(note, ground=ground), "T-1", 3, "A20.21")
    assert (third.where("T-1"), len(third.of(StepLost)), third.over) == ("dead", 1, True)


@pytest.mark.rule("OCS 9.12e")
def test_those_who_die_on_the_way_drop_out_and_the_others_go_on() -> None:
    """Two hexes beside the enemy, both in his ZOC: the first only disorders, the second costs one of the two."""
    note = TWO.replace("-- Move", "\nA22.22: Commando Bn (6 Cdo)")
    r = Retreat(position(note, ground=only("A20.20, A20.21, A21.21, A22.21, A22.22")), "T-1, T-2", 2, "A20.21")
    r.group("T-1, T-2")
    assert r.values("lose step") == set(r.ids("T-1, T-2"))
    r.answer(LoseStep(side=AXIS, unit=r.id("T-1")))
    assert (r.where("T-1"), r.where("T-2"), r.over) == ("dead", "A22.21", True)


# --- tag-alongs


WITH_TRUCKS = """
    == Axis ==
    A20.20: Pz Bn (190), 21 Pz Div Organic Truck (F), Truck Point
    A20.20: LW Para Bn (I-5)       -- Reserve
    A20.20: March Bn (T-1)
    == Allied ==
    A20.21: Para Bn (3)            -- Move
"""


def trucks(p: Position, kind: str) -> str:
    """The transport of a kind."""
    return next(tid for tid, each in sorted(p.state.transport.items()) if each.kind == kind)


@pytest.mark.rule("OCS 9.12d")
def test_units_that_did_not_fight_and_organic_trucks_may_tag_along() -> None:
    p = position(WITH_TRUCKS, ground="")
    organic, regular = trucks(p, "organic"), trucks(p, "truck")
    r = Retreat(p, "190", 2, "A20.21", taggers="I-5, T-1")
    tank, para, march = r.ids("190, I-5, T-1")
    assert r.values("begin retreat") == {tank}, "nobody tags along with nobody"
    assert r.values("begin retreat", ("unit", tank)) == {para, march, ENOUGH}
    named = (("unit", tank), ("unit", para), ("unit", ENOUGH))
    assert r.values("begin retreat", *named) == {organic, ENOUGH}
    r.group("I-5", no="OCS 9.12d")
    r.group("190", (regular,), no="OCS 9.12d")
    r.group("190, I-5", (organic,))
    r.to("A20.19")
    r.to("A20.18")
    assert (r.where("190"), r.where("I-5"), r.where("T-1")) == ("A20.18", "A20.18", "A20.20")
    assert stance(r.unit("I-5")) == "dg/combat", "like those that it follows; its Reserve marker is off"
    assert {r.state.world.label(r.state.transport[tid].place) for tid in (organic,)} == {"A20.18"}
    assert r.state.transport[regular].place == r.hex("A20.20")
    assert (r.state.transport[organic].load, r.over) == (p.state.transport[organic].load, True)


@pytest.mark.rule("OCS 9.12d")
def test_nobody_has_to_tag_along() -> None:
    r = Retreat(position(WITH_TRUCKS, ground=""), "190", 1, "A20.21", taggers="I-5, T-1")
    r.group("190")
    r.to("A20.19")
    assert (r.where("I-5"), stance(r.unit("I-5")), r.over) == ("A20.20", "reserve/combat", True)


@pytest.mark.rule("OCS 9.12d")
def test_trucks_are_held_to_ways_for_trucks() -> None:
    """Over mountains go legs alone."""
    note = WITH_TRUCKS.replace("Pz Bn (190), ", "").replace("March Bn (T-1)", "March Bn (T-1), March Bn (T-2)")
    p = position(note, ground=only("A20.20, A20.21") + "\nA20.19: mountain")
    r = Retreat(p, "T-1, T-2", 1, "A20.21")
    assert r.values("begin retreat", ("unit", r.id("T-1")), ("unit", ENOUGH)) == set()
    r.group("T-1", (trucks(p, "organic"),), no="OCS 9.12")
    both = position(note, ground=only("A20.20, A20.21, A19.20") + "\nA20.19: mountain")
    r = Retreat(both, "T-1", 1, "A20.21")
    r.group("T-1", (trucks(both, "organic"),))
    assert r.where("T-1") == "A19.20", "with the trucks there is no other way"
    r = Retreat(both, "T-1", 1, "A20.21")
    r.group("T-1")
    assert r.open() == {"A20.19", "A19.20"}


@pytest.mark.rule("OCS 5.10c")
def test_trucks_never_lose_the_step_nor_go_dg() -> None:
    note = WITH_TRUCKS.replace("-- Move", "").replace("(190)", "(190)  -- DG\n    A20.20:").replace(":, ", ": ")
    p = position(note, ground=only("A20.20, A20.21, A21.21"))
    organic = trucks(p, "organic")
    r = Retreat(p, "190", 1, "A20.21")
    r.group("190", (organic,))
    assert r.where("190") == "dead"
    assert r.state.transport[organic] == replace(p.state.transport[organic], place=r.hex("A21.21"))


# --- enemies that are no combat units, and control


DEPOT = """
    == Axis ==
    A20.20: March Bn (T-1), Corps HQ (90)
    == Allied ==
    A20.21: Para Bn (3)      -- Move
    A20.19: 2 SP
"""


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], Hex]]:
    """The calls for capture, which is another chapter's: who entered which hex."""
    calls: list[tuple[tuple[str, ...], Hex]] = []

    def record(_draft: Draft[State], units: Iterable[str], hex_: Hex) -> None:
        calls.append((tuple(units), hex_))

    monkeypatch.setattr(retreat, "entered", record)
    return calls


@pytest.mark.rule("OCS 4.8c", "OCS 9.12f")
def test_an_attack_capable_unit_leads_others_over_an_enemy_dump(entries: list[tuple[tuple[str, ...], Hex]]) -> None:
    """An HQ is not Attack-Capable and goes only with the battalion."""
    r = Retreat(position(DEPOT, ground=only("A20.20, A20.21, A20.19")), "T-1, 90", 1, "A20.21")
    hq, march = r.ids("90, T-1")
    assert r.values("begin retreat") == {hq, march}
    assert r.values("begin retreat", ("unit", hq)) == {march}, "not alone"
    r.group("90", no="OCS 9.12")
    r.group("90, T-1")
    assert (r.where("90"), r.where("T-1"), r.over) == ("A20.19", "A20.19", True)
    assert entries == [((hq, march), r.hex("A20.19"))]


@pytest.mark.rule("OCS 4.8c")
def test_an_hq_has_no_way_over_an_enemy_dump(entries: list[tuple[tuple[str, ...], Hex]]) -> None:
    p = position(DEPOT, ground=only("A20.20, A20.21, A20.19"))
    assert farthest(p.state, p.ids("90"), 1, ["A20.21"]) == 0
    assert farthest(p.state, p.ids("90, T-1"), 1, ["A20.21"]) == 1
    assert Retreat(p, "90", 1, "A20.21").where("90") == "dead"
    assert entries == []


@pytest.mark.rule("OCS 4.8c", "OCS 9.12e")
def test_who_loses_its_leader_on_the_way_may_be_lost_with_it(entries: list[tuple[tuple[str, ...], Hex]]) -> None:
    """The DG battalion dies in the ZOC of 6 Cdo in A20.19, and the HQ stands before the dump in A20.18 alone."""
    note = DEPOT.replace("(T-1), Corps", "(T-1)  -- DG\n    A20.20: Corps").replace(
        "A20.19: 2 SP", "A20.18: 2 SP\n    A21.19: Commando Bn (6 Cdo)"
    )
    p = position(note, ground=only("A20.20, A20.21, A20.19, A20.18, A21.19"))
    r = Retreat(p, "T-1, 90", 2, "A20.21")
    r.group("90, T-1")
    assert (r.where("T-1"), r.where("90"), r.over) == ("dead", "dead", True)
    assert r.of(UnitsDestroyed) == [UnitsDestroyed(units=r.ids("90"), why="no way to retreat from A20.19")]
    assert entries == [(r.ids("90, T-1"), r.hex("A20.19"))]


@pytest.mark.rule("OCS 4.8c", "OCS 9.12")
def test_a_retreat_takes_a_dump_on_its_way_and_goes_on() -> None:
    """The capture rolls its die before the battalion goes on to A20.18."""
    r = Retreat(position(DEPOT, ground=only("A20.20, A20.21, A20.19, A20.18")), "T-1", 2, "A20.21", dice=(3,))
    told = [event.kind for event in r.events if event.kind in ("units retreated", "dice rolled")]
    assert told == ["units retreated", "dice rolled", "units retreated"]
    dump = r.state.dumps.get(r.hex("A20.19"))
    assert dump is None or dump.side is AXIS
    assert (r.where("T-1"), r.over) == ("A20.18", True)


@pytest.mark.rule("T2 5.0")
def test_attack_capable_units_take_control_of_each_hex_on_the_way() -> None:
    strip = only("A20.20, A20.21, A20.19, A20.18")
    p = position(ONE, ground=strip)
    p.game.restore(Entry(None, (), replace(p.state, control=p.state.control.set(p.hex("A20.18"), Side.ALLIED)), 0))
    r = Retreat(p, "T-1", 2, "A20.21")
    taken = [event.hex for event in r.events if isinstance(event, ControlChanged)]
    assert taken == ["A20.19", "A20.18"]
    hq = Retreat(position(ONE.replace("March Bn (T-1)", "Corps HQ (90)"), ground=strip), "90", 2, "A20.21")
    assert hq.of(ControlChanged) == []


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
