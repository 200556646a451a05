"""An amphibious raid, once in a game and by option: a commando battalion embarks, and lands next turn (T2 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.capture import entered
from ocs_engine.series.general import enemy_units
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply.access import all_sources
from ocs_engine.state.model import Mode, Raid, State
from ocs_engine.state.option_events import RaidEmbarked, RaidLanded
from ocs_engine.state.slots import Phase
from ocs_engine.state.supply_events import SupplyPlaced, SupplySpent
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side

RAID_TOKENS = 3
"""The T that a raid takes along (T2 4.4)."""
WHY = "landed by a raid"


class EmbarkRaid(Command):
    """Send a commando battalion and 3T to sea (T2 4.4)."""

    kind: Literal["embark raid"] = "embark raid"
    side: Side
    unit: str


class LandRaid(Command):
    """Land the raid on a coastal hex (T2 4.4)."""

    kind: Literal["land raid"] = "land raid"
    side: Side
    hex: str


class UnloadFrame(Frame):
    """The supply of a raid comes ashore in a hex."""

    kind: Literal["unload raid"] = "unload raid"
    step: str = "unload"
    side: Side
    hex: str


COMMANDS: tuple[type[Command], ...] = (EmbarkRaid, LandRaid)
FRAMES: tuple[type[Frame], ...] = (UnloadFrame,)


def _moves(state: State, side: str) -> bool:
    """Whether a side acts in the movement segment of its own Movement Phase, and nothing is under way."""
    now, free = state.now, not state.frames and state.verdict is None and not state.memory.over
    return free and now.acts == side and now.is_movement and now.phase is Phase.MOVEMENT


# --- embarking


@rule("T2 4.4")
def embark_refusal(state: State, side: Side, uid: str) -> Refusal | None:
    """Why a unit may not set out on the raid now, or None: a commando battalion with 3T where ships wait (T2 4.4)."""
    unit, starts = state.units.get(uid), state.points.raid_starts(state, side)
    if unit is None or unit.side is not side or unit.place < 0:
        return _no("no such unit", f"the {side} side has no unit {uid!r} in play", uid)
    if (unit.counter.type, unit.counter.size) != ("commando", "bn"):
        return _no("no commandos", f"{uid} is no commando battalion", uid)
    if unit.place not in starts:
        places = " or ".join(map(state.world.label, starts)) or "nowhere"
        return _no("no ships", f"a raid sets out from {places}", uid)
    if unit.mode is not Mode.MOVE:
        return _no("mode", f"{uid} goes by sea in Move Mode alone", uid)
    label = state.world.label(unit.place)
    if not any(each.name == label and each.tokens >= RAID_TOKENS for each in all_sources(state, side)):
        return _no("no supply", f"a raid takes {RAID_TOKENS}T along, and they are not on the ground in {label}", uid)
    return None


@rule("T2 4.4")
def raiders(state: State, side: Side) -> tuple[str, ...]:
    """The units that may set out on the raid now."""
    starts = state.points.raid_starts(state, side)
    there = (uid for place in starts for uid in state.here.get(place, ()))
    return tuple(uid for uid in there if embark_refusal(state, side, uid) is None)


def may_embark(state: State, side: str) -> bool:
    """Whether a side could begin its raid: in its Movement Phase, once in a game."""
    return state.raid is None and _moves(state, side) and bool(state.points.raid_starts(state, Side(side)))


@rule("T2 4.4")
def _embark(draft: Draft[State], command: EmbarkRaid) -> None:
    """The unit and its supply are at sea (T2 4.4)."""
    state, side = draft.state, command.side
    raise_if(embark_refusal(state, side, command.unit))
    label = state.world.label(state.units[command.unit].place)
    draft.emit(
        SupplySpent(
            side=side, source=label, tokens=RAID_TOKENS, hq="", use="raid", what=command.unit, place=label
        )
    )
    draft.emit(RaidEmbarked(side=side, unit=command.unit, place=label, turn=state.turn))


# --- landing


@rule("T2 4.4")
def at_sea(state: State, side: Side) -> Raid | None:
    """The raid of a side that is at sea since an earlier turn, and so may land."""
    raid = state.raid
    due = raid is not None and not raid.landed and state.units[raid.unit].side is side and raid.turn < state.turn
    return raid if due else None


@rule("T2 4.4")
def must_land(state: State, side: str) -> bool:
    """Whether a raid keeps a Movement Phase from ending: only for Mud may it land later (T2 4.4)."""
    return _moves(state, side) and state.weather is not Weather.MUD and at_sea(state, Side(side)) is not None


@rule("T2 4.4")
def beach_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Why a raid does not land in a hex, or None: any coastal hex of the map in play, without enemy combat units."""
    label, raid = state.world.label(hex_), at_sea(state, side)
    if not state.world.atlas.coastal[hex_] or not state.world.in_play(hex_):
        return _no("no coast", f"{label} is no coastal hex in play", "", label)
    if enemy_units(state, side, hex_):
        return _no("enemy there", f"{label} holds enemy combat units", "", label)
    return state.points.may_enter(state, state.units[raid.unit], hex_) if raid else None


def beaches(state: State, side: Side) -> tuple[Hex, ...]:
    """The hexes on which a raid may land, in order."""
    coast = (hex_ for hex_, coastal in enumerate(state.world.atlas.coastal) if coastal)
    return tuple(hex_ for hex_ in coast if beach_refusal(state, side, hex_) is None)


def may_land(state: State, side: str) -> bool:
    """Whether a side may land its raid now."""
    return _moves(state, side) and at_sea(state, Side(side)) is not None


@rule("T2 4.4")
def _land(draft: Draft[State], command: LandRaid) -> None:
    """The raid is ashore; its unit has half its MA for the rest of the phase, and is like any other from then on."""
    state, raid = draft.state, draft.state.raid
    hex_ = read_hex(state, command.hex)
    raise_if(beach_refusal(state, command.side, hex_))
    if raid is None:
        return
    label = state.world.label(hex_)
    draft.emit(RaidLanded(side=command.side, unit=raid.unit, hex=label))
    draft.open_frame(UnloadFrame(side=command.side, hex=label))
    take_control(draft, (raid.unit,))
    entered(draft, (raid.unit,), hex_)


def _unload(draft: Draft[State], frame: UnloadFrame) -> None:
    """Its supply comes ashore once what lay there is captured."""
    draft.close_frame()
    draft.emit(SupplyPlaced(side=frame.side, place=frame.hex, tokens=RAID_TOKENS, why=WHY))


# --- the forms


def _embark_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("unit", raiders(state, Side(side)))


def _embark_fill(side: str, filled: Sequence[Answer]) -> Command:
    return EmbarkRaid(side=Side(side), unit=str(filled[0][1]))


def _land_blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("hex", tuple(map(state.world.label, beaches(state, Side(side)))))


def _land_fill(side: str, filled: Sequence[Answer]) -> Command:
    return LandRaid(side=Side(side), hex=str(filled[0][1]))


def install(rules: Ruleset[State]) -> None:
    """Register the raid."""
    rules.step(UnloadFrame, "unload")(_unload)
    rules.command(EmbarkRaid, may_embark, _embark_blank, _embark_fill)(_embark)
    rules.command(LandRaid, may_land, _land_blank, _land_fill)(_land)


def _no(code: str, sentence: str, uid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule="T2 4.4", sentence=sentence, places=places, pieces=(uid,) if uid else ())
