"""The barrage table against units (OCS 10.0): column, cost, shifts, results. Columns count from 0 on the left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from ocs_engine.kernel.cases import rule
from ocs_engine.series.numbers import rounded
from ocs_engine.series.tables.lines import Modifier, figure, holds, line, mixed, on_die, on_two_dice, span
from ocs_engine.series.tables.odds_column import shifted, terrain_class
from ocs_engine.world.tables import Tables

QUARTERS = 4
"""RE are counted in quarters."""
NO_EFFECT, DG, HALF, BRACKETED_HALF = "-", "DG", "1/2", "[1/2]"


class Source(StrEnum):
    """What fires; never two kinds in one barrage (OCS 10.0)."""

    ARTILLERY = "artillery"
    AIR = "air"
    NAVAL = "naval"


@dataclass(frozen=True, slots=True)
class Barrage:
    """What a barrage against the combat units of a hex is decided by.

    strength: all firers added up, not rounded. re: quarters of RE in the hex, each division counted up to the cap
    (`counted_re`). terrain: the class that the target's owner chose. hedgehog: its level, 0 for none. spotted: no
    Strategic Bomber takes part and a correct spotter is there. strat: a unit in the hex is in Strat Mode. close_air:
    all planes fly a short way. far_air: one flies beyond half its range, with option 21.4. no_crowding: density
    shifts to the right are waived.
    """

    strength: Fraction
    re: int
    terrain: str
    source: Source = Source.ARTILLERY
    hedgehog: int = 0
    spotted: bool = True
    strat: bool = False
    close_air: bool = False
    far_air: bool = False
    no_crowding: bool = False


@dataclass(frozen=True, slots=True)
class BarrageEffect:
    """What a barrage does to the combat units of a hex: steps that its owner picks, and whether all go DG."""

    steps: int
    dg: bool


@rule("OCS 10.0a", "OCS 4.2")
def strength_column(columns: Sequence[Mapping[str, Any]], strength: Fraction) -> int | None:
    """The column of a strength, rounded once (OCS 4.2); None under 1, which is no barrage at all (OCS 10.0)."""
    whole = rounded(strength)
    fitting = (index for index, each in enumerate(columns) if holds((each["min"], each["max"]), whole))
    return next(fitting, None)


def barrage_column(tables: Tables, strength: Fraction) -> int | None:
    """The column on which a barrage against units starts, None where it is too weak (OCS 10.0a)."""
    return strength_column(tables["barrage_table"]["columns"], strength)


def barrage_label(tables: Tables, column: int) -> str:
    """A column's heading, as "12-16"."""
    return str(tables["barrage_table"]["columns"][column]["label"])


def barrage_cost(tables: Tables, column: int, source: Source = Source.ARTILLERY) -> int:
    """Tokens that artillery pays for the column before shifts; planes and ships fire free (OCS 10.1, 10.2, 10.3)."""
    return int(tables["barrage_table"]["columns"][column]["cost_T"]) if source is Source.ARTILLERY else 0


@rule("OCS 10.0a")
def counted_re(tables: Tables, divisions: Iterable[int], others: int = 0) -> int:
    """Quarters of RE that count for density: each division up to the cap, all others whole (OCS 10.0a).

    divisions: quarters in the hex of each multi-step unit and multi-unit formation. others: of everything else.
    """
    cap = QUARTERS * tables.number("density_cap_RE_per_division")
    return sum(min(each, cap) for each in divisions) + others


@rule("OCS 10.0a")
def density_shift(tables: Tables, re: int) -> int:
    """Columns for the crowd in a hex. re: quarters, not rounded, as `counted_re` gives (OCS 10.0a)."""
    for each in tables["barrage_density_shift"]["shifts"]:
        if (each["gt"] is None or re > QUARTERS * each["gt"]) and (each["le"] is None or re <= QUARTERS * each["le"]):
            return int(each["shift"])
    raise ValueError(f"the density chart has no line for {Fraction(re, QUARTERS)} RE")


_TERRAIN_LINES = {
    "Close": "Close or Very Close",
    "Very Close": "Close or Very Close",
    "Extremely Close": "Extremely Close",
}


