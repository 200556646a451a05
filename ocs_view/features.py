"""What stands in hexes: towns, ports, airfields, earthworks, flak, air entry points and entry hexes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pygame

from ocs_engine.grid import OFF_MAP, STEPS, Hex
from ocs_engine.world.atlas import Atlas
from ocs_view import emblems, fonts, palette
from ocs_view.frame import HALF_WIDTH, Frame
from ocs_view.geography import Geography
from ocs_view.palette import Colour
from ocs_view.pieces import TOKENS_PER_POINT
from ocs_view.scatter import scatter
from ocs_view.sketch import Point, Sketch

_SLOT_REACH = 0.31
_SLOTS = {name: (dx * HALF_WIDTH, dy + dx / 2) for name, (dx, dy) in zip(("N", "NE", "SE", "S", "SW", "NW"), STEPS,
                                                                      strict=True)}
_CITY_BLOCKS, _VILLAGE_BLOCKS = 15, 6
_CITY_REACH, _VILLAGE_REACH = 0.19, 0.11


@dataclass(slots=True)
class Sheet:
    """What has been drawn in each hex so far: boxes that labels must keep clear of, and texts to lay on top."""

    boxes: list[pygame.Rect] = field(default_factory=list)
    texts: list[tuple[str, Point, float, Colour]] = field(default_factory=list)
    taken: dict[Hex, list[str]] = field(default_factory=dict)


def draw_features(sketch: Sketch, atlas: Atlas, geography: Geography, hexes: list[Hex], frame: Frame,
                  covered: list[pygame.Rect]) -> Sheet:
    """All symbols of the given hexes; an airfield that a counter would half hide is left out: its base tells of it."""
    sheet = Sheet()
    shown = frozenset(hexes)
    for h in hexes:
        if atlas.settlement[h]:
            _town(sketch, sheet, atlas, geography, h, frame)
    for h in sorted(shown & atlas.ports.keys()):
        _port(sketch, sheet, atlas, h, frame)
    for h in sorted(shown & atlas.hedgehogs.keys()):
        at = _slot(sheet, atlas, h, frame, ("S", "SE", "SW", "NE", "NW"))
        emblems.hedgehog(sketch, at, frame.scale * 0.15, palette.FORT)
        _claim(sheet, at, frame, 0.15)
        sheet.texts.append((str(atlas.hedgehogs[h]), at, frame.scale * 0.15, palette.FORT))
    for h in sorted(shown & atlas.airfields.keys()):
        at = _slot(sheet, atlas, h, frame, ("SW", "SE", "NW", "NE", "S"))
        half = frame.scale * 0.12
        disc = pygame.Rect(round(at[0] - half), round(at[1] - half), round(2 * half), round(2 * half))
        if disc.collidelist(covered) < 0:
            airfield(sketch, at, frame.scale * 0.105)
            sheet.boxes.append(disc)
    for h in sorted(shown & atlas.flak.keys()):
        at = _slot(sheet, atlas, h, frame, ("NE", "NW", "SE", "SW", "S"))
        flak(sketch, at, frame.scale * 0.1)
        figure = (at[0] + frame.scale * 0.045, at[1])
        sheet.texts.append((str(atlas.flak[h][1]), figure, frame.scale * 0.13, palette.INK))
        _claim(sheet, at, frame, 0.12)
    for point in atlas.air_entry_points:
        if point.hex in shown:
            _air_entry(sketch, sheet, atlas, point.hex, point.links, frame)
    for name, entry in sorted(atlas.entries.items()):
        for h in entry:
            if h in shown:
                _entry(sketch, sheet, atlas, h, name, frame)
    return sheet


def draw_texts(surface: pygame.Surface, sheet: Sheet) -> None:
    """The figures that belong to symbols."""
    for text, at, size, colour in sheet.texts:
        fonts.draw(surface, text, at, size, colour, font=fonts.BOLD, halo=palette.PAPER, halo_width=1)


def town_reach(kind: str) -> float:
    """Hexes from the middle of a town's symbol to its edge."""
    return {"city": _CITY_REACH, "village": _VILLAGE_REACH}.get(kind, 0.06)


def town_symbol(sketch: Sketch, kind: str, key: object, at: Point, scale: float) -> None:
    """A town from above; the key makes each look different, and the same each time."""
    reach = town_reach(kind) * scale
    if kind == "poi":
        sketch.disc(at, max(reach, 2.2), palette.TOWN_EDGE)
        sketch.disc(at, max(reach * 0.62, 1.2), palette.PAPER)
        return
    if kind == "city":
        _suburbs(sketch, key, at, reach)
    _blocks(sketch, key, at, reach, _CITY_BLOCKS if kind == "city" else _VILLAGE_BLOCKS, scale)


