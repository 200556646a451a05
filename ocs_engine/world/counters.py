"""The counters: ground units with both their sides, and the two kinds of replacements.

The figures stand in `data/tunisia2/units.csv` and `repls.csv`. A counter is what is printed; where it stands
and what has happened to it belongs to the game's state.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from ocs_engine.kernel.cases import rule
from ocs_engine.world.datafiles import DataFiles, RowModel, StrictModel, fraction
from ocs_engine.world.errors import DataError, nearest
from ocs_engine.world.marks import MarkText

UNITS_FILE = "tunisia2/units.csv"
REPLS_FILE = "tunisia2/repls.csv"
SYMBOLS_FILE = "tunisia2/symbols.json"


class Side(StrEnum):
    """The two sides of the game."""

    AXIS = "Axis"
    ALLIED = "Allied"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.ALLIED if self is Side.AXIS else Side.AXIS


@rule("OCS 3.1")
class Mobility(StrEnum):
    """How a counter side moves: the colour of its MA (OCS 3.1)."""

    LEG = "leg"
    TRACK = "track"
    TRUCK = "truck"


@rule("OCS 3.2")
class Category(StrEnum):
    """What terrain multipliers and anti-tank effects ask for: the background of the symbol (OCS 3.2)."""

    ARMOR = "armor"
    MECH = "mech"
    OTHER = "other"


class Symbol(StrEnum):
    """The symbols that anti-tank effects ask for (OCS 9.4e): the plain tank, anti-tank, anti-aircraft; or another."""

    TANK = "tank"
    ANTI_TANK = "anti-tank"
    ANTI_AIRCRAFT = "anti-aircraft"
    OTHER = "other"


@rule("OCS 3.1", "OCS 3.2")
@dataclass(frozen=True, slots=True)
class Face:
    """One side of a ground counter (OCS 3.1, 3.2).

    ma: movement allowance in MP. strength: None when not printed, then the rule of its kind holds (HQ, artillery).
    barrage: 0 for none. throw: supply throw range in MP, 0 for none.
    """

    mobility: Mobility
    ma: int
    strength: int | None
    parenthesised: bool
    barrage: int
    throw: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Provenance of a counter: that it exists, its figures, the wording of its name."""

    unit: str
    figures: str
    booklet: str


@rule("OCS 3.1", "OCS 3.2", "OCS 3.2f", "T2 1.12a", "T2 1.12c")
@dataclass(frozen=True, slots=True)
class Counter:
    """A ground counter as printed (OCS 3.1, 3.2).

    faction: that of its nation, or the one it is counted with (T2 1.12a). Each half of a battle group is a counter of
    its own (T2 1.12c). symbol: by its type; the category is the colour behind it (OCS 3.2). re: size in quarters of an
    RE. combat: None for replacements, which have no Combat side (OCS 5.5). range: of a barrage, in hexes. traits:
    "theater reserve" (T2 2.6), "no air lift" (T2 3.3b), "para": it bears the Para symbol (OCS 14.10a), "no rebuild": it
    is never rebuilt (OCS 13.5c).
    """

    id: str
    side: Side
    nation: str
    faction: str
    name: str
    formation: str
    type: str
    symbol: Symbol
    size: str
    category: Category
    ar: int
    combat: Face | None
    move: Face
    range: int
    steps: int
    re: int
    engineer: bool
    traits: tuple[str, ...]
    booklet_name: str
    aliases: tuple[str, ...]
    marks: Marks

    @property
    def is_hq(self) -> bool:
        """Whether it is a headquarters (OCS 13.1)."""
        return self.type == "HQ"

    @property
    def is_artillery(self) -> bool:
        """Whether it is artillery: rocket launchers are (OCS 13.4)."""
        return self.type in ("artillery", "werfer")

    @property
    def is_repl(self) -> bool:
        """Whether it is a replacement, Pax or Eq (OCS 13.5)."""
        return self.type == "repl"

    @property
    def independent(self) -> bool:
        """Whether it is neither in a multi-unit formation nor a multi-step unit (OCS 3.2f)."""
        return not self.formation and self.steps == 1

    @property
    def rating(self) -> str:
        """The figures of the Combat side as a booklet prints them: "6-5-8", "(7)-4-3"; an HQ's throw and MA, "8-0"."""
        face = self.combat or self.move
        if self.is_hq:
            return f"{face.throw}-{face.ma}"
        if self.is_artillery:
            return f"{face.barrage}-{self.range}-{face.ma}"
        strength = f"({face.strength})" if face.parenthesised else f"{face.strength}"
        return f"{strength}-{self.ar}-{face.ma}"


def _flag(text: object) -> object:
    return {"0": False, "1": True}.get(str(text), text)


Flag = Annotated[bool, Field(strict=True), BeforeValidator(_flag)]
Count = Annotated[int, Field(ge=0, le=99)]
Trait = Literal["theater reserve", "no air lift", "para", "no rebuild"]


def split_list(text: object) -> object:
    """A cell that lists things parted by "|" as a tuple."""
    return tuple(part.strip() for part in text.split("|")) if isinstance(text, str) else text or ()


