"""Finds counters and aircraft by the names that a set-up uses (T2 6.0d)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from ocs_engine.kernel.cases import rule
from ocs_engine.world.aircraft import Aircraft
from ocs_engine.world.counters import Counter, Side
from ocs_engine.world.errors import nearest

_DEFAULT_FACTION = {Side.AXIS: "German", Side.ALLIED: "Commonwealth"}
_DEFAULT_PREFIX = {Side.AXIS: "ger ", Side.ALLIED: "cw "}
_PREFIXES = {"ger": "German", "it": "Italian", "us": "American", "fr": "French", "cw": "Commonwealth", "daf": "DAF"}
_FORMATION = re.compile(r"\b(Div|Bde)\b", re.I)
_SPELLED = {
    faction: prefix for prefix, faction in (("It", "Italian"), ("US", "American"), ("Fr", "French"), ("DAF", "DAF"))
}


class UnknownNameError(LookupError):
    """No such name; carries what it should have been, "unit", "formation" or "plane", and the nearest spelling."""

    def __init__(self, message: str, suggestion: str | None, what: str = "unit") -> None:
        super().__init__(message)
        self.suggestion = suggestion
        self.what = what


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """A name without accents, capitals and needless spaces, for comparing."""
    plain = unicodedata.normalize("NFKD", name)
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).casefold().split())


class UnitNames:
    """The counters by booklet name and alias: "March Bn (T-2)" has the head "March Bn" and the member "T-2"."""

    def __init__(self, counters: Iterable[Counter]) -> None:
        self._full: dict[str, list[Counter]] = {}
        self._heads: dict[str, list[Counter]] = {}
        for counter in counters:
            for name in (counter.booklet_name, *counter.aliases):
                self._full.setdefault(fold(name), []).append(counter)
            self._heads.setdefault(fold(counter.booklet_name.partition(" (")[0]), []).append(counter)

    @rule("T2 1.12c")
    def find(self, side: Side, head: str, member: str) -> tuple[list[Counter], int]:
        """The counters that a name may mean, and how many of them it means; raises UnknownNameError.

        Only the halves of a group of two share a name: "21 Pz Div (104 KG x1)" is either half, "104 KG x2" both.
        """
        both = re.fullmatch(r"(.*\S)\s+x2", member.strip())
        name = fold(f"{head} ({both[1] + ' x1' if both else member})")
        found = self._full.get(name) or self._full.get(name.removeprefix(_DEFAULT_PREFIX[side]), [])
        own = [counter for counter in found if counter.side is side]
        if own:
            return own, 2 if both else 1
        if found:
            raise UnknownNameError(f"{head} ({member}) is no {side} unit; it is {found[0].side}", None)
        if _FORMATION.search(head) and not self._own(side, head):
            raise self._no_formation(side, head)
        raise UnknownNameError(f"there is no unit {head} ({member})", self._near(side, f"{head} ({member})"))

    def all_of(self, side: Side, head: str) -> list[Counter]:
        """Every counter of a division or type, as "10 Pz Div"; raises UnknownNameError."""
        own = self._own(side, head)
        if not own:
            raise self._no_formation(side, head)
        return own

    def _own(self, side: Side, head: str) -> list[Counter]:
        name = fold(head)
        found = self._heads.get(name) or self._heads.get(name.removeprefix(_DEFAULT_PREFIX[side]), [])
        return [counter for counter in found if counter.side is side]

    def _no_formation(self, side: Side, head: str) -> UnknownNameError:
        heads = {c.booklet_name.partition(" (")[0]: None for cs in self._heads.values() for c in cs if c.side is side}
        return UnknownNameError(f"there are no {side} units {head}", nearest(head, heads, 3), "formation")

    def _near(self, side: Side, name: str) -> str | None:
        own = (n for cs in self._full.values() for c in cs if c.side is side for n in (c.booklet_name, *c.aliases))
        return nearest(name, own, 3)


class PlaneNames:
    """The aircraft by name: "It MC.202", "US P-40", "DAF Spit.V"; unmarked ones are German or Commonwealth."""

    def __init__(self, aircraft: Iterable[Aircraft]) -> None:
        self._planes = tuple(aircraft)

    def find(self, side: Side, name: str, surge: bool) -> Aircraft:
        """The aircraft of a name, a surge plane or not; raises UnknownNameError."""
        first, _, rest = name.strip().partition(" ")
        nation = _PREFIXES.get(first.casefold()) if rest else None
        wanted = fold(rest if nation else name)
        own = [plane for plane in self._planes if plane.side is side and plane.surge == surge]
        for plane in own:
            if (plane.band or plane.faction) == (nation or _DEFAULT_FACTION[side]) and fold(plane.name) == wanted:
                return plane
        kind = "surge plane" if surge else "plane"
        suggestion = nearest(name, [spell_plane(plane) for plane in own], 3)
        raise UnknownNameError(f"there is no {side} {kind} {name}", suggestion, "plane")


def spell_plane(plane: Aircraft) -> str:
    """The name of an aircraft as a set-up writes it."""
    prefix = _SPELLED.get(plane.band or plane.faction)
    return f"{prefix} {plane.name}" if prefix else plane.name
