"""Chapter 5: modes, which change only as a unit begins to move, and the release of reserves."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.remembered import remembered
from ocs_engine.series.general import in_enemy_zoc
from ocs_engine.state.events import read_stance, stance
from ocs_engine.state.model import Mode, State, Transport, Unit, Up
from ocs_engine.state.slots import Phase
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Side

KEEP = "keep"
"""The answer that leaves a unit's stance as it is."""

_MA_SHARES = {
    Mode.STRAT: "strat_MA_multiple",
    Mode.RESERVE: "reserve_MA_share",
    Mode.DG: "dg_MA_share",
    Mode.EXPLOIT: "exploit_MA_share",
}
"""The constant of the series' charts by which a mode multiplies MA."""
_VOLUNTARY = ("combat", "move", "reserve/combat", "reserve/move", "strat/move")
_REPL = ("move", "reserve/move", "strat/move")
_DG = ("dg/combat", "dg/move")


@rule("OCS 5.4", "OCS 5.5", "OCS 5.6")
def stances(unit: Unit) -> tuple[str, ...]:
    """The stances that a unit may ever take by its owner's will, its own included (OCS 5.4).

    DG units only flip; Exploit units keep what they have; replacements have no Combat side.
    """
    if unit.marker is Mode.DG:
        return _DG if unit.counter.combat is not None else ("dg/move",)
    if unit.marker is Mode.EXPLOIT:
        return (stance(unit),)
    return _VOLUNTARY if unit.counter.combat is not None else _REPL


@rule("OCS 5.4", "OCS 5.4a", "OCS 5.7c", "OCS 5.8a", "OCS 14.9d")
def stance_refusal(state: State, uid: str, text: str) -> Refusal | None:
    """Why a unit may not take a stance here and now, or None (OCS 5.4)."""
    unit = state.units[uid]
    if text == stance(unit):
        return None
    if text not in stances(unit):
        words = f"{uid} may not change from {stance(unit)} to {text}; it has: {', '.join(stances(unit))}"
        return _no("no such mode", "OCS 5.4", words, uid)
    if state.now.phase is not Phase.MOVEMENT:
        return _no("not in this phase", "OCS 5.4", f"{uid} may change mode only in its own Movement Phase", uid)
    if uid in state.memory.rode:
        return _no("carried", "OCS 14.9d", f"{uid} was carried in this phase and keeps its mode", uid)
    marker, _ = read_stance(text)
    if marker is Mode.RESERVE and unit.marker is not Mode.RESERVE:
        return reserve_refusal(state, uid, unit)
    if marker is Mode.STRAT and in_enemy_zoc(state, unit.side, unit.place):
        return _no("enemy zone", "OCS 5.8a", f"{uid} may not take Strat Mode in an enemy ZOC", uid)
    return None


@rule("OCS 5.4a", "OCS 5.7", "OCS 13.2g")
def reserve_refusal(state: State, uid: str, unit: Unit | Transport) -> Refusal | None:
    """Why a unit, or an organic truck, may not take Reserve Mode where it is, or None (OCS 5.4a, 5.7c, 5.7g)."""
    if in_enemy_zoc(state, unit.side, unit.place):
        return _no("enemy zone", "OCS 5.7c", f"{uid} may not take Reserve Mode in an enemy ZOC", uid)
    held = reserve_hexes(state, unit.side, {uid})
    limit = state.reserve_markers.get(unit.side, 0)
    if unit.place not in held and len(held) >= limit:
        return _no("no marker", "OCS 5.4a", f"all {limit} Reserve markers of the {unit.side} side are in use", uid)
    if unit.place in state.hedgehogs:
        return _no("hedgehog", "OCS 5.7g", f"{uid} may not be in Reserve Mode in a hex with a hedgehog", uid)
    return None


def reserve_hexes(state: State, side: Side, but: Collection[str] = ()) -> set[Hex]:
    """The places that hold Reserve units or trucks of a side, some left out; each takes a marker (OCS 5.4a)."""
    return {place for name, place in _reserves(state, side).items() if name not in but}


@remembered(lambda state, side: (state.units, state.transport, side))
def _reserves(state: State, side: Side) -> dict[str, int]:
    """The Reserve units and trucks of a side, each with its place."""
    units = {
        uid: unit.place
        for uid, unit in state.units.items()
        if unit.marker is Mode.RESERVE and unit.side is side and unit.place >= 0
    }
    return units | {tid: each.place for tid, each in state.transport.items() if each.reserve and each.side is side}


@rule("OCS 5.7")
def release_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit, or an organic truck, may not be released from Reserve now, or None (OCS 5.7b).

    It may in its own Reaction or Exploitation Phase.
    """
    unit, now = state.units.get(uid) or state.transport[uid], state.now
    if now.phase not in (Phase.REACTION, Phase.EXPLOITATION) or now.acts is not unit.side:
        return _no("not now", "OCS 5.7b", f"{uid} is released only in its own Reaction or Exploitation Phase", uid)
    if not (unit.reserve if isinstance(unit, Transport) else unit.marker is Mode.RESERVE):
        return _no("not in reserve", "OCS 5.7b", f"{uid} is not in Reserve Mode", uid)
    return None


@rule("OCS 5.2", "OCS 5.7", "OCS 5.8", "OCS 5.9", "OCS 5.10", "OCS 4.3", "OCS 6.1", "OCS 4.7d", "OCS 14.9d")
def movement_allowance(state: State, uid: str) -> int:
    """A unit's MA in this phase, in twelfths of an MP; multipliers multiply and keep fractions (OCS 4.3, 5, 6.1h).

    A unit that was carried has half of it for the whole phase, what it marched before included (OCS 14.9d).
    """
    whole = allowance(state, state.units[uid])
    return whole // 2 if uid in state.memory.rode else whole


def allowance(state: State, unit: Unit) -> int:
    """The MA in this phase of a unit as it is given, in twelfths of an MP."""
    phase = state.now.phase
    if state.points.movement_frozen(state) or (unit.marker is Mode.RESERVE and phase is not Phase.MOVEMENT):
        return 0
    tables = state.world.tables
    whole: int | Fraction = TWELFTHS * unit.face.ma
    if unit.marker in _MA_SHARES:
        whole *= tables.share(_MA_SHARES[unit.marker])
    if phase is Phase.REACTION:
        whole *= tables.share("reaction_MA_share")
    return int(whole)


@rule("OCS 5.7", "OCS 5.9", "OCS 6.3", "OCS 7", "OCS 11")
def may_move_in_phase(state: State, uid: str) -> bool:
    """Whether a unit is among those that the phase lets move at all (OCS 6.3, 7, 11).

    In Reaction released reserves alone; in Exploitation these and Exploit units.
    """
    unit, now = state.units[uid], state.now
    if not now.is_movement or now.acts is not unit.side:
        return False
    if now.phase is Phase.MOVEMENT or uid in state.memory.released:
        return True
    return now.phase is Phase.EXPLOITATION and unit.marker is Mode.EXPLOIT


def released(unit: Unit) -> str:
    """The stance of a Reserve unit without its marker (OCS 5.7b)."""
    return str(Up.COMBAT if unit.up is Up.COMBAT else Up.MOVE)


def on_map(state: State, place: int) -> bool:
    """Whether a place is a hex of the map."""
    return 0 <= place < state.world.atlas.grid.size


def _no(code: str, rule_number: str, sentence: str, uid: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, pieces=(uid,))