def _blocks(sketch: Sketch, key: object, centre: Point, reach: float, count: int, scale: float) -> None:
    """A built-up area from above: small blocks thrown about its middle, the same way each time."""
    numbers = scatter(key, 4 * count)
    spots = []
    for i in range(count):
        turn, far, wide, high = numbers[4 * i:4 * i + 4]
        angle = math.tau * (i * 0.382 + 0.12 * turn)
        distance = reach * math.sqrt((i + 0.3) / count) * (0.86 + 0.2 * far)
        spots.append((centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle) * 0.86,
                      scale * (0.055 + 0.035 * wide), scale * (0.045 + 0.03 * high)))
    edge = max(scale * 0.012, 0.6)
    for x, y, wide, high in spots:
        sketch.rect(x - wide / 2 - edge, y - high / 2 - edge, wide + 2 * edge, high + 2 * edge, palette.PAPER)
        sketch.rect(x - wide / 2, y - high / 2, wide, high, palette.TOWN_EDGE)


def _town(sketch: Sketch, sheet: Sheet, atlas: Atlas, geography: Geography, hex_: Hex, frame: Frame) -> None:
    site = geography.site(atlas.grid, hex_) or atlas.grid.centre(hex_)
    at, kind = frame.px(*site), atlas.settlement[hex_]
    reach = town_reach(kind) * frame.scale
    town_symbol(sketch, kind, hex_, at, frame.scale)
    sheet.boxes.append(pygame.Rect(round(at[0] - reach), round(at[1] - reach), round(2 * reach), round(2 * reach)))
    x, y = atlas.grid.centre(hex_)
    for name, (dx, dy) in _SLOTS.items():
        if math.hypot(x + dx * _SLOT_REACH - site[0], y + dy * _SLOT_REACH - site[1]) < town_reach(kind) + 0.13:
            sheet.taken.setdefault(hex_, []).append(name)


def _suburbs(sketch: Sketch, key: object, centre: Point, reach: float) -> None:
    shape = []
    for i, far in enumerate(scatter((key, "edge"), 14)):
        angle = math.tau * i / 14
        shape.append((centre[0] + reach * (1.1 + 0.45 * far) * math.cos(angle),
                      centre[1] + reach * (0.95 + 0.4 * far) * math.sin(angle)))
    sketch.polygon(shape, palette.TOWN)
    sketch.line([*shape, shape[0]], max(reach * 0.08, 0.7), palette.TOWN_EDGE)


def _slot(sheet: Sheet, atlas: Atlas, hex_: Hex, frame: Frame, wishes: tuple[str, ...]) -> Point:
    """The first free place of a hex for a symbol."""
    taken = sheet.taken.setdefault(hex_, [])
    name = next((wish for wish in wishes if wish not in taken), wishes[0])
    taken.append(name)
    x, y = atlas.grid.centre(hex_)
    dx, dy = _SLOTS[name]
    return frame.px(x + dx * _SLOT_REACH, y + dy * _SLOT_REACH)


def _claim(sheet: Sheet, at: Point, frame: Frame, reach: float) -> None:
    side = round(2 * reach * frame.scale)
    sheet.boxes.append(pygame.Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side))


def _roundel(sketch: Sketch, at: Point, reach: float, colour: Colour) -> None:
    sketch.disc(at, reach * 1.12, palette.PAPER)
    sketch.disc(at, reach, colour)


def anchor(sketch: Sketch, at: Point, reach: float) -> None:
    """A white anchor on a blue disc."""
    _roundel(sketch, at, reach, palette.PORT)
    x, y = at
    line, white = reach * 0.2, palette.PAPER
    sketch.line([(x, y - 0.42 * reach), (x, y + 0.62 * reach)], line, white)
    sketch.line([(x - 0.28 * reach, y - 0.16 * reach), (x + 0.28 * reach, y - 0.16 * reach)], line, white)
    sketch.ring((x, y - 0.56 * reach), 0.14 * reach, line * 0.8, white)
    flukes = [(x + 0.52 * reach * math.cos(a), y + (0.08 + 0.54 * math.sin(a)) * reach)
              for a in (math.radians(degrees) for degrees in range(20, 161, 10))]
    sketch.line(flukes, line, white)


