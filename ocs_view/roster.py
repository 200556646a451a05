"""Stacks in words: what lies where, for the side panel, the tooltip and the order of battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ocs_engine.world.atlas import Atlas
from ocs_view.pieces import Piece, PieceKind, Stack, heaped, tokens_text

_WORKS = {PieceKind.BASE: "air base", PieceKind.HEDGEHOG: "hedgehog"}


def head(atlas: Atlas, place: int, boxes: Sequence[str]) -> str:
    """A place as a heading: "A48.24 Tunis", or the name of an off-map box."""
    if place >= atlas.grid.size:
        return boxes[place - atlas.grid.size]
    return f"{atlas.grid.labels[place]} {atlas.name[place]}".rstrip()


def words(pieces: Iterable[Piece]) -> list[str]:
    """The pieces of a stack, alike ones together: "2x MC.200", "Barenthin (Move)", "dump 3 SP"."""
    return [f"{heap.count}x {piece_words(heap)}" if heap.count > 1 else piece_words(heap) for heap in heaped(pieces)]


def piece_words(piece: Piece) -> str:
    """One piece in a word or two, with how it is."""
    text = _named(piece)
    notes = [piece.mode] if piece.mode not in ("", "Combat") else []
    notes += [f"{piece.steps_lost} lost"] if piece.steps_lost else []
    notes += ["reduced"] if piece.reduced else []
    notes += ["inactive"] if piece.inactive else []
    notes += piece.marks
    return f"{text} ({', '.join(notes)})" if notes else text


def _named(piece: Piece) -> str:
    if piece.counter is not None:
        return piece.counter.booklet_name
    if piece.aircraft is not None:
        return piece.aircraft.name
    if piece.kind is PieceKind.TRUCK:
        return f"{piece.text} trucks, {tokens_text(piece.tokens) if piece.tokens else 'empty'}"
    if piece.kind is PieceKind.DUMP:
        return f"dump {tokens_text(piece.tokens or 0)}"
    if piece.kind is PieceKind.STRIP:
        return "air strip"
    if piece.kind in _WORKS:
        return f"{_WORKS[piece.kind]} {piece.level}"
    return piece.text


def entries(atlas: Atlas, stacks: Iterable[Stack], boxes: Sequence[str]) -> list[tuple[str, str]]:
    """(heading, pieces) of each stack on the map, in the order given."""
    return [(head(atlas, s.place, boxes), ", ".join(words(s.pieces))) for s in stacks if s.place < atlas.grid.size]