@rule("OCS 10.0a", "OCS 10.2", "OCS 16.0d")
def barrage_shifts(tables: Tables, barrage: Barrage) -> tuple[Modifier, ...]:
    """All shifts that apply, right or negative for left, each line once (OCS 10.0a)."""
    crowd = density_shift(tables, barrage.re)
    if barrage.no_crowding:
        crowd = min(crowd, 0)
    terrain = terrain_class(tables, barrage.terrain)
    named = (
        (barrage.hedgehog > 0, "hedgehog of any level", "OCS 16.0d", "hedgehog"),
        (terrain in _TERRAIN_LINES, _TERRAIN_LINES.get(terrain, ""), "OCS 10.0a", f"{terrain} terrain"),
        (not barrage.spotted, "no correct spotter", "OCS 10.0b", "no spotter"),
        (barrage.strat, "any unit in target hex in Strat Mode", "OCS 10.0a", "Strat Mode"),
        (barrage.close_air, "all barraging aircraft within", "OCS 10.2", "planes from close by"),
        (barrage.far_air, "OPTION 21.4", "OCS 21.4", "planes beyond half range"),
    )
    lines = tables["barrage_additional_shifts"]["shifts"]
    found = [Modifier(crowd, "OCS 10.0a", f"{mixed(Fraction(barrage.re, QUARTERS))} RE in the hex")] if crowd else []
    found += [Modifier(int(line(lines, opening)["shift"]), case, why) for on, opening, case, why in named if on]
    return tuple(found)


@rule("OCS 10.0a")
def final_column(tables: Tables, column: int, shifts: Iterable[Modifier]) -> int:
    """A column after its shifts, stopped at the ends of the table (OCS 10.0a)."""
    return shifted(column, sum(each.value for each in shifts), len(tables["barrage_table"]["columns"]))


@rule("OCS 10.0a")
def barrage_result(tables: Tables, column: int, roll: int) -> str:
    """The result in a column for two dice, in the table's own words (OCS 10.0a); raises ValueError for no such roll."""
    return str(tables["barrage_table"]["rows"][str(on_two_dice(roll))][column])


@rule("OCS 10.0r")
def reduced(tables: Tables, result: str, hedgehog: int, source: Source, spotted: bool) -> str:
    """What a printed result comes to (OCS 10.0r): [1/2] as DG or 1/2, and what ships do to the shore.

    [1/2] is DG in a hedgehog of a high level, from planes and ships, and without a spotter. The chart of ships leaves
    out 3, which becomes 2.
    """
    if source is Source.NAVAL:
        return _from_ships(tables, result)
    if result != BRACKETED_HALF:
        return result
    words = tables["barrage_table"]["results"][BRACKETED_HALF]
    sheltered = hedgehog >= figure(words, r"Level (\d)-\d hedgehog")
    return DG if sheltered or source is Source.AIR or not spotted else HALF


def _from_ships(tables: Tables, result: str) -> str:
    weaker = tables["ship_to_shore_reduction"]["map"].get(result)
    if weaker is None:
        return str(int(result) - 1) if result.isdecimal() else result
    return str(weaker)


@rule("OCS 10.0r")
def half_loses_step(tables: Tables, die: int) -> bool:
    """Whether the die of a result of 1/2 takes a step (OCS 10.0r); raises ValueError for no such face."""
    low = figure(tables["barrage_table"]["results"][HALF], r"1d6: (\d)-\d lose one step")
    return on_die(die) >= low


@rule("OCS 10.0r")
def barrage_effect(tables: Tables, result: str, half_die: int | None = None) -> BarrageEffect:
    """What a result, already `reduced`, does; half_die: the die of a 1/2 (OCS 10.0r). Raises ValueError."""
    if result == HALF:
        if half_die is None:
            raise ValueError("a result of 1/2 takes a die")
        return BarrageEffect(int(half_loses_step(tables, half_die)), dg=True)
    if result == NO_EFFECT:
        return BarrageEffect(0, dg=False)
    return BarrageEffect(0 if result == DG else span(result)[0] or 0, dg=True)
