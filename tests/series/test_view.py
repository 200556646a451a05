"""OCS 4.9: what a side sees of the other, and that nothing else shows: neither in a view nor in a refusal."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Command
from ocs_engine.series import commands
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.sequence import SimulcastFrame
from ocs_engine.series.view import top_unit, view
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Dump, Memory, Mode, Plane, State, Transport, Up
from tests.positions import ALLIED, AXIS, Position, position, setting_up

PLAIN = ""
NOTE = """
    == Axis ==
    Reserve markers: 4
    Level 1 air bases: A22.24
    Air strips: A26.24
    Aircraft (A22.24): 2x Bf.109G, Ju.88, Ju.52#
    Aircraft (A26.24): Ju.88#
    A20.22: LW Para Rgt (Baren), March Bn (T-1, T-2), It AG Bn (557), 1x Truck Point
    A22.24: Corps HQ (90), 1 SP
    A24.24: 2 SP, 1x Truck Point (F)
    A20.30: LW Inf Bn (II-OBS)                          -- Move
    A22.30: LW Para Eng Bn (Witzig)                     -- Strat
    A24.30: It Marine Bn (Bafile, Grado)                -- DG
    A26.30: LW Para Bn (I-5)                            -- OOS
    Sicily A: LW Para Bn (III-5)
    Dead pile: March Bn (A-20)
    == Allied ==
    Reserve markers: 2
    A20.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)
    A18.20: Fr Mixed Rgt (Sahel)
