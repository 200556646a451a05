"""Entering hexes that hold enemies without combat units: dumps, transport, works and planes are taken (OCS 9.14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series import capture_planes, capture_transport
from ocs_engine.series.capture_planes import PlanesFrame, Rebase, planes_there
from ocs_engine.series.capture_transport import Displace, GiveUpTransport, TransportFrame, transport_there
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units
from ocs_engine.series.tables.capture import Captured, captured_supply
from ocs_engine.state.capture_events import BaseCaptured, DumpCaptured, FlakLost, PortCaptured, StripRemoved
from ocs_engine.state.events import HedgehogSet
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class CaptureFrame(Frame):
    """A side takes what the enemy has in a hex besides combat units, each category once (OCS 9.14).

    advance: whether the hex was entered by an advance after combat.
    """

    kind: Literal["capture"] = "capture"
    step: str = "dump"
    side: Side
    hex: str
    advance: bool = False


COMMANDS: tuple[type[Command], ...] = (GiveUpTransport, Displace, Rebase)
FRAMES: tuple[type[Frame], ...] = (CaptureFrame, TransportFrame, PlanesFrame)


@rule("OCS 4.8c")
def would_capture(state: State, side: Side, hex_: Hex) -> bool:
    """Whether an Attack-Capable unit of a side that enters a hex would take something there (OCS 4.8c, 9.14)."""
    return not enemy_units(state, side, hex_) and bool(enemy_noncombat(state, side, hex_))


@rule("OCS 4.4c", "T2 1.10")
def entered(draft: Draft[State], units: Sequence[str], hex_: Hex, advance: bool = False) -> None:
    """Let units that have just been put into a hex take what the enemy has there besides combat units.

    Opens a procedure on top where an Attack-Capable unit is among them and anything is there; else it does nothing.
    Throws no die itself, so that a command may call it. Printed flak of the enemy is lost with the entry (T2 1.10).
    advance: whether they advance after combat.
    """
    state = draft.state
    side, label = state.units[units[0]].side, state.world.label(hex_)
    if hex_ in state.flak and state.flak[hex_].side is not side:
        draft.emit(FlakLost(hex=label))
    if would_capture(state, side, hex_) and any(attack_capable(state.units[uid]) for uid in units):
        draft.open_frame(CaptureFrame(side=side, hex=label, advance=advance))


@rule("OCS 9.14b", "OCS 12.11b")
def _dump(draft: Draft[State], frame: CaptureFrame) -> None:
    """One die takes a share of the SP on the ground to the nearest token; the rest is destroyed (OCS 9.14b)."""
    dump = draft.state.dumps.get(draft.state.world.place(frame.hex))
    if dump is not None and dump.side is not frame.side:
        (die,) = draft.roll(f"capture of the dump in {frame.hex}", 1)
        share = captured_supply(draft.state.world.tables, Captured.DUMP, dump.tokens, die)
        draft.emit(
            DumpCaptured(
                hex=frame.hex, side=frame.side, before=dump.tokens, die=die, percent=share.percent,
                captured=share.taken, destroyed=share.rest,
            )
        )  # fmt: skip
    draft.change_frame(step="trucks")


def _trucks(draft: Draft[State], frame: CaptureFrame) -> None:
    draft.change_frame(step="wagons")
    _transport(draft, frame, Captured.TRUCKS)


def _wagons(draft: Draft[State], frame: CaptureFrame) -> None:
    draft.change_frame(step="works")
    _transport(draft, frame, Captured.WAGONS)


def _transport(draft: Draft[State], frame: CaptureFrame, what: Captured) -> None:
    if transport_there(draft.state, frame.side.other, draft.state.world.place(frame.hex), what):
        draft.open_frame(TransportFrame(side=frame.side, hex=frame.hex, what=what))


@rule("OCS 9.14e", "OCS 9.14h", "T2 1.11c")
def _works(draft: Draft[State], frame: CaptureFrame) -> None:
    """A hedgehog and a port change hands; the port's hits stay (OCS 9.14e, 9.14h)."""
    state, hex_ = draft.state, draft.state.world.place(frame.hex)
    if hex_ in state.hedgehogs and state.hedgehogs[hex_].side is not frame.side:
        draft.emit(HedgehogSet(hex=frame.hex, level=state.points.captured_hedgehog(state, hex_), side=frame.side))
    if hex_ in state.ports and state.ports[hex_].side is not frame.side:
        draft.emit(PortCaptured(hex=frame.hex, side=frame.side))
    draft.change_frame(step="base")


@rule("OCS 9.14f")
def _base(draft: Draft[State], frame: CaptureFrame) -> None:
    """The planes at an air base get away before it changes hands."""
    state, hex_ = draft.state, draft.state.world.place(frame.hex)
    if hex_ not in state.bases or state.bases[hex_].side is frame.side:
        draft.close_frame()
        return
    draft.change_frame(step="base falls")
    planes = planes_there(state, frame.side.other, hex_)
    draft.open_frame(PlanesFrame(side=frame.side, hex=frame.hex, advance=frame.advance, planes=planes))


@rule("OCS 9.14f", "T2 1.11d")
def _base_falls(draft: Draft[State], frame: CaptureFrame) -> None:
    """An air base is captured at its level (OCS 9.14f); an air strip where the game has it captured, else removed."""
    state = draft.state
    level = state.bases[state.world.place(frame.hex)].level
    if level or state.points.captures_strips(state):
        draft.emit(BaseCaptured(hex=frame.hex, side=frame.side))
    else:
        draft.emit(StripRemoved(hex=frame.hex))
    draft.close_frame()


def install(rules: Ruleset[State]) -> None:
    """Register captures."""
    for name, take in (
        ("dump", _dump),
        ("trucks", _trucks),
        ("wagons", _wagons),
        ("works", _works),
        ("base", _base),
        ("base falls", _base_falls),
    ):
        rules.step(CaptureFrame, name)(take)
    capture_transport.install(rules)
    capture_planes.install(rules)