def _quarters(text: object) -> int:
    try:
        value = fraction(text) * 4
    except ValueError:
        raise ValueError(f"found {text!r}; expected an RE size such as 1, 1/2 or 1/4") from None
    if value.denominator != 1 or not 0 < value <= 40:
        raise ValueError(f"found {text!r}; expected an RE size in quarters, at most 10")
    return int(value)


class _Row(RowModel):
    id: str = Field(pattern=r"^[a-z0-9-]+$")
    side: Literal["Axis", "Allied"]
    nation: str | None
    faction: Literal["German", "Italian", "American", "French", "Commonwealth"] | None
    name: str
    formation: str | None
    type: str
    size: Literal["co", "bn", "rgt", "bde", "group", "kg-half", "hq", "repl"]
    category: Category = Field(alias="class")
    mobility: Mobility | None
    mobility_move: Mobility
    combat: Count | None
    combat_move: Count | None
    defence_only: Flag
    ar: Annotated[int, Field(ge=0, le=5)]
    ma: Count | None
    ma_move: Count
    barrage: Count | None
    barrage_move: Count | None
    range: Count | None
    throw: Count | None
    throw_move: Count | None
    steps: Annotated[int, Field(ge=1, le=9)]
    re: Annotated[int, BeforeValidator(_quarters)]
    engineer: Flag
    traits: Annotated[tuple[Trait, ...], BeforeValidator(split_list)]
    booklet_name: str
    aliases: Annotated[tuple[str, ...], BeforeValidator(split_list)]
    unit_mark: MarkText
    mark: MarkText
    booklet_mark: MarkText
    note: str | None

    @model_validator(mode="after")
    def _hangs_together(self) -> _Row:
        unprinted = self.type in ("HQ", "artillery", "werfer")
        if (self.mobility is None) != (self.ma is None):
            raise ValueError("mobility and ma go together: both, or neither for a counter without a Combat side")
        if (self.mobility is None) != (self.type == "repl"):
            raise ValueError("every counter but a replacement has a Combat side")
        if unprinted and (self.combat is not None or self.combat_move is not None):
            raise ValueError("an HQ or artillery has no printed strength; leave combat and combat_move blank")
        if (not unprinted and self.combat_move is None) or (self.mobility and not unprinted and self.combat is None):
            raise ValueError("combat and combat_move are missing")
        if (self.barrage is None) != (self.range is None):
            raise ValueError("barrage and range go together")
        if (self.type == "HQ") != (self.throw is not None):
            raise ValueError("an HQ has a throw range, other counters have none")
        return self

    def to_counter(self, symbol: Symbol = Symbol.OTHER) -> Counter:
        combat = None
        if self.mobility is not None and self.ma is not None:
            combat = Face(self.mobility, self.ma, self.combat, self.defence_only, self.barrage or 0, self.throw or 0)
        move = Face(
            self.mobility_move,
            self.ma_move,
            self.combat_move,
            self.defence_only,
            self.barrage_move or 0,
            self.throw_move or 0,
        )
        return Counter(
            id=self.id,
            side=Side(self.side),
            nation=self.nation or "",
            faction=self.faction or "",
            name=self.name,
            formation=self.formation or "",
            type=self.type,
            symbol=symbol,
            size=self.size,
            category=self.category,
            ar=self.ar,
            combat=combat,
            move=move,
            range=self.range or 0,
            steps=self.steps,
            re=self.re,
            engineer=self.engineer,
            traits=self.traits,
            booklet_name=self.booklet_name,
            aliases=self.aliases,
            marks=Marks(self.unit_mark, self.mark, self.booklet_mark),
        )


class _Types(StrictModel):
    types: tuple[str, ...]
    mark: MarkText
    why: str


class _Symbols(StrictModel):
    title: str
    units: str
    symbols: dict[Literal["tank", "anti-tank", "anti-aircraft"], _Types]


def load_counters(files: DataFiles) -> dict[str, Counter]:
    """Every ground unit by id, in the order of the file; raises DataError."""
    rows = files.read_rows(UNITS_FILE, _Row)
    symbols = _symbols(files, {row.type for row in rows})
    return {row.id: row.to_counter(symbols.get(row.type, Symbol.OTHER)) for row in rows}


def _symbols(files: DataFiles, types: set[str]) -> dict[str, Symbol]:
    """The symbol of each type that is listed; raises DataError for an unknown type, or one listed twice."""
    found: dict[str, Symbol] = {}
    problems = []
    for name, listed in files.read_tree(SYMBOLS_FILE, _Symbols).symbols.items():
        for index, each in enumerate(listed.types):
            where = ("symbols", name, "types", index)
            if each not in types:
                told = f"{each!r} is the type of no counter; nearest is {nearest(each, sorted(types))}"
                problems.append(files.fault(SYMBOLS_FILE, where, told))
            elif each in found:
                problems.append(files.fault(SYMBOLS_FILE, where, f"{each!r} has the symbol {found[each]} already"))
            found[each] = Symbol(name)
    if problems:
        raise DataError(problems)
    return found


def load_repls(files: DataFiles) -> dict[str, Counter]:
    """The replacement counters, "axis-pax" and so on, of which any number may be in play (OCS 13.5)."""
    return {row.id: row.to_counter() for row in files.read_rows(REPLS_FILE, _Row)}