def _port(sketch: Sketch, sheet: Sheet, atlas: Atlas, hex_: Hex, frame: Frame) -> None:
    names = list(_SLOTS)
    seaward = [names[d] for d in range(6) if _is_sea(atlas, 6 * hex_ + d) and names[d] != "N"]
    port = atlas.ports[hex_]
    at = _slot(sheet, atlas, hex_, frame, (*seaward, "SE", "NE", "SW", "NW", "S"))
    large = port.size == "large"
    anchor(sketch, at, frame.scale * (0.125 if large else 0.095))
    _claim(sheet, at, frame, 0.125)
    points = port.capacity / TOKENS_PER_POINT
    text = f"{points:g}" if points >= 1 else f"{port.capacity}T"
    under = (at[0], at[1] + frame.scale * 0.17)
    sheet.texts.append((text, under, frame.scale * 0.14, palette.PORT))


def _is_sea(atlas: Atlas, edge: int) -> bool:
    there = atlas.grid.neighbours[edge]
    return there != OFF_MAP and atlas.terrain[there] in ("sea", "lake")


def airfield(sketch: Sketch, at: Point, reach: float) -> None:
    """A plane on a green disc."""
    _roundel(sketch, at, reach, palette.AIRFIELD)
    emblems.plane(sketch, at, reach * 0.68, ink=palette.PAPER)


def air_entry(sketch: Sketch, at: Point, reach: float) -> None:
    """A plane on a blue diamond."""
    for share, colour in ((1.15, palette.PAPER), (1.0, palette.AIR_ENTRY)):
        far = reach * share
        sketch.polygon([(at[0], at[1] - far), (at[0] + far, at[1]), (at[0], at[1] + far), (at[0] - far, at[1])], colour)
    emblems.plane(sketch, at, reach * 0.5, ink=palette.PAPER)


def flak(sketch: Sketch, at: Point, reach: float) -> None:
    """Two barrels in a box, with room for a figure to their right."""
    sketch.rect(at[0] - reach * 1.1, at[1] - reach * 0.9, reach * 2.2, reach * 1.8, palette.PAPER, radius=reach * 0.3)
    sketch.frame(at[0] - reach * 1.1, at[1] - reach * 0.9, reach * 2.2, reach * 1.8, reach * 0.16, palette.INK,
                 radius=reach * 0.3)
    for lean in (-0.35, 0.35):
        sketch.line([(at[0] - reach * 0.55, at[1] + reach * 0.5),
                     (at[0] - reach * (0.45 - lean * 0.5), at[1] - reach * 0.5)], reach * 0.2, palette.INK)


def _air_entry(sketch: Sketch, sheet: Sheet, atlas: Atlas, hex_: Hex, links: dict[str, int], frame: Frame) -> None:
    at = _slot(sheet, atlas, hex_, frame, ("S", "SE", "SW", "NE", "NW"))
    reach = frame.scale * 0.13
    air_entry(sketch, at, reach)
    _claim(sheet, at, frame, 0.14)
    text = " / ".join(f"{name} {hexes}" for name, hexes in sorted(links.items()))
    sheet.texts.append((text, (at[0], at[1] + reach + frame.scale * 0.08), frame.scale * 0.13, palette.AIR_ENTRY))


def _entry(sketch: Sketch, sheet: Sheet, atlas: Atlas, hex_: Hex, name: str, frame: Frame) -> None:
    """An arrow that points into the map from its edge, with the entry's letter."""
    x, y = atlas.grid.centre(hex_)
    outer = [d for d in range(6) if atlas.grid.neighbours[6 * hex_ + d] == OFF_MAP]
    slots = list(_SLOTS.values())
    dx, dy = (sum(slots[d][i] for d in outer) for i in (0, 1))
    far = math.hypot(dx, dy) or 1.0
    dx, dy = dx / far, dy / far
    tip, tail = frame.px(x + 0.12 * dx, y + 0.12 * dy), frame.px(x + 0.46 * dx, y + 0.46 * dy)
    width = frame.scale * 0.2
    px, py = (tip[1] - tail[1]), (tail[0] - tip[0])
    length = math.hypot(px, py)
    px, py = px / length * width / 2, py / length * width / 2
    sketch.polygon([tip, (tail[0] + px, tail[1] + py), (tail[0] - px, tail[1] - py)], palette.ENTRY)
    at = frame.px(x + 0.3 * dx, y + 0.3 * dy)
    _claim(sheet, at, frame, 0.16)
    sheet.texts.append((name, (tail[0] * 0.72 + tip[0] * 0.28, tail[1] * 0.72 + tip[1] * 0.28), frame.scale * 0.15,
                        palette.INK))