"""


def board(when: str = "Allied Movement Phase", note: str = NOTE) -> Position:
    """The two sides within sight of each other, the regiment Baren on top of its stack."""
    p = position(note, when, ground=PLAIN)
    state = p.state
    if "Baren" in note:
        state = replace(state, tops=state.tops.set(p.hex("A20.22"), p.id("Baren")))
    return Position(p.rules, state, RecordedDice(()))


@lru_cache(maxsize=1)
def still_board() -> Position:
    """The same, laid out once, for tests that make no move on it."""
    return board()


def seen(state: State, label: str) -> dict[str, Any] | None:
    """What the Allies see of the Axis in a hex, None where they see nothing."""
    found = [each for each in view(state, ALLIED)["enemy"] if each["hex"] == label]
    assert len(found) <= 1
    return found[0] if found else None


def text(state: State) -> str:
    """All that the Allies see, in its order."""
    return json.dumps(view(state, ALLIED))


# --- what shows


@pytest.mark.rule("OCS 4.9")
def test_of_a_stack_the_top_unit_and_the_zone_show_and_no_more() -> None:
    state = board().state
    assert seen(state, "A20.22") == {
        "hex": "A20.22", "top": {"counter": "ger-baren", "up": "combat", "status": []},
        "plane": None, "zoc": True, "other": [],
    }  # fmt: skip
    assert seen(state, "A20.30") == {
        "hex": "A20.30", "top": {"counter": "ger-obs-ii", "up": "move", "status": []},
        "plane": None, "zoc": False, "other": [],
    }  # fmt: skip
    hidden = ("ger-march-t-1", "ger-march-t-2", "it-ag-557", "ger-march-a-20", "ger-para-iii5")
    assert not any(uid in text(state) for uid in hidden)


@pytest.mark.rule("OCS 4.9")
@pytest.mark.parametrize(("label", "status"), [("A22.30", ["strat"]), ("A24.30", ["dg"]), ("A26.30", ["oos"])])
def test_whether_the_top_unit_is_strat_dg_or_oos_shows(label: str, status: list[str]) -> None:
    found = seen(board().state, label)
    assert found is not None
    assert found["top"]["status"] == status
    assert found["zoc"] is False


@pytest.mark.rule("OCS 4.9")
def test_reserve_and_exploit_markers_do_not_show() -> None:
    p = board()
    obs = p.id("II-OBS")
    for marker in (Mode.RESERVE, Mode.EXPLOIT):
        marked = put_units(p.state, {obs: replace(p.unit("II-OBS"), marker=marker)})
        assert text(marked) == text(p.state)


@pytest.mark.rule("OCS 4.9")
def test_the_top_active_plane_shows_a_fighter_before_all_others() -> None:
    p = board()
    found = seen(p.state, "A22.24")
    assert found is not None
    assert (found["top"]["counter"], found["plane"]) == ("ger-hq-90", "ger-bf109g")
    planes = p.state.planes
    for number in (1, 2):
        planes = planes.set(f"ger-bf109g-{number}", replace(planes[f"ger-bf109g-{number}"], active=False))
    grounded = replace(p.state, planes=planes)
    found = seen(grounded, "A22.24")
    assert found is not None and found["plane"] == "ger-ju88"
    assert seen(p.state, "A26.24") is None, "an Inactive plane does not show"


@pytest.mark.rule("OCS 4.9", "OCS 3.3")
def test_works_show_and_loose_supply_without_its_figures() -> None:
    p = board()
    assert seen(p.state, "A24.24") == {
        "hex": "A24.24", "top": None, "plane": None, "zoc": False, "other": ["dump", "transport"],
    }  # fmt: skip
    works = view(p.state, ALLIED)["works"]
    assert ["air base", "A22.24", AXIS, 1, 0] in works
    assert ["air base", "A26.24", AXIS, 0, 0] in works


@pytest.mark.rule("OCS 4.9")
def test_nothing_in_a_box_shows() -> None:
    p = board()
    assert {each["hex"] for each in view(p.state, ALLIED)["enemy"]} == {
        "A20.22", "A22.24", "A24.24", "A20.30", "A22.30", "A24.30", "A26.30",
    }  # fmt: skip


@pytest.mark.rule("OCS 4.9")
def test_a_side_sees_its_own_things_whole() -> None:
    own = view(board().state, AXIS)["own"]
    units = {each["id"]: each for each in own["units"]}
    assert units["ger-para-iii5"]["place"] == "Sicily A"
    assert units["ger-witzig"]["stance"] == "strat/move"
    assert own["dead"] == ["ger-march-a-20"]
    assert ["A24.24", 8] in own["dumps"]
    assert ["axis-truck-2", "truck", "A24.24", 4, 4, False, False] in own["transport"]
    assert own["reserve markers"] == 4
    assert len(own["planes"]) == 5


# --- what does not

Hide = Callable[[Position, State, Callable[..., Any]], State]


def _unit(p: Position, state: State, name: str, **changes: Any) -> State:
    uid = p.id(name)
    return put_units(state, {uid: replace(state.units[uid], **changes)})


def _steps(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """Steps lost by anybody, the top unit included."""
    name = draw(st.sampled_from(["Baren", "T-1", "90", "Witzig", "I-5", "III-5"]))
    return _unit(p, state, name, lost=draw(st.integers(0, 3)))


def _order(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """Another order of a stack, and of the Axis units in the roster."""
    hex_ = p.hex(draw(st.sampled_from(["A20.22", "A24.30"])))
    here = state.here.set(hex_, tuple(draw(st.permutations(state.here[hex_]))))
    own = [uid for uid in state.roster if state.units[uid].side is ALLIED]
    others = [uid for uid in state.roster if uid not in own]
    return replace(state, roster=(*draw(st.permutations(others)), *own), here=here)


def _below(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """Another mode, side or supply state of a unit below the top one, a Reserve marker among them."""
    name = draw(st.sampled_from(["T-1", "T-2", "557"]))
    marker = draw(st.sampled_from([None, Mode.RESERVE, Mode.STRAT]))
    up = Up.MOVE if marker is Mode.STRAT else draw(st.sampled_from(list(Up)))
    return _unit(p, state, name, marker=marker, up=up, oos=draw(st.booleans()))


def _count(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """More or fewer units below the top one, in boxes and among the dead."""
    name = draw(st.sampled_from(["T-1", "T-2", "557", "III-5", "A-20"]))
    box = state.world.place("Sicily B")
    return _unit(p, state, name, place=draw(st.sampled_from([p.hex("A20.22"), box, DEAD, AWAY])))


def _reserve(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """The Reserve marker of a unit that has no zone anyhow, and the markers left."""
    state = _unit(p, state, "II-OBS", marker=draw(st.sampled_from([None, Mode.RESERVE, Mode.EXPLOIT])))
    state = _unit(p, state, "90", marker=draw(st.sampled_from([None, Mode.RESERVE])))
    return replace(state, reserve_markers=state.reserve_markers.set(AXIS, draw(st.integers(0, 9))))


def _supply(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """Loads and sizes of transport, T of dumps; under combat units whether there are any."""
    tokens = draw(st.integers(1, 40))
    points = Transport("truck", AXIS, p.hex("A24.24"), tokens, draw(st.integers(0, tokens)))
    transport = state.transport.set("axis-truck-2", points)
    if draw(st.booleans()):
        transport = transport.set("axis-truck-9", replace(points, place=p.hex("A22.24")))
    if draw(st.booleans()) and "axis-truck-1" in transport:
        transport = transport.delete("axis-truck-1")
    dumps = state.dumps.set(p.hex("A24.24"), Dump(AXIS, draw(st.integers(1, 40))))
    if draw(st.booleans()):
        dumps = dumps.set(p.hex("A20.22"), Dump(AXIS, draw(st.integers(1, 40))))
    if draw(st.booleans()) and p.hex("A22.24") in dumps:
        dumps = dumps.delete(p.hex("A22.24"))
    return replace(state, transport=transport, dumps=dumps)


def _planes(_: Position, state: State, draw: Callable[..., Any]) -> State:
    """Inactive planes anywhere, planes in boxes, steps of planes, planes below the top one."""
    kind = state.world.aircraft[draw(st.sampled_from(["ger-ju52", "ger-ju88", "ger-fw190a"]))]
    where = draw(st.sampled_from(["A22.24", "A26.24", "Sicily"]))
    active = where == "Sicily" and draw(st.booleans())
    planes = state.planes.set("some-1", Plane(kind, state.world.place(where), active, draw(st.integers(0, 1))))
    planes = planes.set("ger-bf109g-1", replace(planes["ger-bf109g-1"], lost=draw(st.integers(0, 1))))
    for pid in ("ger-bf109g-2", "ger-ju88-1"):
        planes = planes.set(pid, replace(planes[pid], active=draw(st.booleans())))
    return replace(state, planes=planes)


def _memory(p: Position, state: State, draw: Callable[..., Any]) -> State:
    """What the Axis did in its phase: MP spent, who is finished or released, a move or an answer under way."""
    name = p.id(draw(st.sampled_from(["Baren", "T-1", "90"])))
    memory = state.memory
    memory = Memory(memory.spent.set(name, draw(st.integers(0, 99))), memory.done.set(name, True),
                    memory.released.set(name, True), draw(st.booleans()))  # fmt: skip
    frames = draw(st.sampled_from([(), (MoveFrame(units=(name,)),), (SimulcastFrame(step="second", agreed=True),)]))
    return replace(state, memory=memory, frames=frames)


HIDDEN: tuple[Hide, ...] = (_steps, _order, _below, _count, _reserve, _supply, _planes, _memory)


@pytest.mark.rule("OCS 4.9")
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), changes=st.lists(st.sampled_from(HIDDEN), min_size=1, max_size=6))
def test_whatever_is_hidden_makes_no_difference_to_the_other_side(data: st.DataObject, changes: list[Hide]) -> None:
    p = still_board()
    chosen = data.draw(st.booleans())  # Baren lies on top by its owner's choice, or as the strongest
    start = state = p.state if chosen else replace(p.state, tops=p.state.tops.delete(p.hex("A20.22")))
    for change in changes:
        state = change(p, state, data.draw)
    assert text(state) == text(start)


@pytest.mark.rule("OCS 4.9")
@pytest.mark.parametrize(
    "change",
    [
        lambda p, state: _unit(p, state, "Baren", place=DEAD),
        lambda p, state: _unit(p, state, "Baren", oos=True),
        lambda p, state: _unit(p, state, "II-OBS", marker=Mode.DG),
        lambda p, state: _unit(p, state, "II-OBS", place=p.hex("A20.31")),
        lambda p, state: replace(state, hedgehogs=state.hedgehogs.set(p.hex("A20.22"), state.bases[p.hex("A22.24")])),
        lambda p, state: replace(state, dumps=state.dumps.delete(p.hex("A24.24"))),
        lambda p, state: replace(state, planes=state.planes.set(
            "ger-ju88-2", Plane(state.world.aircraft["ger-ju88"], p.hex("A26.24")))),
    ],
)  # fmt: skip
def test_what_is_open_does_make_a_difference(change: Callable[[Position, State], State]) -> None:
    p = board()
    assert text(change(p, p.state)) != text(p.state)


# --- who lies on top


def on_top(p: Position, label: str, side: str = AXIS) -> str | None:
    """The unit on top of a stack."""
    return top_unit(p.state, AXIS if side == AXIS else ALLIED, p.hex(label))


def put_on_top(p: Position, name: str, no: str | None = None) -> None:
    """The owner puts a unit on top."""
    p.do(commands.Top(side=p.unit(name).side, unit=p.id(name)), no)


@pytest.mark.rule("OCS 4.9")
def test_the_owner_chooses_among_the_combat_mode_attack_capable_units() -> None:
    note = """
        == Axis ==
        A20.22: LW Para Rgt (Baren), March Bn (T-1)
        A20.22: March Bn (T-2)                        -- Move
        A20.22: It AG Bn (557)                        -- Reserve
        A20.22: LW Inf Bn (II-OBS)
        == Allied ==
        A30.20: Commando Bn (6 Cdo)
    """
    p = position(note, ground=PLAIN)
    assert on_top(p, "A20.22") == p.id("Baren")  # the strongest, 6 against 2
    put_on_top(p, "T-1")
    assert on_top(p, "A20.22") == p.id("T-1")
    for name in ("T-2", "557", "II-OBS"):  # Move Mode; Reserve; (2) in strength, so it defends only
        put_on_top(p, name, no="OCS 4.9")
    put_on_top(p, "Baren")
    assert on_top(p, "A20.22") == p.id("Baren")


@pytest.mark.rule("OCS 4.9")
def test_any_combat_unit_may_lie_on_top_of_a_stack_without_a_zone() -> None:
    note = """
        == Axis ==
        A20.22: March Bn (T-1)              -- Move
        A20.22: It AG Bn (557)              -- Reserve
        A20.22: Arty Rgt (Afr-1)
        == Allied ==
        A20.21: Commando Bn (6 Cdo)
    """
    p = position(note, ground=PLAIN)
    for name in ("T-1", "557", "Afr-1"):
        if on_top(p, "A20.22") != p.id(name):
            put_on_top(p, name)
        assert on_top(p, "A20.22") == p.id(name)


@pytest.mark.rule("OCS 4.9")
def test_an_hq_hides_a_stack_that_no_enemy_ground_unit_is_next_to() -> None:
    note = """
        == Axis ==
        A20.22: Corps HQ (90), March Bn (T-1)
        == Allied ==
        A30.20: Commando Bn (6 Cdo)
    """
    p = position(note, ground=PLAIN)
    put_on_top(p, "90")
    found = seen(p.state, "A20.22")
    assert found is not None
    assert (found["top"]["counter"], found["zoc"]) == ("ger-hq-90", True)
    near = note.replace("A30.20", "A20.21")
    put_on_top(position(near, ground=PLAIN), "90", no="OCS 4.9")
    # the commandos come near: the HQ is on top no longer
    p = position(note.replace("A30.20", "A20.20"), ground=PLAIN)
    put_on_top(p, "90")
    p.move("6 Cdo", "A20.21")
    assert on_top(p, "A20.22") == p.id("T-1")
    # supply and transport are ground units too (OCS 3.3)
    for thing in ("1 SP", "Truck Point"):
        p = position(note.replace("== Allied ==", f"== Allied ==\n        A20.21: {thing}"), ground=PLAIN)
        put_on_top(p, "90", no="OCS 4.9")


@pytest.mark.rule("OCS 4.9")
def test_only_an_hq_hides_a_stack() -> None:
    note = "== Axis ==\nA20.22: Arty Rgt (Afr-1), March Bn (T-1)\n== Allied ==\nA30.20: Commando Bn (6 Cdo)"
    p = position(note, ground=PLAIN)
    put_on_top(p, "Afr-1", no="OCS 4.9")


@pytest.mark.rule("OCS 4.9")
def test_either_side_orders_its_stacks_whenever_no_procedure_is_under_way() -> None:
    p = board()
    assert p.side is ALLIED
    assert "top" in p.rules.legal(p.state, AXIS)
    assert set(p.rules.blank(p.state, AXIS, "top", []).values) >= {p.id("T-1"), p.id("557")}  # type: ignore[union-attr]
    put_on_top(p, "T-1")
    assert on_top(p, "A20.22") == p.id("T-1")
    p.do(commands.Top(side=AXIS, unit=p.id("Coutx")), "OCS 4.9")
    p.do(commands.Top(side=AXIS, unit=p.id("III-5")), "OCS 4.9")  # in a box
    p.begin("Sahel")
    assert "top" not in p.rules.legal(p.state, AXIS)


@pytest.mark.rule("OCS 4.9")
def test_a_choice_does_not_outlive_its_reason() -> None:
    p = board()
    put_on_top(p, "T-1")
    for changes in ({"place": p.hex("A30.22")}, {"up": Up.MOVE}, {"marker": Mode.RESERVE}, {"oos": True}):
        state = _unit(p, p.state, "T-1", **changes)
        assert top_unit(state, AXIS, p.hex("A20.22")) == p.id("Baren"), changes


# --- refusals


def sentence(p: Position, command: Command, uid: str) -> str:
    """What a side is told, with the unit that it named itself left out."""
    refusal = p.rules.check(p.state, command)
    assert refusal is not None
    own = {uid for uid, unit in p.state.in_order() if unit.side is ALLIED}
    hidden = {other for other in p.state.units if other not in own and other != uid}
    assert not any(other in refusal.sentence or other in refusal.pieces for other in hidden), refusal
    return f"{refusal.rule} {refusal.code} {refusal.sentence.replace(uid, 'it')}"


@pytest.mark.rule("OCS 4.9")
@pytest.mark.parametrize(
    "when",
    (
        "Allied Movement Phase",
        "Allied Exploitation Phase",
        "Allied Combat Phase, Barrage Segment",
        "Axis Reaction Phase",
    ),
)
def test_asking_for_enemy_units_by_name_tells_nothing_of_them(when: str) -> None:
    # below the top, in Reserve, in Strat Mode, in a box, in the Dead Pile: the answer is one and the same
    note = NOTE.replace("It AG Bn (557), 1x Truck Point", "1x Truck Point\n    A20.22: It AG Bn (557)   -- Reserve")
    p = board(when, note)
    names = ("Baren", "T-1", "557", "Witzig", "I-5", "III-5", "A-20")
    asks: tuple[Callable[[str], Command], ...] = (
        lambda uid: commands.BeginMove(side=ALLIED, units=(uid,)),
        lambda uid: commands.Move(side=ALLIED, units=(uid,), path=("A20.23",)),
        lambda uid: commands.Move(side=ALLIED, units=(uid,), path=(), stances={uid: "move"}),
        lambda uid: commands.ChangeMode(side=ALLIED, unit=uid, stance="move"),
        lambda uid: commands.Hold(side=ALLIED, units=(uid,)),
        lambda uid: commands.Release(side=ALLIED, units=(uid,)),
        lambda uid: commands.Top(side=ALLIED, unit=uid),
        lambda uid: commands.Destroy(side=ALLIED, unit=uid),
        lambda uid: commands.Drop(side=ALLIED, units=(uid,)),
    )
    for ask in asks:
        told = {sentence(p, ask(p.id(name)), p.id(name)) for name in names}
        assert len(told) == 1, told


@pytest.mark.rule("OCS 4.9")
def test_a_way_that_is_barred_does_not_say_by_whom() -> None:
    p = board(note=NOTE.replace("A18.20: Fr Mixed", "A21.22: Fr Mixed"))
    coutx, sahel = p.id("Coutx"), p.id("Sahel")
    tries = (
        commands.Move(side=ALLIED, units=(coutx,), path=("A20.21", "A20.22"), stances={coutx: "move"}),
        commands.Move(side=ALLIED, units=(coutx,), path=("A20.21",), stances={coutx: "strat/move"}),
        commands.ChangeMode(side=ALLIED, unit=sahel, stance="reserve/combat"),
        commands.ChangeMode(side=ALLIED, unit=sahel, stance="strat/move"),
    )
    for command in tries:
        sentence(p, command, coutx)
        refusal = p.rules.check(p.state, command)
        assert refusal is not None
        assert not any(unit.counter.name in refusal.sentence.split() for _, unit in p.state.in_order()
                       if unit.side is AXIS)  # fmt: skip


@pytest.mark.rule("OCS 4.9")
def test_speaking_while_the_enemy_moves_does_not_say_what_moves() -> None:
    p = board("Axis Movement Phase")
    p.begin("T-1, T-2")
    command = commands.Move(side=ALLIED, units=(p.id("Coutx"),), path=("A20.21",))
    sentence(p, command, p.id("Coutx"))


@pytest.mark.rule("OCS 4.9", "OCS 0")
def test_at_set_up_too() -> None:
    p = setting_up(NOTE, ground=PLAIN)
    told = {sentence(p, commands.Place(side=ALLIED, piece=p.id(name), place="A20.20"), p.id(name))
            for name in ("Baren", "T-1", "III-5", "A-20")}  # fmt: skip
    assert len(told) == 1
    p.end_segment()
    for piece in ("ger-baren", "ger-march-a-20", "ger-ju52-1", "axis-truck-1", "nobody"):
        told |= {sentence(p, commands.Place(side=ALLIED, piece=piece, place="A20.20"), piece)}
    assert len(told) == 2, "not its turn; no such piece"
