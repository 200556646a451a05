"""Capture of dumps, of transport, and of the planes at an air base (OCS 9.14b, 9.14c, 9.14f)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ocs_engine.kernel.cases import rule
from ocs_engine.series.numbers import rounded
from ocs_engine.series.tables.lines import Modifier, figure, line, on_die, on_two_dice, range_of
from ocs_engine.world.tables import Tables


class Captured(StrEnum):
    """What falls into the hands of who enters a hex; each kind has its own die."""

    DUMP = "dump"
    TRUCKS = "trucks"
    WAGONS = "wagons"


@dataclass(frozen=True, slots=True)
class Share:
    """What a die takes of something, in tokens: the percentage, what is taken, and what is left over."""

    percent: int
    taken: int
    rest: int


_ROWS = {
    Captured.DUMP: "dump_on_ground_pct",
    Captured.TRUCKS: "trucks_and_their_load_pct",
    Captured.WAGONS: "wagons_and_their_load_pct",
}


def share(tokens: int, percent: int, unit: int = 1) -> Share:
    """A percentage of some tokens, rounded to the nearest `unit` tokens, and never more than there are."""
    taken = min(unit * rounded(Fraction(tokens * percent, 100 * unit)), tokens)
    return Share(percent, taken, tokens - taken)


@rule("OCS 9.14c")
def column(tables: Tables, ma: int) -> Captured:
    """The column on which Transport Points of an MA are rolled for (OCS 9.14c)."""
    limit = figure(tables["capture"]["category_rule"], r"MA > (\d+) use Trucks")
    return Captured.TRUCKS if ma > limit else Captured.WAGONS


@rule("OCS 9.14b", "OCS 9.14c")
def capture_percent(tables: Tables, kind: Captured, die: int) -> int:
    """The percentage captured on one die (OCS 9.14b, 9.14c); raises ValueError for no such face."""
    return int(tables["capture"][_ROWS[kind]][str(on_die(die))])


@rule("OCS 9.14b", "OCS 9.14c")
def captured_supply(tables: Tables, kind: Captured, tokens: int, die: int) -> Share:
    """What is captured of a dump, or of all that trucks or wagons carry, to the nearest token (OCS 9.14b, 9.14c).

    The rest of a dump is destroyed; the rest of a load goes with the transport that gets away.
    """
    return share(tokens, capture_percent(tables, kind, die))


@rule("OCS 9.14c", "T2 1.6d")
def captured_transport(tables: Tables, kind: Captured, tokens: int, die: int, unit: int | None = None) -> Share:
    """Transport captured of that in the hex, in tokens that it can carry (OCS 9.14c); the rest gets away.

    unit: to how many tokens it is rounded; a full point if not given, 2 where a truck of that size is there (T2 1.6d).
    """
    return share(tokens, capture_percent(tables, kind, die), unit or tables.number("tokens_per_SP"))


def caught_plane_modifiers(tables: Tables, active: bool, advance: bool) -> tuple[Modifier, ...]:
    """What is added to the roll for a plane at a base that falls; advance: to units that advance after combat."""
    lines = tables["air_base_capture"]["drm"]
    held = (("plane is Active", active), ("base captured by advance", advance))
    return tuple(
        Modifier(int(found["drm"]), "OCS 9.14f", str(found["if"]))
        for opening, holds in held
        if holds and (found := line(lines, opening))
    )


@rule("OCS 9.14f")
def caught_plane_loses_step(tables: Tables, roll: int, modifiers: Iterable[Modifier]) -> bool:
    """Whether a plane at a base that falls loses a step, by the total of two dice (OCS 9.14f)."""
    results = tables["air_base_capture"]["results"]
    total = on_two_dice(roll) + sum(each.value for each in modifiers)
    return bool(results[range_of(results, total)] == "step loss")
