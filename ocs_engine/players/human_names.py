"""Which units and places a person means: by id, booklet name, unique part of one, hex, or name of a town."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from ocs_engine.grid import GridError
from ocs_engine.players.human_words import Misheard, Unknown, split_units
from ocs_engine.series import story
from ocs_engine.state.model import AWAY, DEAD, State
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold

FEW = 6
"""Names that an answer to an ambiguous one lists at most."""


def units_of(
    state: State, side: Side, text: str, among: Iterable[str] | None = None, settle: bool = False
) -> tuple[str, ...]:
    """The units that a list of names means; raises Misheard. among: who may be meant; by default everybody in play.

    A hex or box means all those of this side that are there; "all" everybody in `among`. settle: whether a name that
    fits several units means the one of them that is in `among`.
    """
    parts = split_units(text)
    if not parts:
        raise Misheard("name the units: by name, id, or the hex that they are in")
    pool = tuple(state.roster if among is None else among)
    found: list[str] = []
    for part in parts:
        if among is not None and is_everybody(part):
            if not pool:
                raise Misheard(f"{part}: none of your units is left that can do that now")
            found += pool
        elif (place := _place(state, part)) is not None:
            found += _there(state, side, place, pool)
        else:
            found.append(unit_of(state, side, part, pool if settle else ()))
    return tuple(dict.fromkeys(found))


def is_everybody(text: str) -> bool:
    """Whether a word means all who can be meant, and so no single one."""
    return fold(text) in ("all", "everybody", "rest")


def _one(text: str, what: str) -> str:
    """A name as it is compared; raises Misheard where it means everybody."""
    if is_everybody(text):
        raise Misheard(f"{text!r} is no {what}: name one here, by name, by id or by a part of it")
    return fold(text)


def unit_of(state: State, side: Side, text: str, among: Collection[str] = ()) -> str:
    """The one unit that a name means, of this side if any of its is meant, else of the other; raises Misheard.

    among: of several units that it fits alike, one of these is meant.
    """
    wanted = _one(text, "unit").strip("\"' ")
    for own in (side, side.other):
        pool = [uid for uid in state.roster if state.units[uid].side is own and state.units[uid].place != AWAY]
        for fits in _MATCHES:
            found = [uid for uid in pool if wanted and any(fits(wanted, name) for name in _names(state, uid))]
            found = [uid for uid in found if uid in among] or found
            if len(found) == 1:
                return found[0]
            if found:
                raise Misheard(_which(state, text, found))
    near = near_units(state, text)
    raise Unknown(f"there is no unit {text!r}; " + (f"did you mean {near}?" if near else "units lists those in play"))


def near_units(state: State, text: str) -> str | None:
    """What units in play are called that is most like a mistyped name; None where nothing is close."""
    known = {name: None for uid in state.roster if state.units[uid].place != AWAY for name in _known(state, uid)}
    return nearest(text, known, 3)


def piece_of(state: State, side: Side, text: str) -> str:
    """The unit, plane or transport of a side that a name or a part of an id means; raises Misheard."""
    wanted = _one(text, "unit, plane or transport")
    planes = {pid: plane.aircraft.name for pid, plane in sorted(state.planes.items()) if plane.aircraft.side is side}
    names = planes | {tid: each.kind for tid, each in sorted(state.transport.items()) if each.side is side}
    for fits in _MATCHES:
        found = [piece for piece, name in names.items() if wanted and (fits(wanted, piece) or fits(wanted, fold(name)))]
        if len(found) == 1:
            return found[0]
        if found:
            raise Misheard(f"{text!r} may be {', '.join(found[:FEW])}")
    return unit_of(state, side, text)


def transport_of(state: State, side: Side, text: str) -> str:
    """The transport of a side that a part of its id or its name means, or the one in a place; raises Misheard."""
    own = {tid: each for tid, each in sorted(state.transport.items()) if each.side is side}
    if (place := _place(state, text)) is not None:
        own = {tid: each for tid, each in own.items() if each.place == place}
        found = list(own)
    else:
        wanted = _one(text, "transport")
        called = {tid: (tid, fold(story.transport_name(state.world, tid)), fold(each.formation))
                  for tid, each in own.items()}  # fmt: skip
        fitting = ([tid for tid, names in called.items() if wanted and any(fits(wanted, name) for name in names)]
                   for fits in _MATCHES)  # fmt: skip
        found = next(filter(None, fitting), [])
    if len(found) == 1:
        return found[0]
    if found:
        raise Misheard(f"{text!r} may be {', '.join(found[:FEW])}")
    near = nearest(text, [name for tid in own for name in (tid, tid.partition("-")[2])], 3)
    raise Unknown(f"there is no transport {text!r} of the {side} side" + (f"; did you mean {near}?" if near else ""))


def place_of(state: State, text: str, whole: bool = False) -> int:
    """The hex or box of a label or of the name of a town, or a part of that unless `whole`; raises Misheard."""
    place = _place(state, text)
    if place is not None:
        return place
    atlas = state.world.atlas
    towns = {name: hex_ for hex_, name in enumerate(atlas.name) if name and state.world.in_play(hex_)}
    wanted = fold(text)
    for fits in _MATCHES[: 1 if whole else -1]:
        found = [name for name in towns if wanted and fits(wanted, fold(name))]
        if len(found) == 1:
            return towns[found[0]]
    if _LIKE_A_HEX.match(wanted):
        try:
            return state.world.place(text)
        except GridError as error:
            raise Misheard(str(error)) from None
    near = nearest(text, [*towns, *state.world.boxes], 3)
    raise Unknown(f"there is no place {text!r}; " + (f"did you mean {near}?" if near else "name a hex, as A41.22"))


def _exact(wanted: str, name: str) -> bool:
    return wanted == name


def _words(wanted: str, name: str) -> bool:
    """Whole words in a row."""
    return re.search(rf"(?<![^\W_]){re.escape(wanted)}(?![^\W_])", name) is not None


def _part(wanted: str, name: str) -> bool:
    """From the beginning of a word on."""
    return wanted[0].isalnum() and re.search(rf"(?<![^\W_]){re.escape(wanted)}", name) is not None


def _all_words(wanted: str, name: str) -> bool:
    return all(_part(word, name) for word in wanted.split())


_MATCHES: tuple[Callable[[str, str], bool], ...] = (_exact, _words, _part, _all_words)
"""How a name may be meant, the closest first."""


_LIKE_A_HEX = re.compile(r"[a-z]\d+\.")


def _known(state: State, uid: str) -> list[str]:
    """Everything that a unit is called: id, booklet name, what stands in its brackets, and aliases."""
    name = story.name(state.world, uid)
    return [uid, name, *re.findall(r"\((.+)\)", name), *state.units[uid].counter.aliases]


def _names(state: State, uid: str) -> list[str]:
    return [fold(name) for name in _known(state, uid)]


def _which(state: State, text: str, found: list[str]) -> str:
    few = [f"{story.name(state.world, uid)} in {where(state, uid)}" for uid in found[:FEW]]
    more = f" and {len(found) - FEW} more" if len(found) > FEW else ""
    return f"{text!r} may be {'; '.join(few)}{more}"


def where(state: State, uid: str) -> str:
    """Where a unit is, in words."""
    place = state.units[uid].place
    return {AWAY: "no place yet", DEAD: "the Dead Pile"}.get(place) or story.place_name(
        state.world, state.world.label(place)
    )


def plane_line(state: State, pid: str) -> str:
    """A plane with its id and figures, in a line."""
    return f"{state.planes[pid].aircraft.name} [{pid}] {plane_figures(state, pid)}"


def plane_figures(state: State, pid: str) -> str:
    """What a plane is, its air combat rating, barrage strength and range, and what it lacks."""
    plane = state.planes[pid]
    fights = f"{plane.face.rating}" if plane.can_attack else f"({plane.face.rating})"
    marks = ["" if plane.active else "Inactive", "a step lost" if plane.lost else ""]
    figures = f"{plane.aircraft.type}, air {fights}, barrage {plane.face.barrage}, range {plane.aircraft.range}"
    return ", ".join(filter(None, (figures, *marks)))


def _place(state: State, text: str) -> int | None:
    try:
        return state.world.place(text.strip())
    except GridError:
        return None


def _there(state: State, side: Side, place: int, pool: tuple[str, ...]) -> list[str]:
    found = [uid for uid in state.here.get(place, ()) if uid in pool and state.units[uid].side is side]
    if not found:
        others = sum(state.units[uid].side is side for uid in state.here.get(place, ()))
        label = state.world.label(place)
        told = "that can act now " if others else ""
        raise Misheard(f"there is no unit of the {side} side {told}in {label}")
    return found
