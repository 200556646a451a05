"""Supply that comes to a side in its Reinforcement Phase: each turn, or with what is due (OCS 13.6, T2 2.4b, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, refuse
from ocs_engine.kernel.ruleset import Answer, Blank, Pending, Ruleset
from ocs_engine.series.modes import on_map
from ocs_engine.series.ports import capacity
from ocs_engine.series.reinforcing.entering import blocked, free_edges
from ocs_engine.series.reinforcing.order import due
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.series.supply.trace import usable_sources
from ocs_engine.series.tempo import coming
from ocs_engine.state.model import State
from ocs_engine.state.option_events import CachesGained
from ocs_engine.state.supply_events import SupplyPlaced, SupplyTurnedAway
from ocs_engine.world.counters import Side
from ocs_engine.world.options import SUPPLY_CACHES
from ocs_engine.world.scenario import ListedArrival

WHY = "each turn"
"""Why the supply is there, as its event has it."""


class IncomeFrame(Frame):
    """Supply of a side comes, one entry of the scenario's list after the other.

    entry: the next one's number. come: the T of it that have come already, to ports that took no more.
    """

    kind: Literal["income"] = "income"
    step: str = "next"
    side: Side
    entry: int = 0
    come: int = 0


class PlaceSupply(Command):
    """Say where supply appears that comes this turn."""

    kind: Literal["place supply"] = "place supply"
    side: Side
    place: str


def entries(state: State, side: Side) -> list[ListedArrival]:
    """The supply that comes to a side now: each turn by the scenario, by the game's own rules, and with what is due."""
    listed = [each for each in state.world.scenario.sides[side].listed if each.turn is None and each.tokens]
    dated = [ListedArrival(state.turn, d.places, d.where, tokens=d.tokens) for d in due(state, side) if d.tokens]
    found = (*listed, *state.points.income(state, side), *dated)
    return [replace(each, tokens=coming(state, each.tokens)) for each in found]


@rule("OCS 21.10")
def receive_caches(draft: Draft[State], side: Side) -> None:
    """By option the supply caches of a month come in a side's first Reinforcement Phase of it (OCS 21.10).

    Not on the first turn of the game, at which a side has what it starts with.
    """
    state = draft.state
    if not state.plays(SUPPLY_CACHES) or state.turn == state.world.scenario.first_turn:
        return
    date_of, gained = state.world.calendar.date_of, state.world.schedule.caches[side].monthly
    if gained and date_of(state.turn).month != date_of(state.turn - 1).month:
        draft.emit(CachesGained(side=side, count=gained))


@rule("OCS 13.6b", "T2 6.3")
def places(state: State, frame: IncomeFrame) -> dict[int, int]:
    """Where supply of the entry may still appear, with the T that each place takes of it.

    In the places of the entry, or at any source of the side, where no enemy has anything; where he blocks all of its
    edge hexes, in the nearest free ones (OCS 13.6b).
    """
    side, entry = frame.side, entries(state, frame.side)[frame.entry]
    named = entry.places or sorted(usable_sources(state, side, set()))
    found = [place for place in named if _takes(state, side, place)]
    edges = [place for place in entry.places if on_map(state, place) and place not in state.ports]
    able = found or list(free_edges(state, side, (), edges) if edges else ())
    return {place: tokens for place in able if (tokens := min(_takes(state, side, place), left(state, frame)))}


@rule("OCS 13.6", "OCS 19.0a")
def _takes(state: State, side: Side, place: int) -> int:
    """The T of supply that may come to a place: to a port what it handles, less what came there before (OCS 13.6a)."""
    if not on_map(state, place):
        return ENDLESS
    if blocked(state, side, place):
        return 0
    return max(capacity(state, place) - state.memory.came.get(place, 0), 0) if place in state.ports else ENDLESS


@rule("OCS 13.6", "T2 6.3")
def receive(draft: Draft[State], side: Side) -> None:
    """Let the supply of the turn come, where supply is needed at all."""
    if entries(draft.state, side) and not draft.state.points.everyone_supplied(draft.state):
        draft.open_frame(IncomeFrame(side=side))


@rule("OCS 13.6")
def _next(draft: Draft[State], frame: IncomeFrame) -> None:
    """Place the next entry, or the rest of one, where there is no choice; what has no place is lost (OCS 13.6)."""
    if frame.entry == len(entries(draft.state, frame.side)):
        draft.close_frame()
        return
    found = places(draft.state, frame)
    if len(found) > 1:
        draft.change_frame(step="choose")
    elif found:
        _put(draft, frame, *found)
    else:
        draft.emit(SupplyTurnedAway(side=frame.side, tokens=left(draft.state, frame), why=WHY))
        draft.change_frame(entry=frame.entry + 1, come=0)


def left(state: State, frame: IncomeFrame) -> int:
    """The T of the entry that have not come yet."""
    return entries(state, frame.side)[frame.entry].tokens - frame.come


@rule("OCS 13.6")
def _put(draft: Draft[State], frame: IncomeFrame, place: int) -> None:
    """As much of an entry comes to a place as that takes; the rest is asked for anew (OCS 13.6a)."""
    state = draft.state
    tokens = places(state, frame)[place]
    done = tokens == left(state, frame)
    draft.emit(SupplyPlaced(side=frame.side, place=state.world.label(place), tokens=tokens, why=WHY))
    entry, come = (frame.entry + 1, 0) if done else (frame.entry, frame.come + tokens)
    draft.change_frame(step="next", entry=entry, come=come)


# --- the question


def _open(state: State) -> tuple[IncomeFrame, dict[int, int]]:
    top = state.frame_of(IncomeFrame)
    return top, places(state, top)


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, IncomeFrame) and top.step == "choose" and top.side == side


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("place", tuple(state.world.label(place) for place in _open(state)[1]))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return PlaceSupply(side=Side(side), place=str(filled[0][1]))


def _place(draft: Draft[State], command: PlaceSupply) -> None:
    frame, found = _open(draft.state)
    labels = {draft.state.world.label(place): place for place in found}
    if command.place not in labels:
        words = f"the supply of this turn may appear in {', '.join(labels)}, not in {command.place}"
        raise refuse("not there", "OCS 13.6", words, places=(command.place,))
    _put(draft, frame, labels[command.place])


def _ask(state: State, frame: IncomeFrame) -> Pending:
    tokens = left(state, frame)
    return Pending(frame.side, f"where do the {tokens}T of this turn appear?", "OCS 13.6", ("place supply",))


COMMANDS: tuple[type[Command], ...] = (PlaceSupply,)
FRAMES: tuple[type[Frame], ...] = (IncomeFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register supply that comes each turn."""
    rules.step(IncomeFrame, "next")(_next)
    rules.question(IncomeFrame, "choose")(_ask)
    rules.command(PlaceSupply, _asked, _blank, _fill)(_place)
