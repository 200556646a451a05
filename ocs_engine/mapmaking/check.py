"""Proves the baked map: each check says how many things it looked at and what it found wrong."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from ocs_engine.grid import OFF_MAP, Edge, Grid, Hex
from ocs_engine.mapmaking.bake import PINNED, bake, make_warp
from ocs_engine.mapmaking.georeference import nearest_hex
from ocs_engine.mapmaking.overrides import Overrides
from ocs_engine.mapmaking.report import Finding, MapCheck, Proof
from ocs_engine.mapmaking.rivers import corner_point, hex_corners
from ocs_engine.mapmaking.setups import check_setups
from ocs_engine.mapmaking.sources import Sources, load_sources, read_rows
from ocs_engine.world.atlas import Atlas, load_atlas
from ocs_engine.world.resources import bundled
from ocs_engine.world.world import World

__all__ = ["Finding", "MapCheck", "Proof", "check_map"]

_LAKE_PORT = "Tunis"
_NEAREST_BOX = "Sicily"
"""No link with this box is shorter than the one that the rulebook prints: its bases lie too far off (T2 1.1c)."""


def check_map(
    baked: Path | None = None, sources: Path | None = None, worlds: Iterable[World] = ()
) -> MapCheck:
    """Check a baked map against its sources and the scenarios that are played on it.

    baked, sources: the project's own when None. worlds: one World a scenario whose set-up is to be proved.
    Raises DataError or SourceError when a file cannot be read at all.
    """
    baked_dir = baked or bundled("maps", "baked")
    source_dir = sources or bundled("maps", "sources")
    atlas, held = load_atlas(baked_dir), load_sources(source_dir)
    drawing: dict[str, Any] = json.loads((baked_dir / "drawing.json").read_text(encoding="utf-8"))
    return MapCheck((
        Proof.of("located anchors lie in their hex", _anchors(atlas, held)),
        Proof.of("hexes that the rules name are land", _named_hexes(atlas, held)),
        Proof.of("ports are coastal, Tunis by its lake, each in its water zone", _ports(atlas)),
        Proof.of("air entry points are coastal", _entry_points(atlas)),
        Proof.of("hexsides set by hand are as set", _set_sides(atlas, held)),
        Proof.of("air fields, entries, hedgehogs and areas are on land", _features(atlas)),
        Proof.of("rivers are unbroken from source to mouth", _rivers(atlas, drawing["rivers"])),
        Proof.of("roads are unbroken", _lines(atlas, drawing["roads"], atlas.road, "road")),
        Proof.of("rails are unbroken", _lines(atlas, drawing["rails"], atlas.rail, "rail")),
        Proof.of("roads and rails end in towns, on other lines or at the map's edge", _line_ends(drawing)),
        Proof.of("hexside data agree from both sides", _both_sides(atlas)),
        Proof.of("passes can be passed by road", _passes(atlas, held, drawing["places"])),
        Proof.of("land hexes hang together, but for those with a reason", _cut_off(atlas, source_dir)),
        Proof.of("Entry A reaches Tunis by rail, gauge ignored", _rail_to_tunis(atlas)),
        Proof.of("a fresh bake gives the same bytes", _same_bytes(baked_dir, source_dir)),
        *check_setups(atlas, worlds),
    ))


Checked = Iterator[Finding | None]
"""One item for each thing looked at: None when it is right."""


def _anchors(atlas: Atlas, sources: Sources) -> Checked:
    warp = make_warp(sources)
    for anchor in sources.anchors:
        if anchor.position is None or anchor.source not in PINNED or anchor.kind in ("airfield", "AEP"):
            continue
        found = nearest_hex(atlas.grid, *warp.place(*anchor.position))
        right = found == atlas.grid.hex(anchor.hex)
        where = "off the map" if found == OFF_MAP else f"in {atlas.grid.label(found)}"
        yield None if right else Finding("anchors", anchor.hex, f"{anchor.place} lies {where}", f"in {anchor.hex}")


def _named_hexes(atlas: Atlas, sources: Sources) -> Checked:
    for anchor in sources.anchors:
        kind = atlas.terrain[atlas.grid.hex(anchor.hex)]
        bad = kind in ("sea", "lake")
        yield Finding("named hexes", anchor.hex, f"{anchor.place} is {kind}", "land") if bad else None


def _ports(atlas: Atlas) -> Checked:
    for hex_, port in atlas.ports.items():
        label = atlas.grid.label(hex_)
        if not atlas.is_land(hex_) or not atlas.coastal[hex_]:
            yield Finding("ports", label, f"{port.name} is not coastal", "a coastal land hex")
        elif port.name == _LAKE_PORT and not _by_a_lake(atlas, hex_):
            yield Finding("ports", label, "no full lake hexside ends at Tunis", "the Lake of Tunis beside it")
        elif port.zone != atlas.water_zone(hex_).name:
            yield Finding("ports", label, f"{port.name} is in zone {port.zone}", f"{atlas.water_zone(hex_).name}")
        else:
            yield None


def _by_a_lake(atlas: Atlas, hex_: Hex) -> bool:
    """Whether two neighbours of a hex have blocked water between them that ends at the hex."""
    around = list(atlas.grid.around(hex_))
    return any(
        other in around and atlas.water[6 * one + d] == "blocked"
        for one in around for d, other in enumerate(atlas.grid.neighbours[6 * one : 6 * one + 6])
    )


def _entry_points(atlas: Atlas) -> Checked:
    printed = min(p.links[_NEAREST_BOX] for p in atlas.air_entry_points if p.mark == "S" and _NEAREST_BOX in p.links)
    for point in atlas.air_entry_points:
        label, away = atlas.grid.label(point.hex), point.links.get(_NEAREST_BOX, printed)
        if not atlas.is_land(point.hex) or not atlas.coastal[point.hex]:
            yield Finding("air entry points", label, "is not coastal", "a coastal land hex")
        elif away < printed:
            yield Finding("air entry points", label, f"{_NEAREST_BOX} {away}", f"{printed} or more")
        else:
            yield None


def _set_sides(atlas: Atlas, sources: Sources) -> Checked:
    overrides = Overrides(atlas.grid, sources)
    for field, table in (("hexside", atlas.water), ("road", atlas.road)):
        for (one, two), row in overrides.sides(field):
            found = table[atlas.grid.edge_between(one, two)]
            right = found == row.value or (row.value == "open" and not found.startswith("blocked"))
            yield None if right else Finding("hexsides", row.hex, f"{field} is {found or 'nothing'}", row.value)


def _features(atlas: Atlas) -> Checked:
    groups: list[tuple[str, Iterable[Hex]]] = [
        ("air field", atlas.airfields), ("hedgehog", atlas.hedgehogs), ("flak", atlas.flak),
        *(("Entry " + name, hexes) for name, hexes in atlas.entries.items()), *atlas.areas.items(),
        ("town", [h for h in range(atlas.grid.size) if atlas.settlement[h]]),
    ]
    for name, hexes in groups:
        for h in hexes:
            yield None if atlas.is_land(h) else Finding("features", atlas.grid.label(h), f"{name} on water", "land")


def _rivers(atlas: Atlas, rivers: Sequence[dict[str, Any]]) -> Checked:
    corner_sides = _corner_sides(atlas.grid)
    reached: set[tuple[float, float]] = set()
    names = {river["name"] for river in rivers}
    for river in rivers:
        points = [(x, y) for x, y in river["corners"]]
        sides = [corner_sides.get((a, b)) for a, b in pairwise(points)]
        gap = next((i for i, edge in enumerate(sides) if edge is None or not atlas.water[edge]), None)
        if gap is not None:
            yield Finding("rivers", f"{river['name']} at {points[gap]}", "no water on the next hexside", "a river")
        elif river["end"] in names and points[-1] not in reached:
            yield Finding("rivers", river["name"], f"does not end on the {river['end']}", "a corner of that river")
        elif river["end"] in ("sea", "lake") and not _at_water(atlas, points[-1], river["end"]):
            yield Finding("rivers", river["name"], f"mouth is not at {river['end']}", river["end"])
        else:
            yield None
        reached.update(points)


def _corner_sides(grid: Grid) -> dict[tuple[tuple[float, float], tuple[float, float]], Edge]:
    """The directed edge between two corners, both given in map units to 3 places."""
    found = {}
    for h in range(grid.size):
        corners = [_rounded(corner_point(c)) for c in hex_corners(grid, h)]
        for d in range(6):
            found[corners[d - 1], corners[d]] = found[corners[d], corners[d - 1]] = 6 * h + d
    return found


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


def _at_water(atlas: Atlas, point: tuple[float, float], water: str) -> bool:
    near = nearest_hex(atlas.grid, *point)
    return any(atlas.terrain[h] == water and point in [_rounded(corner_point(c)) for c in hex_corners(atlas.grid, h)]
               for h in (near, *atlas.grid.around(near)))


def _lines(atlas: Atlas, lines: Sequence[dict[str, Any]], table: tuple[str, ...], kind: str) -> Checked:
    grid = atlas.grid
    for line in lines:
        hexes = [grid.hex(label) for label in line["hexes"]]
        fault = None
        for one, two in pairwise(hexes):
            where = f"{grid.label(one)}/{grid.label(two)}"
            if not grid.adjacent(one, two):
                fault = Finding(f"{kind}s", where, f"{line['name']} jumps", "adjacent hexes")
            elif not table[grid.edge_between(one, two)]:
                fault = Finding(f"{kind}s", where, f"no {kind} where {line['name']} runs", f"a {kind}")
            elif atlas.water[grid.edge_between(one, two)] == "blocked" or not atlas.is_land(two):
                fault = Finding(f"{kind}s", where, f"{line['name']} runs through water", "land")
            if fault:
                break
        yield fault


def _line_ends(drawing: dict[str, Any]) -> Checked:
    towns = {place["hex"] for place in drawing["places"]}
    for kind in ("roads", "rails"):
        lines = drawing[kind]
        for line in lines:
            for end, label in (("start", line["hexes"][0]), ("end", line["hexes"][-1])):
                met = any(label in other["hexes"] for other in lines if other is not line)
                right = end in line["leaves"] or label in towns or met
                yield None if right else Finding(kind, label, f"{line['name']} ends in the wild", "a town or a line")


def _both_sides(atlas: Atlas) -> Checked:
    grid = atlas.grid
    for edge, there in enumerate(grid.neighbours):
        back, here = grid.reverse(edge), grid.label(edge // 6)
        fault = None
        for name, table in (("water", atlas.water), ("road", atlas.road), ("rail", atlas.rail)):
            if there == OFF_MAP and table[edge]:
                fault = Finding("hexsides", here, f"{name} on the outer edge", "nothing")
            elif there != OFF_MAP and table[edge] != table[back]:
                both = f"{name} is {table[edge] or 'nothing'} and {table[back] or 'nothing'}"
                fault = Finding("hexsides", f"{here}/{grid.label(there)}", both, "the same from both sides")
        yield fault


def _passes(atlas: Atlas, sources: Sources, places: Sequence[dict[str, Any]]) -> Checked:
    where = {place["name"]: place["hex"] for place in places}
    for line, row in read_rows(sources.directory / "passes.csv", ("place", "reason", "mark")):
        label = where.get(row["place"])
        if label is None:
            yield Finding("passes", f"passes.csv:{line}", f"no place {row['place']!r}", "a place of the network")
            continue
        h = atlas.grid.hex(label)
        ways = sum(1 for road in atlas.road[6 * h : 6 * h + 6] if road)
        yield None if ways > 1 else Finding("passes", label, f"no road through {row['place']}", "a road through")


def _cut_off(atlas: Atlas, source_dir: Path) -> Checked:
    reasons = {row["hex"] for _, row in read_rows(source_dir / "cut-off.csv", ("hex", "reason", "mark"))}
    land = [h for h in range(atlas.grid.size) if atlas.is_land(h)]
    together = max((_reach(atlas, h, lambda e: atlas.water[e] != "blocked") for h in _seeds(atlas, land)), key=len)
    for h in land:
        label = atlas.grid.label(h)
        if h not in together and label not in reasons:
            yield Finding("cut off", label, "no way over land to the rest", "a way, or a reason in cut-off.csv")
        elif h in together and label in reasons:
            yield Finding("cut off", label, "has a reason in cut-off.csv but is not cut off", "no reason")
        else:
            yield None


def _seeds(atlas: Atlas, land: list[Hex]) -> list[Hex]:
    """Places to begin from: where the ports are, or any land at all."""
    return [*atlas.ports, *land[:1]]


def _rail_to_tunis(atlas: Atlas) -> Checked:
    tunis = next((h for h, port in atlas.ports.items() if port.name == _LAKE_PORT), OFF_MAP)
    entries = atlas.entries.get("A", ())
    reached = any(tunis in _reach(atlas, h, lambda e: atlas.rail[e] != "") for h in entries)
    yield None if reached else Finding("rail", "Entry A", "no rail to Tunis", "an unbroken rail, of any gauge")


def _reach(atlas: Atlas, start: Hex, passes: Callable[[Edge], bool]) -> set[Hex]:
    """Land hexes that can be reached over edges that pass."""
    seen, stack = {start}, [start]
    while stack:
        here = stack.pop()
        for edge in range(6 * here, 6 * here + 6):
            there = atlas.grid.neighbours[edge]
            if there != OFF_MAP and there not in seen and atlas.is_land(there) and passes(edge):
                seen.add(there)
                stack.append(there)
    return seen


def _same_bytes(baked_dir: Path, source_dir: Path) -> Checked:
    with tempfile.TemporaryDirectory() as folder:
        report = bake(Path(folder), source_dir)
        for name in report.files:
            kept = baked_dir / name
            same = kept.is_file() and kept.read_bytes() == (Path(folder) / name).read_bytes()
            yield None if same else Finding("bake", name, "differs from a fresh bake", "the same bytes")
        for text in report.idle_overrides:
            yield Finding("overrides", text.partition(": ")[0], text.partition(": ")[2], "a change, or no row")
