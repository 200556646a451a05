"""Transport Points: the kinds, and the organic trucks of formations, as in `data/tunisia2/transport.json`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.world.counters import Mobility
from ocs_engine.world.datafiles import DataFiles, StrictModel
from ocs_engine.world.errors import DataError
from ocs_engine.world.marks import MarkText

TRANSPORT_FILE = "tunisia2/transport.json"


@dataclass(frozen=True, slots=True)
class TransportKind:
    """A kind of Transport Point (OCS 13.2, T2 1.6).

    name: "truck", "organic", "charcoal", "mule". capacity: tokens a point; None for organic trucks, whose
    size goes by formation. ma: in MP.
    """

    name: str
    capacity: int | None
    ma: int
    mobility: Mobility
    capturable: bool


@dataclass(frozen=True, slots=True)
class Transport:
    """kinds: by name. organic: capacity in tokens of the organic truck of each formation that has one (T2 1.6c)."""

    kinds: dict[str, TransportKind]
    organic: dict[str, int]


class _Kind(StrictModel):
    capacity: int | None = Field(default=None, ge=1, le=8)
    ma: int = Field(ge=1, le=99)
    mobility: Literal["leg", "track", "truck"]
    capturable: bool
    mark: MarkText
    why: str


class _Organic(StrictModel):
    capacity: Literal[2, 4, 6]
    mark: MarkText
    why: str


class _File(StrictModel):
    title: str
    units: str
    kinds: dict[Literal["truck", "organic", "charcoal", "mule"], _Kind]
    organic: dict[str, _Organic]


@rule("T2 1.6")
def load_transport(files: DataFiles) -> Transport:
    """The transport data: four kinds, and no Extenders (T2 1.6).

    Raises DataError, also when a kind but "organic" has no capacity.
    """
    model = files.read_tree(TRANSPORT_FILE, _File)
    lacking = [
        files.fault(TRANSPORT_FILE, ("kinds", name), "a capacity is given for every kind but organic trucks")
        for name, kind in model.kinds.items()
        if (kind.capacity is None) != (name == "organic")
    ]
    if lacking:
        raise DataError(lacking)
    return Transport(
        kinds={
            name: TransportKind(name, kind.capacity, kind.ma, Mobility(kind.mobility), kind.capturable)
            for name, kind in model.kinds.items()
        },
        organic={formation: row.capacity for formation, row in model.organic.items()},
    )
