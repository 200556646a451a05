"""A game's state as stacks for a picture, and the caption that goes with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ocs_engine.series.general import attack_capable
from ocs_engine.series.story import WEATHER, day, outcome
from ocs_engine.series.view import top_unit
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, Mode, Plane, State, Unit, Up, Work
from ocs_view.pieces import Piece, PieceKind, Stack


def stacks_of(state: State) -> list[Stack]:
    """Everything on the table by place, in order; in a stack units lie on top, then planes, then what they stand on."""
    places: dict[int, list[Piece]] = {}
    for place, piece in (*_units(state), *_planes(state), *_supplies(state), *_works(state)):
        if place >= 0:
            places.setdefault(place, []).append(piece)
    return [Stack(place, tuple(pieces)) for place, pieces in sorted(places.items())]


def caption(state: State) -> tuple[str, list[str]]:
    """A title and a few lines: scenario, turn and date, phase, weather, and the verdict if there is one."""
    date = state.world.calendar.date_of(state.turn).isoformat()
    lines = [f"Turn {state.turn}, {day(date)}", WEATHER[state.weather]]
    if state.verdict is not None:
        lines.append(f"The game is over: {outcome(state.verdict.winner or '', state.verdict.level)}")
        lines.append(_sentence(state.verdict.why))
    elif state.slot >= 0:
        lines.append(f"{state.now.title}, {state.now.acts}" if state.now.acts else state.now.title)
    else:
        lines.append("Set-up")
    return state.world.scenario.title, lines


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def unit_piece(unit: Unit) -> Piece:
    """A unit as it lies on the table, with its mode and status markers."""
    return Piece(
        kind=PieceKind.REPLACEMENT if unit.counter.is_repl else PieceKind.UNIT,
        side=unit.side,
        counter=unit.counter,
        mode="DG" if unit.mode is Mode.DG else unit.mode.capitalize(),
        move_side=unit.up is Up.MOVE,
        steps_lost=unit.lost,
        marks=tuple(word for name, word in _MARKS if getattr(unit, name, False)),
    )


def pieces_of(state: State, uids: Iterable[str]) -> tuple[Piece, ...]:
    """Some units as pieces, in the order in which they would lie in a stack."""
    return tuple(unit_piece(state.units[uid]) for uid in in_stack(state, uids))


def in_stack(state: State, uids: Iterable[str]) -> list[str]:
    """Units from the top down: the one that its owner put there (OCS 4.9), then the strongest of those that fight."""
    top = {uid: top_unit(state, state.units[uid].side, hex_) for hex_, uid in state.tops.items() if uid in state.units}
    chosen = {uid for uid, found in top.items() if uid == found}
    return sorted(uids, key=lambda uid: (uid not in chosen, *_rank(state.units[uid])))


def without(state: State, uids: Iterable[str]) -> State:
    """A state as it would look with some units off the table, as while they are on their way; for pictures alone."""
    return put_units(state, {uid: replace(state.units[uid], place=AWAY) for uid in uids})


_MARKS = (("oos", "OOS"), ("low", "Low"), ("exhausted", "Exhausted"), ("fueled", "Fuel"))
"""What a unit may bear besides its mode: the field of the state that says so, and the word on the marker."""


def _units(state: State) -> Iterator[tuple[int, Piece]]:
    for uid in in_stack(state, (uid for uid, _ in state.in_order())):
        yield state.units[uid].place, unit_piece(state.units[uid])


def _rank(unit: Unit) -> tuple[bool, int]:
    return not attack_capable(unit), -(unit.face.strength or 0)


def _planes(state: State) -> Iterator[tuple[int, Piece]]:
    """Planes, alike ones together."""
    alike: dict[Plane, int] = {}
    for _, plane in sorted(state.planes.items()):
        alike[plane] = alike.get(plane, 0) + 1
    for plane, count in alike.items():
        yield plane.place, Piece(
            kind=PieceKind.AIRCRAFT,
            side=plane.aircraft.side,
            aircraft=plane.aircraft,
            count=count,
            reduced=plane.lost > 0,
            inactive=not plane.active,
        )


def _supplies(state: State) -> Iterator[tuple[int, Piece]]:
    for _, each in sorted(state.transport.items()):
        text = each.kind.capitalize() if each.kind != "organic" else each.formation
        yield each.place, Piece(PieceKind.TRUCK, each.side, tokens=each.load, text=text)
    for place, dump in sorted(state.dumps.items()):
        yield place, Piece(PieceKind.DUMP, dump.side, tokens=dump.tokens)


def _works(state: State) -> Iterator[tuple[int, Piece]]:
    for place, base in sorted(state.bases.items()):
        yield place, _work(PieceKind.BASE if base.level else PieceKind.STRIP, base)
    for place, hedgehog in sorted(state.hedgehogs.items()):
        yield place, _work(PieceKind.HEDGEHOG, hedgehog)
    for place, bombed in sorted(state.trainbusted.items()):
        yield place, Piece(PieceKind.BUSTED, bombed, text="Trainbusting")


def _work(kind: PieceKind, work: Work) -> Piece:
    return Piece(kind, work.side, level=work.level)
