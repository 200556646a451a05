"""The aircraft counters: both their sides, as in `data/tunisia2/aircraft.csv`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from ocs_engine.kernel.cases import rule
from ocs_engine.world.counters import Count, Flag, Side
from ocs_engine.world.datafiles import DataFiles, RowModel
from ocs_engine.world.marks import MarkText

AIRCRAFT_FILE = "tunisia2/aircraft.csv"


@rule("OCS 3.5")
@dataclass(frozen=True, slots=True)
class AirFace:
    """One side of a plane (OCS 3.5): air combat rating and barrage strength, full or with one step lost."""

    rating: int
    barrage: int


@rule("OCS 3.5", "T2 1.12a")
@dataclass(frozen=True, slots=True)
class Aircraft:
    """A kind of aircraft counter (OCS 3.5). A scenario says how many of it there are.

    type: "F" fighter, "T" tactical, "S" strategic bomber, "Tpt" transport, "T/Tpt" both. parenthesised: may
    not start air combat. range: in hexes. capacity: tokens carried to full range. drop: may drop paratroops.
    glider: it tows a glider that is part of its counter (OCS 14.10f). surge: T2 1.7. band: "DAF" for the Desert Air
    Force (T2 2.5), else "".
    """

    id: str
    side: Side
    faction: str
    band: str
    name: str
    type: str
    parenthesised: bool
    full: AirFace
    reduced: AirFace
    range: int
    capacity: int
    drop: bool
    glider: bool
    steps: int
    surge: bool
    strategic: bool
    mark: str


class _Row(RowModel):
    id: str = Field(pattern=r"^[a-z0-9-]+$")
    side: Literal["Axis", "Allied"]
    faction: Literal["German", "Italian", "American", "French", "Commonwealth"]
    band: Literal["DAF"] | None
    name: str
    type: Literal["F", "T", "S", "Tpt", "T/Tpt"]
    rating: Count
    defence_only: Flag
    barrage: Count
    range: Annotated[int, Field(ge=1, le=999)]
    capacity: Count
    drop: Flag
    glider: Flag
    steps: Annotated[int, Field(ge=1, le=2)]
    reduced_rating: Count
    reduced_barrage: Count
    surge: Flag
    strategic: Flag
    unit_mark: MarkText
    mark: MarkText
    note: str | None

    @model_validator(mode="after")
    def _hangs_together(self) -> _Row:
        if self.strategic != (self.type == "S"):
            raise ValueError("strategic is 1 for type S and 0 for the others")
        if self.reduced_rating > self.rating or self.reduced_barrage > self.barrage:
            raise ValueError("the reduced side is better than the full one")
        return self

    def to_aircraft(self) -> Aircraft:
        return Aircraft(
            id=self.id,
            side=Side(self.side),
            faction=self.faction,
            band=self.band or "",
            name=self.name,
            type=self.type,
            parenthesised=self.defence_only,
            full=AirFace(self.rating, self.barrage),
            reduced=AirFace(self.reduced_rating, self.reduced_barrage),
            range=self.range,
            capacity=self.capacity,
            drop=self.drop,
            glider=self.glider,
            steps=self.steps,
            surge=self.surge,
            strategic=self.strategic,
            mark=self.mark,
        )


def load_aircraft(files: DataFiles) -> dict[str, Aircraft]:
    """Every kind of aircraft by id, in the order of the file; raises DataError."""
    return {row.id: row.to_aircraft() for row in files.read_rows(AIRCRAFT_FILE, _Row)}
