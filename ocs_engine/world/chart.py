"""The terrain chart: costs of movement and multipliers of strength, as in `data/tunisia2/terrain.json`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from ocs_engine.world.counters import Category, Mobility
from ocs_engine.world.datafiles import DataFiles, StrictModel, fraction
from ocs_engine.world.errors import DataError
from ocs_engine.world.marks import MarkText

TERRAIN_FILE = "tunisia2/terrain.json"
TWELFTHS = 12
"""Movement points are counted in twelfths of an MP."""

Movement = dict[Mobility, int | None]
Multipliers = dict[Category, Fraction]


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """A terrain, or a settlement, that fills a hex (OCS 6.2, 9.3, 9.4).

    mp: cost in twelfths of an MP by mobility, None where prohibited. combat_class: "open", "close", "very
    close", "" where nobody fights. bracketed: attack multipliers hold for attackers alone (OCS 9.4d).
    """

    mp: Movement
    combat_class: str
    attack: Multipliers
    defend: Multipliers
    bracketed: bool


@dataclass(frozen=True, slots=True)
class HexsideTerrain:
    """Water on a hexside: what it adds to the cost in twelfths, None for prohibited; attack multipliers over it."""

    mp: Movement
    attack: Multipliers


@dataclass(frozen=True, slots=True)
class RoadClass:
    """A road-like feature: its cost in twelfths replaces those of hex and hexside (OCS 6.2a)."""

    mp: Movement


@dataclass(frozen=True, slots=True, eq=False)
class TerrainChart:
    """The whole chart, compared and hashed by identity.

    hex: by terrain, also "village" and "city"; hexside: by water; road: by class.
    """

    hex: dict[str, HexTerrain]
    hexside: dict[str, HexsideTerrain]
    road: dict[str, RoadClass]
    rail: RoadClass


def twelfths(text: object) -> int | None:
    """A cost as printed ("1", "1/3", "P") in twelfths of an MP, None for prohibited; raises ValueError."""
    if text == "P":
        return None
    try:
        value = fraction(text) * TWELFTHS
    except ValueError:
        raise ValueError(f"found {text!r}; expected MP as a whole number or a fraction such as 1/3, or P") from None
    if value.denominator != 1:
        raise ValueError(f"found {text!r}, which is no multiple of 1/12 MP")
    if not 0 <= value <= 100 * TWELFTHS:
        raise ValueError(f"found {text!r}; expected 0 to 100 MP")
    return int(value)


def _multiplier(text: object) -> Fraction:
    try:
        value = fraction(text)
    except ValueError:
        raise ValueError(f"found {text!r}; expected a multiplier such as 2, 1 or 1/3") from None
    if not 0 <= value <= 10:
        raise ValueError(f"found {text!r}; expected a multiplier from 0 to 10")
    return value


Cost = Annotated[int | None, Field(strict=True), BeforeValidator(twelfths)]
Factor = Annotated[Fraction, BeforeValidator(_multiplier)]


class _Movement(StrictModel):
    leg: Cost
    track: Cost
    truck: Cost

    def by_mobility(self) -> Movement:
        return {Mobility.LEG: self.leg, Mobility.TRACK: self.track, Mobility.TRUCK: self.truck}


class _Multipliers(StrictModel):
    armor: Factor
    mech: Factor
    other: Factor

    def by_category(self) -> Multipliers:
        return {Category.ARMOR: self.armor, Category.MECH: self.mech, Category.OTHER: self.other}


class _Entry(StrictModel):
    mp: _Movement
    mp_mark: MarkText
    combat_class: Literal["open", "close", "very close", "extremely close"] | None = Field(default=None, alias="class")
    attack: _Multipliers | None = None
    defend: _Multipliers | None = None
    bracketed: bool = False
    combat_mark: MarkText | None = None
    why: str | None = None


def _needs(*names: str) -> AfterValidator:
    def check(found: dict[str, _Entry]) -> dict[str, _Entry]:
        missing = [name for name in names if name not in found]
        if missing:
            raise ValueError(f"the entries {', '.join(missing)} are missing")
        return found

    return AfterValidator(check)


class _Chart(StrictModel):
    title: str
    units: str
    hex: Annotated[
        dict[str, _Entry],
        _needs("open", "hills", "rough", "mountain", "marsh", "salt_marsh", "sand", "village", "city", "sea", "lake"),
    ]
    hexside: Annotated[dict[str, _Entry], _needs("minor_river", "major_river", "wadi", "blocked", "blocked_with_road")]
    road: Annotated[dict[str, _Entry], _needs("primary", "secondary", "track")]
    rail: _Entry


def load_chart(files: DataFiles) -> TerrainChart:
    """The terrain chart; raises DataError, also when a cost is no multiple of 1/12 MP or a hex lacks combat values."""
    model = files.read_tree(TERRAIN_FILE, _Chart)
    free = [
        files.fault(TERRAIN_FILE, place, "nothing can be entered for 0 MP; only a hexside may add nothing")
        for place, entry in _entered(model)
        if 0 in entry.mp.by_mobility().values()
    ]
    if free:
        raise DataError(free)
    lacking = [
        files.fault(
            TERRAIN_FILE, ("hex", name), "a hex that some mobility enters needs class, attack, defend and combat_mark"
        )
        for name, entry in model.hex.items()
        if any(cost is not None for cost in entry.mp.by_mobility().values())
        and None in (entry.combat_class, entry.attack, entry.defend, entry.combat_mark)
    ]
    if lacking:
        raise DataError(lacking)
    return TerrainChart(
        hex={name: _hex(entry) for name, entry in model.hex.items()},
        hexside={name: HexsideTerrain(e.mp.by_mobility(), _factors(e.attack)) for name, e in model.hexside.items()},
        road={name: RoadClass(entry.mp.by_mobility()) for name, entry in model.road.items()},
        rail=RoadClass(model.rail.mp.by_mobility()),
    )


def _entered(model: _Chart) -> Iterator[tuple[tuple[str, ...], _Entry]]:
    """Everything that is entered or followed, with its place in the file."""
    for kind, entries in (("hex", model.hex), ("road", model.road)):
        yield from (((kind, name), entry) for name, entry in entries.items())
    yield ("rail",), model.rail


def _hex(entry: _Entry) -> HexTerrain:
    return HexTerrain(
        entry.mp.by_mobility(),
        entry.combat_class or "",
        _factors(entry.attack),
        _factors(entry.defend),
        entry.bracketed,
    )


def _factors(model: _Multipliers | None) -> Multipliers:
    return model.by_category() if model else {}
