"""Payments that a person types, as "3T from A40.22, 1T from truck-3", and payments in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ocs_engine.players.human_names import place_of, transport_of, unit_of
from ocs_engine.players.human_words import Misheard, Unknown, split_units
from ocs_engine.series.stories.words import listed, place_name, source_name
from ocs_engine.series.stories.words import name as unit_name
from ocs_engine.series.supply.access import Access
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

FEW = 6
"""Ways that an answer names at most."""
_FROM = re.compile(r"(?:^|\s+)(?:from|off)\s+", re.IGNORECASE)
_ITEM = re.compile(r"(?:(?P<tokens>\d{1,6})\s*t?\s+)?(?:from\s+)?(?P<source>.+?)(?:\s+by\s+(?P<hq>.+))?", re.IGNORECASE)
_OPEN_END = re.compile(r"(?:^|\s)(?:from|off)$", re.IGNORECASE)
_LEADING = re.compile(r"\d{1,6}t", re.IGNORECASE)


def split_from(text: str) -> tuple[str, str]:
    """What an order is about, and the sources named for it, as "coutx from A20.21"; "" for what was not said.

    So many T before the first source, as "2T", stay with the sources; a bare number names a unit. Raises Misheard
    where nothing stands after "from".
    """
    if _OPEN_END.search(text.strip()):
        raise Misheard("from where? name the source, as from A41.22, or 2T from A41.22")
    first, *rest = _FROM.split(text.strip(), maxsplit=1)
    if not rest:
        return first.strip(" ,"), ""
    before, _, number = first.strip(" ,").rpartition(" ")
    if _LEADING.fullmatch(number):
        return before.strip(" ,"), f"{number} {rest[0]}"
    return first.strip(" ,"), rest[0]


def read_payment(
    state: State, side: Side, text: str, ways: Sequence[Access], tokens: int, taken: Mapping[str, int] | None = None
) -> dict[str, int]:
    """T by way, as sources are named: so many T of each, or in their order as far as each goes; raises Misheard.

    ways: those in which supply may come. taken: T that others take already, by source.
    """
    payment: dict[str, int] = {}
    given = dict(taken or {})
    for item in split_units(re.sub(r"\s+and\s+", ", ", text)):
        found = _ITEM.fullmatch(item)
        if found is None:
            raise Misheard(f"{item!r} is no source; name one, as from A41.22, or 2T from A41.22")
        way = _way(state, side, found["source"], found["hq"], ways)
        owed = tokens - sum(payment.values())
        part = int(found["tokens"]) if found["tokens"] else min(owed, way.source.tokens - given.get(way.source.name, 0))
        if part > 0:
            payment[way.name] = payment.get(way.name, 0) + part
            given[way.source.name] = given.get(way.source.name, 0) + part
    return payment


def _way(state: State, side: Side, source: str, hq: str | None, ways: Sequence[Access]) -> Access:
    """The way that a source and an HQ mean, drawn before thrown; raises Misheard with those that there are."""
    try:
        place, tid = place_of(state, source), ""
    except Unknown:
        place, tid = -1, transport_of(state, side, source)
    by = unit_of(state, side, hq) if hq else ""
    found = [way for way in ways if way.source.name == tid or (not tid and way.source.place == place)]
    found = [way for way in found if not by or way.hq == by]
    if not found:
        by_hq = f" by {hq}" if hq else ""
        raise Misheard(f"no supply comes from {source}{by_hq}; {_known(state, ways)}")
    return min(found, key=lambda way: (way.source.name in state.transport, way.hq != ""))


def _known(state: State, ways: Sequence[Access]) -> str:
    """The ways that there are, the first of them by name."""
    names = list(dict.fromkeys(way_name(state, way.name) for way in ways))
    more = [f"{len(names) - FEW} more ways"] if len(names) > FEW else []
    return f"it can come from {listed([*names[:FEW], *more])}" if names else "nor from anywhere else"


def way_name(state: State, name: str) -> str:
    """A way by its name, "A20.20 by br-hq-5", in words; of transport with where it is."""
    source, _, hq = name.partition(" by ")
    known = source_name(state.world, source)
    if source in state.transport:
        known += f" in {place_name(state.world, state.world.label(state.transport[source].place))}"
    return f"{known} by {unit_name(state.world, hq)}" if hq else known


def paid(state: State, payment: Mapping[str, int]) -> str:
    """A payment in words: "2T from A20.21 and 1T from Algiers"; "nothing" for none."""
    return listed([f"{tokens}T from {way_name(state, name)}" for name, tokens in payment.items()]) or "nothing"
