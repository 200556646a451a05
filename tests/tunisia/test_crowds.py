"""Stacks that form in ports and entry hexes in Mud, where no stacking limit holds, and what comes of them (T2 1.3c)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import SetFact
from ocs_engine.series.commands import ChooseFirst
from ocs_engine.series.general import crowding_waived, overstacked
from ocs_engine.series.shipping import Ship
from ocs_engine.state.codec import dump_state, load_state
from ocs_engine.state.lift_events import CrowdsEnded
from ocs_engine.state.slots import Phase
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.barrages import COMBAT, guns, shifts_of

BONE = "A17.26"
TEN = "78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf, Arty), Fr Pol Bde (Schw, Morl, Regn), Fr Mech Rgt (Coutx), " \
      "Fr Mixed Rgt (Sahel), Fr Inf Rgt (4 Tun)"  # fmt: skip
"""10 RE, as much as a hex holds."""
FULL = f"Allied ports: Bône\n== Allied ==\n{BONE}: {TEN}\nAlgiers: Commando Bn (6 Cdo)  -- Move\n"
FLIGHT, MUD = (1, 1), (6, 6)


def harbour(note: str = FULL, *faces: int, weather: Weather = Weather.MUD) -> Position:
    """faces: thrown first; then comes a turn of Flight in which the Allies win the roll for the first player."""
    dice = RecordedDice((*faces, *FLIGHT, 1, 1, 6, 6, *FLIGHT, 1, 1, 6, 6))
    return position(note, "Allied Movement Phase", weather=weather, dice=dice)


def land(p: Position) -> None:
    p.do(Ship(side=ALLIED, start="Algiers", to=BONE, cargo=p.ids("6 Cdo")))


def first(p: Position, side: Side) -> None:
    p.do(ChooseFirst(side=ALLIED, first=side))


def ends(p: Position, side: Side, phase: Phase) -> None:
    """End segments until a side is in a phase."""
    while (p.state.now.phase, p.state.now.acts) != (phase, side):
        assert asked(p) == ""
        p.end_segment()


def asked(p: Position) -> str:
    """The kind of command that answers the question that the game asks, "" for none."""
    pending = p.game.pending()
    return pending.kinds[0] if pending else ""


@pytest.mark.rule("T2 1.3c", "OCS 4.8a")
def test_a_port_holds_more_than_ten_re_in_mud_and_an_open_hex_does_not():
    p = harbour()
    land(p)
    p.end_segment()
    assert len(p.state.here[p.hex(BONE)]) == 11 and asked(p) == "choose first player", "the next turn has begun"
    dry = harbour(weather=Weather.FLIGHT)
    land(dry)
    dry.end_segment()
    assert asked(dry) == "destroy"
    inland = harbour(FULL.replace(f"{BONE}: {TEN}", f"A17.25: {TEN}, Commando Bn (1 Cdo)"))
    assert overstacked(inland.state) == [inland.hex("A17.25")]


@pytest.mark.rule("T2 1.3c")
def test_entry_hexes_are_as_ports_in_mud():
    p = harbour(FULL.replace(BONE, "A01.15"))
    entry, beside = p.hex("A01.15"), p.hex("A02.15")
    assert crowding_waived(p.state, ALLIED, entry) and not crowding_waived(p.state, ALLIED, beside)
    assert not crowding_waived(replace(p.state, weather=Weather.NO_FLIGHT), ALLIED, entry)


@pytest.mark.rule("T2 1.3c")
@pytest.mark.parametrize("starts", [AXIS, ALLIED])
def test_a_stack_so_formed_keeps_its_leave_until_the_end_of_its_next_movement_phase(starts: Side):
    p = harbour()
    land(p)
    p.end_segment()
    assert p.state.crowds == Map({p.hex(BONE): ALLIED}) and p.state.weather is Weather.FLIGHT
    first(p, starts)
    ends(p, ALLIED, Phase.MOVEMENT)
    assert p.state.crowds and len(p.state.here[p.hex(BONE)]) == 11, "nothing was asked before"
    p.end_segment()
    assert asked(p) == "destroy", "they did not spread out"
    p.destroy(ALLIED, "6 Cdo")
    assert not p.state.crowds and asked(p) != "destroy"


@pytest.mark.rule("T2 1.3c")
def test_another_mud_turn_does_not_end_it_and_units_that_leave_are_not_asked_about():
    p = harbour(FULL, *MUD)
    land(p)
    p.end_segment()
    p.end_segment()  # the Axis in Mud
    p.end_segment()  # the Allies, whose MA is 0
    assert p.state.crowds and p.state.weather is Weather.FLIGHT
    first(p, ALLIED)
    ends(p, ALLIED, Phase.MOVEMENT)
    p.move("6 Cdo", "A16.26")
    p.end_segment()
    assert asked(p) == "" and not p.state.crowds
    assert sum(isinstance(event, CrowdsEnded) for entry in p.game.entries for event in entry.events) == 1


ENTRY = "A01.15"


@pytest.mark.rule("T2 1.3c", "OCS 13.6")
@pytest.mark.parametrize("starts", [AXIS, ALLIED])
def test_reinforcements_that_come_in_mud_have_their_next_movement_phase_to_spread_out(starts: Side):
    """10 RE stand in an entry hex, and a battalion comes to it; in Mud nobody can leave it."""
    p = harbour(FULL.replace(BONE, ENTRY))
    p.do(SetFact(side="Allied", reason="they come", fact={
        "kind": "units arrived", "side": "Allied", "place": ENTRY, "units": {"br-cdo-1": "combat"},
    }))  # fmt: skip
    p.end_segment()
    assert p.state.crowds == Map({p.hex(ENTRY): ALLIED}) and p.state.weather is Weather.FLIGHT
    first(p, starts)
    ends(p, ALLIED, Phase.MOVEMENT)
    assert len(p.state.here[p.hex(ENTRY)]) == 11, "nothing was asked before"
    p.end_segment()
    assert asked(p) == "destroy", "they did not spread out"


@pytest.mark.rule("OCS 2.4", "OCS 13.6", "OCS 4.8a")
def test_in_a_simulcast_turn_a_side_is_not_tested_before_it_could_move():
    """The Axis moves first in its step; the battalion of the Allies that came too many has its own step to leave."""
    note = FULL.replace(BONE, ENTRY).replace("Algiers", ENTRY)
    p = position(note, "Axis Movement Phase", weather=Weather.MUD)
    p = Position(p.rules, replace(p.state, weather=Weather.FLIGHT), RecordedDice((*FLIGHT, 1, 1, 6, 6)))
    p.end_segment()
    assert (p.state.now.phase, p.state.now.acts, asked(p)) == (Phase.MOVEMENT, ALLIED, "")
    p.end_segment()
    assert asked(p) == "destroy"
    usual = position(note, "Axis Movement Phase")
    usual.end_segment()
    assert asked(usual) == "destroy", "in any other turn both sides are tested"


@pytest.mark.rule("T2 1.3c")
def test_a_stack_that_nobody_joined_in_mud_has_no_leave_and_a_saved_game_remembers_who_has():
    p = harbour()
    p.end_segment()
    assert not p.state.crowds
    joined = harbour()
    land(joined)
    joined.end_segment()
    again = load_state(dump_state(joined.state), p.state.world, p.state.points, p.rules.read_frame)
    assert again.crowds == joined.state.crowds


# Seven counters of 6 1/2 RE, a shift of four columns to the right; one battalion of 1/2 RE, one to the left.
MANY = "Corps HQ (90), It Arty Rgt (8, 29, Prov), It Arty Grp (30, 21), March Bn (T-1)"


@pytest.mark.rule("T2 1.3c", "OCS 10.0a")
@pytest.mark.parametrize(
    ("who", "leave", "shift"),
    [
        (MANY, AXIS, {}), (MANY, ALLIED, {"6 1/2 RE in the hex": 4}),
        ("March Bn (T-1)", AXIS, {"1/2 RE in the hex": -1}),
    ],
)  # fmt: skip
def test_shifts_to_the_right_for_its_crowd_are_waived_and_those_to_the_left_are_not(who: str, leave: Side, shift):
    note = f"== Axis ==\nA20.20: {who}\n== Allied ==\nA20.21: Arty Grp (1 FA)"
    p = guns(
        note, COMBAT, [1, 1], change=lambda state: replace(state, crowds=Map({state.world.place("A20.20"): leave}))
    )
    assert shifts_of(p.fire("1 FA", "A20.20")) == shift
