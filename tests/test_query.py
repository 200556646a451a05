"""Questions that a player would ask, on the set-up of Race for Tunis."""

from __future__ import annotations

import pytest

from ocs_engine import query
from ocs_engine.state.model import State
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world

ZOUAVES, COUTX, FIVE_PARA = "fr-inf-zouv", "fr-mech-coutx", "ger-para-i5"
"""The French at Beja A35.23 and A40.22; the paratroops in Medjez el Bab A41.22."""


@pytest.fixture(scope="module")
def state() -> State:
    return new_game(load_world("race-for-tunis"), 7).state


def test_a_hex_next_door_is_in_reach_and_a_far_one_is_not(state: State) -> None:
    world = state.world
    within = query.reach(state, ZOUAVES, "move")
    assert world.place("A36.23") in within
    assert world.place("A01.15") not in within
    assert within.cost[world.place("A35.23")] == 0


def test_strat_mode_reaches_farther_than_move_mode(state: State) -> None:
    """Twice the MA, and more where no enemy is near (OCS 5.8)."""
    move, strat = (set(query.reach(state, ZOUAVES, stance).nodes()) for stance in ("move", "strat/move"))
    assert len(strat) > len(move)


@pytest.mark.parametrize(
    ("uid", "label", "code", "rule"),
    [
        (ZOUAVES, "A41.22", "enemy units", "OCS 4.8c"),
        (ZOUAVES, "A01.15", "out of range", "OCS 6.1"),
        (FIVE_PARA, "A42.22", "not its phase", "OCS 6.3"),
        ("it-nobody", "A42.22", "no such unit", ""),
    ],
)
def test_why_not_names_the_rule(state: State, uid: str, label: str, code: str, rule: str) -> None:
    refusal = query.why_not(state, uid, state.world.place(label))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)


def test_why_not_is_silent_where_the_way_is_open(state: State) -> None:
    assert query.why_not(state, ZOUAVES, state.world.place("A36.23")) is None


@pytest.mark.rule("OCS 4.5")
def test_zones_name_their_makers(state: State) -> None:
    """A41.22 and A40.22 touch, so each lies in the other's ZOC; the Allied half of the phase negates nothing yet, while
    the paratroops, who may not spend MP in it, negate in their own hex (OCS 4.5b)."""
    coutx, para = (query.zones(state, state.world.place(label)) for label in ("A40.22", "A41.22"))
    assert [(zone.side, zone.makers, zone.negated) for zone in coutx] == [(Side.AXIS, (FIVE_PARA,), False)]
    assert [(zone.side, zone.makers, zone.negated) for zone in para] == [(Side.ALLIED, (COUTX,), True)]


def test_left_to_do_is_every_allied_unit_on_the_map(state: State) -> None:
    """14 Allied units stand on the map at the start (Tabarka 2, Bône 4, A17.22 2, six hexes with one each)."""
    assert len(query.left_to_do(state, Side.ALLIED)) == 14
    assert query.left_to_do(state, Side.AXIS) == ()


def test_who_holds_what_and_who_would_win(state: State) -> None:
    """All five have Axis garrisons, but the battalion in Djedeida only defends, (2)-2-3, and so takes no control."""
    garrisoned = dict.fromkeys(("Tunis", "Bizerte", "Mateur", "Medjez el Bab"), Side.AXIS)
    assert query.held(state) == garrisoned | {"Djedeida": None}
    assert query.standing(state).winner is Side.AXIS


@pytest.mark.rule("OCS 4.6")
def test_the_re_of_a_stack(state: State) -> None:
    """Tunis: six battalions of half an RE, 3 RE or 12 quarters."""
    assert query.stack_quarters(state, state.world.place("A48.24"))[Side.AXIS] == 12


def test_living_units_are_counted_by_place(state: State) -> None:
    """Axis: 16 on the map (Bizerte 3, Tunis 6, seven alone), 4 in Box A and 2 in Box B.

    Allies: 14 on the map; three units and two replacements in Algiers.
    """
    assert query.living(state, Side.AXIS) == (16, 6, 0)
    assert query.living(state, Side.ALLIED) == (14, 5, 0)


@pytest.mark.parametrize("stance", ["keep", "move"])
def test_a_unit_in_a_box_reaches_no_hex(state: State, stance: str) -> None:
    """78 Inf Div (Arty) waits in Algiers; it comes to the map by rail or sea, not by marching."""
    assert query.reach(state, "br-78-art", stance).nodes() == []
    refusal = query.why_not(state, "br-78-art", state.world.place("A17.26"))
    assert refusal is not None
    assert refusal.code == "not on the map"
