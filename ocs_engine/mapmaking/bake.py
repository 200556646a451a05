"""Bakes the two map sheets from `maps/sources/` into the text files of `maps/baked/` that the game loads.

The same sources give the same bytes. All tables are UTF-8 CSV with `\\n` line ends, in order of column and row;
marks say where a fact comes from (S, S95, SG, K, R).

Rules data, read by `ocs_engine.world.atlas`:

* `sheets.csv`: letter, columns, rows, base_row (the global row under row 1), mark.
* `hexes.csv`: hex, land (per cent), terrain, settlement ("", poi, village, city), name, country ("" at sea),
  coastal (0 or 1), elevation (median of the land, metres), terrain_mark, settlement_mark. One row a hex.
* `hexsides.csv`: hex, other, water, river, road, rail, water_mark, road_mark, rail_mark. One row for each hexside
  that bears anything; `river` is the river's name. It holds for both directions.
* `features.csv`: hex, feature, value, mark. Features: airfield (name), flak ("Axis 2"), hedgehog (level), area
  (its name), entry (A or E), lake ("part").
* `ports.csv` (hex, name, capacity and capacity after 1 to 4 hits in tokens, size, zone, marks) and
  `air-entry-points.csv` (hex, box, distance in hexes, mark).
* `water-zones.csv`: zone, sheet, first_column, last_column, closed_to, mark.

Drawing data, in map units (`Grid.centre`: x east, y north, 1 from hex centre to hex centre). `drawing.json`:

* `bounds`: [west, south, east, north]; `relief`: file, west, north, cells_per_unit.
* `land`: polygons {outer, holes}, each ring a list of [x, y], smooth coast; holes are lagoons.
* `waters`: {name, kind, outline}; kind is chott, marsh, lake, lake+marsh, sea-lagoon or sand.
* `rivers`: {name, class, end, mark, corners}; corners are the points of the chain of hexsides, source first.
* `roads`, `rails`: {name, class, certainty, mark, leaves, hexes}; hexes are labels in order; `leaves` says at which
  end ("start", "end") the line runs on off the map.
* `places`: {name, hex, class, x, y, mark}, greatest first; x, y is where the town itself lies.
* `borders`, `ranges`: {name, line}.

`relief.npy`: int16 metres, rows from north, cell (i, j) centred at
x = west + (j + 0.5) / cells_per_unit, y = north - (i + 0.5) / cells_per_unit. Read it with `numpy.load`.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ocs_engine.grid import Grid, Hex
from ocs_engine.mapmaking import drawing
from ocs_engine.mapmaking.georeference import Pin, Warp, nearest_hex, to_map
from ocs_engine.mapmaking.lines import Land, Line, LineLayer, Side, side
from ocs_engine.mapmaking.overrides import Overrides
from ocs_engine.mapmaking.paths import NoWayError
from ocs_engine.mapmaking.rivers import CornerGraph, River, lay_rivers
from ocs_engine.mapmaking.sources import Override, Sources, fault, load_sources
from ocs_engine.mapmaking.terrain import Ground, is_coastal, survey
from ocs_engine.world.atlas import RULES_FILES
from ocs_engine.world.resources import bundled

DRAWING_FILES = ("drawing.json", "relief.npy")
PINNED = ("named-in-rules", "named-in-report", "inferred")
"""Anchor sources firm enough to draw a town into its hex; what is inferred weakly stays where geography has it."""
_SETTLEMENTS = {"poi": "poi", "village": "village", "town": "village", "city": "city"}
_RANKS = ("", "poi", "village", "city")
_STRONGEST = ("primary", "secondary", "track", "standard", "metre", "major_river", "minor_river", "wadi")


@dataclass(slots=True)
class BakeReport:
    """What a bake wrote and what it has to say: overrides that change nothing."""

    files: tuple[str, ...]
    idle_overrides: tuple[str, ...]


@dataclass(slots=True)
class Draft:
    """The map while it is made."""

    grid: Grid
    ground: Ground
    terrain_mark: list[str]
    settlement: list[str]
    settlement_mark: list[str]
    name: list[str]
    water: dict[Side, tuple[str, str, str]] = field(default_factory=dict)
    """Class, river name and mark of each wet hexside."""
    road: dict[Side, tuple[str, str]] = field(default_factory=dict)
    rail: dict[Side, tuple[str, str]] = field(default_factory=dict)
    features: list[tuple[Hex, str, str, str]] = field(default_factory=list)
    rivers: list[River] = field(default_factory=list)
    roads: list[Line] = field(default_factory=list)
    rails: list[Line] = field(default_factory=list)


def bake(out_dir: Path, source_dir: Path | None = None) -> BakeReport:
    """Write the baked map into `out_dir`, all of it or nothing; raises SourceError where a source is broken."""
    directory = source_dir or bundled("maps", "sources")
    sources = load_sources(directory)
    grid = sources.grid
    overrides = Overrides(grid, sources)
    warp = make_warp(sources)
    draft = _lay_ground(grid, sources, warp, overrides)
    moved = {row.value: h for h, row in overrides.hexes("place")}
    moved |= {p.name: grid.hex(p.hex) for p in sources.places if p.fixed and p.hex is not None}
    places = _lay_places(draft, sources, warp, overrides, moved)
    try:
        _lay_rivers(draft, sources, warp, overrides)
        _lay_lines(draft, sources, warp, overrides, moved)
    except NoWayError as error:
        raise fault(directory / "network.json", 0, "no-way", str(error)) from error
    _lay_features(draft, sources, overrides)
    picture = drawing.drawing(grid, sources, warp, draft.rivers, draft.roads, draft.rails, places)
    out_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out_dir, prefix=".baking.") as name:
        part = Path(name)
        _write_rules(part, draft, sources)
        (part / "drawing.json").write_bytes(_json(picture))
        _write_array(part / "relief.npy", drawing.relief(sources))
        for file in sorted(part.iterdir()):
            file.replace(out_dir / file.name)
    return BakeReport(RULES_FILES + DRAWING_FILES, tuple(overrides.idle))


def make_warp(sources: Sources) -> Warp:
    """The warp that brings every firmly known town into its hex."""
    return Warp(
        Pin(to_map(*anchor.position), sources.grid.centre(sources.grid.hex(anchor.hex)))
        for anchor in sources.anchors
        if anchor.position is not None and anchor.source in PINNED and anchor.kind not in ("airfield", "AEP")
    )


def _lay_ground(grid: Grid, sources: Sources, warp: Warp, overrides: Overrides) -> Draft:
    ground = survey(grid, sources, warp)
    draft = Draft(grid, ground, ["R"] * grid.size, [""] * grid.size, [""] * grid.size, [""] * grid.size)

    def terrain(hex_: Hex, row: Override) -> bool:
        now = ground.terrain[hex_]
        if now == row.value or (row.value == "rough" and now != "mountain"):        # "rough" means at most rough
            return False
        ground.terrain[hex_], draft.terrain_mark[hex_] = row.value, row.mark
        if row.value == "sea":
            ground.country[hex_], ground.elevation[hex_] = "", 0
        return True

    def coast(hex_: Hex, row: Override) -> bool:
        changed = ground.coastal[hex_] != (row.value == "yes")
        ground.coastal[hex_] = row.value == "yes"
        return changed

    overrides.lay("terrain", terrain)
    ground.coastal[:] = [is_coastal(grid, h, ground.terrain, ground.land) for h in range(grid.size)]
    overrides.lay("coast", coast)
    return draft


def _lay_places(
    draft: Draft, sources: Sources, warp: Warp, overrides: Overrides, moved: dict[str, Hex]
) -> list[dict[str, Any]]:
    """Settlement and name of each hex (its greatest town), and every town for the picture."""
    found = []
    for place in sources.places:
        x, y = warp.place(*place.position)
        hex_ = moved.get(place.name)
        if hex_ is not None:
            if nearest_hex(draft.grid, x, y) != hex_:
                x, y = draft.grid.centre(hex_)
        elif place.hex is not None:
            hex_ = nearest_hex(draft.grid, x, y)
        if hex_ is not None and hex_ >= 0 and draft.ground.terrain[hex_] != "sea":
            found.append((place, hex_, x, y))
    found.sort(key=lambda item: -("poi", "village", "town", "city").index(item[0].kind))
    for place, hex_, _, _ in found:
        if not draft.name[hex_]:
            draft.name[hex_] = place.name
            draft.settlement[hex_], draft.settlement_mark[hex_] = _SETTLEMENTS[place.kind], "R"

    def settlement(hex_: Hex, row: Override) -> bool:
        draft.settlement_mark[hex_] = row.mark
        if _RANKS.index(draft.settlement[hex_]) >= _RANKS.index(row.value):
            return False
        draft.settlement[hex_] = row.value
        return True

    overrides.lay("settlement", settlement)
    return [{"name": p.name, "hex": draft.grid.label(h), "class": p.kind, "x": round(x, 3), "y": round(y, 3),
             "mark": p.mark} for p, h, x, y in found]


def _lay_rivers(draft: Draft, sources: Sources, warp: Warp, overrides: Overrides) -> None:
    draft.rivers = lay_rivers(draft.grid, sources, warp, draft.ground.terrain)
    graph = CornerGraph(draft.grid)
    for river in sorted(draft.rivers, key=lambda r: _STRONGEST.index(r.kind)):
        for one, two in graph.sides(river.chain):
            draft.water.setdefault(side(one, two), (river.kind, river.name, river.mark))
    for one, two in draft.ground.blocked:
        if "sea" not in (draft.ground.terrain[one], draft.ground.terrain[two]):
            draft.water[side(one, two)] = ("blocked", "", "R")
    for across, row in overrides.sides("hexside"):
        before = draft.water.pop(across, ("", "", ""))
        if row.value != "open":
            draft.water[across] = (row.value, before[1], row.mark)
        if before[0] == ("" if row.value == "open" else row.value):
            overrides.note_idle(row)


def _lay_lines(
    draft: Draft, sources: Sources, warp: Warp, overrides: Overrides, moved: dict[str, Hex]
) -> None:
    land = Land(
        terrain=draft.ground.terrain,
        blocked=frozenset(s for s, (kind, _, _) in draft.water.items() if kind == "blocked"),
        rivers=frozenset(s for s, (kind, _, _) in draft.water.items() if kind in ("major_river", "minor_river")),
    )
    draft.roads = LineLayer(draft.grid, sources, warp, land, moved).lay(sources.roads)
    draft.rails = LineLayer(draft.grid, sources, warp, land, moved).lay(sources.rails)
    for lines, table in ((draft.roads, draft.road), (draft.rails, draft.rail)):
        for line in sorted(lines, key=lambda x: (_STRONGEST.index(x.kind), x.mark)):
            for one, two in zip(line.hexes, line.hexes[1:], strict=False):
                table.setdefault(side(one, two), (line.kind, line.mark))
    for across, row in overrides.sides("road"):
        if draft.road.get(across, ("", ""))[0] == row.value:
            overrides.note_idle(row)
        draft.road[across] = (row.value, row.mark)


def _lay_features(draft: Draft, sources: Sources, overrides: Overrides) -> None:
    grid = draft.grid
    fields = {grid.hex(a.hex): (a.place, "S") for a in sources.anchors if "airfield" in a.kind}
    fields |= {h: (row.value, row.mark) for h, row in overrides.hexes("airfield")}
    draft.features = [(h, "airfield", name, mark) for h, (name, mark) in fields.items()]
    for feature in ("area", "entry", "flak", "hedgehog", "lake"):
        draft.features += [(h, feature, row.value, row.mark) for h, row in overrides.hexes(feature)]
    draft.features.sort()


def _write_rules(out_dir: Path, draft: Draft, sources: Sources) -> None:
    label, ground = draft.grid.label, draft.ground
    for name in ("sheets.csv", "water-zones.csv"):
        shutil.copyfile(sources.directory / name, out_dir / name)
    _write_csv(
        out_dir / "hexes.csv",
        ("hex", "land", "terrain", "settlement", "name", "country", "coastal", "elevation", "terrain_mark",
         "settlement_mark"),
        ((label(h), ground.land[h], ground.terrain[h], draft.settlement[h], draft.name[h], ground.country[h],
          int(ground.coastal[h]), ground.elevation[h], draft.terrain_mark[h], draft.settlement_mark[h])
         for h in range(draft.grid.size)),
    )
    sides = sorted(draft.water.keys() | draft.road.keys() | draft.rail.keys())
    none = ("", "", "")
    _write_csv(
        out_dir / "hexsides.csv",
        ("hex", "other", "water", "river", "road", "rail", "water_mark", "road_mark", "rail_mark"),
        ((label(s[0]), label(s[1]), *draft.water.get(s, none)[:2], draft.road.get(s, none)[0],
          draft.rail.get(s, none)[0], draft.water.get(s, none)[2], draft.road.get(s, none)[1],
          draft.rail.get(s, none)[1]) for s in sides),
    )
    _write_csv(out_dir / "features.csv", ("hex", "feature", "value", "mark"),
               ((label(h), *rest) for h, *rest in draft.features))
    columns = ("hex", "name", "capacity", "hits_1", "hits_2", "hits_3", "hits_4", "size", "zone", "hex_mark",
               "capacity_mark")
    ports = sorted(sources.ports, key=lambda row: draft.grid.hex(row["hex"]))
    _write_csv(out_dir / "ports.csv", columns, ([row[c] for c in columns] for row in ports))
    point_columns = ("hex", "box", "distance", "mark")
    points = sorted(sources.entry_points, key=lambda row: (draft.grid.hex(row["hex"]), row["box"]))
    _write_csv(out_dir / "air-entry-points.csv", point_columns, ([row[c] for c in point_columns] for row in points))


def _write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    path.write_bytes(text.getvalue().encode())


def _write_array(path: Path, values: np.typing.NDArray[np.int16]) -> None:
    with path.open("wb") as stream:
        np.lib.format.write_array(stream, values.astype("<i2"), version=(1, 0), allow_pickle=False)


def _json(picture: dict[str, Any]) -> bytes:
    """One entry a line, so that a change shows in a comparison."""
    parts = []
    for key, value in picture.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            entries = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in value)
            parts.append(f' "{key}": [\n{entries}\n ]')
        else:
            parts.append(f' "{key}": {json.dumps(value, ensure_ascii=False)}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()
