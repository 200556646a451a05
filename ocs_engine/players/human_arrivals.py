"""Answers of a person on reinforcements, in plain words: where they appear, and in which mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ocs_engine.kernel.messages import Command
from ocs_engine.players.human_comers import comer_name
from ocs_engine.players.human_forms import EVERYBODY, Form
from ocs_engine.players.human_names import place_of
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, mode_of, split_units
from ocs_engine.series.modes import on_map
from ocs_engine.series.reinforcing.arrivals import Arrive, group_asked
from ocs_engine.series.reinforcing.entering import MOVE, Comers, arrival_stances
from ocs_engine.state.model import State
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold

_IN_MODE = re.compile(r"\s+in\s+([a-z/]+)(?:\s+mode)?$", re.IGNORECASE)
_AT = re.compile(r"(?:^|\s+)(?:at|to)\s+", re.IGNORECASE)
REST = (*EVERYBODY, "rest", "the rest", "")
"""What means all that are asked about."""


def answer(table: Table, form: Form, line: str) -> Reply | None:
    """An answer in plain words, carried out; None where the line is none, and the form takes it."""
    speak = _SPOKEN.get(form.kind)
    if speak is None or not form.asked or (form.filled and not _AT.search(line)):
        return None
    words = line.strip().split()
    while words and words[0].casefold() in form.kind.split():
        words.pop(0)
    command = speak(table, " ".join(words))
    return None if command is None else table.submit(command)


def _arrive(table: Table, text: str) -> Command | None:
    """ "A01.14", "all at Algiers", "1-1 Arm, 701 at A01.14 in strat"; who is not named is asked about again."""
    if not text or text.isdecimal():
        return None
    state = table.state
    side, group = group_asked(state)
    mode, told = "", text
    if found := _IN_MODE.search(told):
        mode, told = mode_of(found[1]), told[: found.start()]
    *named, where = _AT.split(told)
    place = place_of(state, where)
    pieces = pieces_of(state, group, " ".join(named).strip())
    units = [piece for piece in (pieces or group.pieces) if piece in group.units]
    stance = _stance(state, units, place, mode)
    return Arrive(side=side, place=state.world.label(place), units=pieces, stance=stance)


def _stance(state: State, units: Sequence[str], place: int, mode: str) -> str:
    """The stance of a mode, with the Combat side up where it could be either; Move Mode where none is named."""
    if "/" in mode:
        return mode
    if not on_map(state, place):
        return MOVE
    wanted = mode or MOVE
    first = next((text for text in arrival_stances(state, units, place) if text.partition("/")[0] == wanted), None)
    return first or {"strat": "strat/move", "reserve": "reserve/combat"}.get(wanted, wanted)


def pieces_of(state: State, group: Comers, text: str) -> tuple[str, ...]:
    """The pieces that names mean, () for all of them; raises Misheard."""
    if fold(text) in REST:
        return ()
    found: list[str] = []
    for part in split_units(text):
        found += [piece for piece in _one(state, group, part) if piece not in found]
    return tuple(found)


def _one(state: State, group: Comers, text: str) -> list[str]:
    wanted = fold(text)
    names = {piece: comer_name(state, group, piece) for piece in group.pieces}
    bare = {piece: fold(name.partition(" [")[0]) for piece, name in names.items()}
    exact = [piece for piece in bare if wanted in (piece, bare[piece], bare[piece].partition("(")[2].removesuffix(")"))]
    whole = re.compile(rf"(?<![^\W_]){re.escape(wanted)}(?![^\W_])")
    found = exact or [p for p in bare if whole.search(bare[p])] or [p for p in bare if wanted in bare[p]]
    if not found:
        near = nearest(text, [name.partition(" [")[0] for name in names.values()], 3)
        advice = f"did you mean {near}?" if near else f"these do: {_all(names)}"
        raise Misheard(f"{text!r} does not arrive now; {advice}")
    if len(found) > 1 and wanted not in (bare[p].partition(" (")[0] for p in found):
        raise Misheard(f"{text!r} may be {'; '.join(names[piece] for piece in found[:6])}")
    return found


def _all(names: dict[str, str]) -> str:
    return ", ".join(name.partition(" [")[0] for name in names.values())


_SPOKEN: dict[str, Callable[[Table, str], Command | None]] = {"arrive": _arrive}
"""By kind of question, what reads an answer in plain words."""
