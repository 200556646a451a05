"""The names and turns of phrase that all sayings share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from ocs_engine.series.tables.lines import mixed
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

FEW = 3
"""Units that a sentence names one by one; more are counted."""


def name(world: World, uid: str) -> str:
    """A unit as the booklet names it, with the number of a replacement; a plane as its counter calls it."""
    counter = world.counters.get(uid)
    if counter is not None:
        return counter.booklet_name
    kind, _, number = uid.rpartition("-")
    if kind in world.aircraft:
        return world.aircraft[kind].name
    return f"{world.repls[kind].booklet_name} {number}"


def place_name(world: World, label: str) -> str:
    """A hex with the name of what lies in it, as "A48.24 Tunis"; a box by its name."""
    place = world.place(label)
    known = "" if world.is_box(place) else world.atlas.name[place]
    return f"{label} {known}".rstrip()


def names(world: World, units: Sequence[str]) -> str:
    """Several units in a row."""
    return ", ".join(name(world, uid) for uid in units)


def plane_name(world: World, pid: str) -> str:
    """A plane by its id, as its counter calls it."""
    return world.aircraft[pid.rpartition("-")[0]].name


def planes_named(world: World, planes: Sequence[str]) -> str:
    """Several planes, alike ones together: "two Bf.109G and Ju.87"."""
    kinds = [plane_name(world, pid) for pid in planes]
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    return listed([f"{spelled(many)} {kind}" if many > 1 else kind for kind, many in counts.items()])


_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def spelled(number: int) -> str:
    """A small number in letters, others in figures."""
    return _NUMBERS.get(number, str(number))


def transport_name(world: World, tid: str) -> str:
    """Transport by its id, "allied-truck-3", as "truck transport 3"."""
    kind, _, number = tid.partition("-")[2].rpartition("-")
    return f"{world.transport.kinds[kind].name} transport {number}"


def source_name(world: World, source: str, hq: str = "") -> str:
    """Where supply comes from: a place, or transport by its id, and the HQ that throws it."""
    kind, _, number = source.partition("-")[2].rpartition("-")
    loaded = kind in world.transport.kinds and number.isdecimal()
    known = transport_name(world, source) if loaded else place_name(world, source)
    return f"{known} by {name(world, hq)}" if hq else known


def day(iso: str) -> str:
    """A date as players say it: "15 Nov 1942"."""
    when = date.fromisoformat(iso)
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{when.day} {months[when.month - 1]} {when.year}"


def way(world: World, between: Sequence[str]) -> str:
    """What stands after the ends of a way: the hexes between where they are few, else their number and the towns."""
    if len(between) <= FEW:
        return f" via {', '.join(between)}" if between else ""
    atlas = world.atlas
    towns = [atlas.name[hex_] for hex_ in map(world.place, between) if atlas.settlement[hex_] in ("city", "village")]
    shown = f", past {', '.join(towns[:FEW])}{' ...' if len(towns) > FEW else ''}" if towns else ""
    return f" ({len(between) + 1} hexes{shown})"


def amount(world: World, tokens: int) -> str:
    """Supply as players say it: "2 SP" where it is whole, else "3T"."""
    whole, rest = divmod(tokens, world.tables.number("tokens_per_SP"))
    return f"{tokens}T" if rest else f"{whole} SP"


# --- sentences


def listed(words: Sequence[str]) -> str:
    """Words in a row with an "and" before the last."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def force(side: str) -> str:
    """A side as the subject of a sentence: "the Axis", "the Allies"."""
    return "the Axis" if side == Side.AXIS else "the Allies"


def does(side: str, verb: str) -> str:
    """What a side does: "the Axis attacks", "the Allies attack"."""
    return f"{force(side)} {verb_of(side, verb)}"


def verb_of(side: str, verb: str) -> str:
    """The verb alone of what a side does: "attacks" of the Axis, "attack" of the Allies."""
    return by_number(verb, 1 if side == Side.AXIS else 2)


def units_named(world: World, units: Sequence[str]) -> str:
    """Units as the booklet lists them: "Para Bn (1, 2) and It Inf Rgt (350)"."""
    return listed(unit_groups(world, units))


def unit_groups(world: World, units: Sequence[str]) -> list[str]:
    """The same in parts: "Para Bn (1, 2)", "It Inf Rgt (350)"."""
    groups: dict[str, list[str]] = {}
    for uid in units:
        kind, bracket, own = name(world, uid).partition(" (")
        groups.setdefault(kind, []).append(own.removesuffix(")") if bracket else "")
    return [f"{kind} ({', '.join(own)})" if all(own) else listed([kind] * len(own)) for kind, own in groups.items()]


def do(world: World, units: Sequence[str], verb: str) -> str:
    """What some units do: "Para Bn (1) retreats", "Para Bn (1, 2) retreat"."""
    return f"{units_named(world, units)} {by_number(verb, len(units))}"


_IRREGULAR = {"be": ("is", "are"), "have": ("has", "have"), "fly": ("flies", "fly")}


def by_number(verb: str, number: int) -> str:
    """A verb for one or for several that do it; its first word is the one that changes."""
    first, space, rest = verb.partition(" ")
    if first in _IRREGULAR:
        return f"{_IRREGULAR[first][number != 1]}{space}{rest}"
    ending = "" if number != 1 else "es" if first.endswith("o") else "s"
    return f"{first}{ending}{space}{rest}"


def counted(number: int, thing: str) -> str:
    """So many things: "1 step", "2 steps", "2 hexes"."""
    ending = "" if number == 1 else "es" if thing.endswith(("x", "s")) else "s"
    return f"{number} {thing}{ending}"


def number(text: str) -> str:
    """A strength written as a fraction, "27/2", as players write it: "13 1/2"."""
    return mixed(Fraction(text))


def capital(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]
