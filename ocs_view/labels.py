"""Names on the map, placed one after another where they hide nothing: towns, rivers, ranges, seas, countries."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pygame

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_view import fonts, palette
from ocs_view.features import town_reach
from ocs_view.frame import Frame
from ocs_view.geography import Geography, River
from ocs_view.palette import Colour
from ocs_view.sketch import Point

_TOWN_STYLE: dict[str, tuple[str, float, Colour]] = {
    "city": (fonts.SERIF, 0.34, palette.INK),
    "village": (fonts.SERIF, 0.22, palette.INK),
    "poi": (fonts.PLAIN, 0.175, (70, 58, 48)),
}
"""Font, size in hexes and colour of a name by the class of its town."""
_TOWNS_FROM = {"city": 0.0, "village": 22.0, "poi": 34.0}
"""Pixels a hex from which names of a class are written."""
_LEAST = 8.0
"""Smallest size of a town's name in pixels."""

_TAKEN, _BUSY, _TOO_DEAR = 400, 40, 55
"""What it costs when all of a name lies over something else, or over a railway or a road, where the next best place
costs 1; and from what on the name of a mere point is left out."""
_ASIDE = 0.5
_SMALL = 14.0
"""Size in pixels under which a halo is thin."""

SEAS: tuple[tuple[str, Point, Point, float], ...] = (
    ("MEDITERRANEAN SEA", (10.0, 31.8), (33.0, 33.2), 0.8),
    ("Gulf of Tunis", (44.3, 27.0), (48.2, 28.3), 0.42),
    ("Gulf of Hammamet", (46.6, 13.6), (51.4, 16.0), 0.42),
    ("Gulf of Gabès", (44.6, -13.4), (49.6, -11.6), 0.55),
)
"""Names of seas: where the first and the last letter stand (map units), and their size in hexes."""
COUNTRIES: tuple[tuple[str, Point, Point, float], ...] = (
    ("ALGERIA", (4.6, 12.9), (14.0, 12.3), 1.0),
    ("TUNISIA", (31.5, -1.2), (44.5, -0.2), 1.0),
)


@dataclass(slots=True)
class Page:
    """A picture's frame, the boxes in it that are taken, and those over which a name is hard to read."""

    frame: Frame
    taken: list[pygame.Rect]
    busy: list[pygame.Rect] = field(default_factory=list)

    def holds(self, box: pygame.Rect) -> bool:
        """Whether a box lies whole on the picture."""
        return pygame.Rect(0, 0, self.frame.width, self.frame.height).contains(box)

    def free(self, box: pygame.Rect) -> bool:
        """Whether a box lies whole on the picture and hides nothing."""
        return self.holds(box) and box.collidelist(self.taken) < 0


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its place: the middle of its box, and how it is written.

    site, gap: where its town lies and how far off a name begins; only names of towns have them.
    """

    text: str
    box: pygame.Rect
    size: float
    colour: Colour
    font: str
    slanted: bool = False
    turn: int = 0
    site: Point | None = None
    gap: float = 0.0

    def draw(self, surface: pygame.Surface, left: int = 0, top: int = 0) -> None:
        """Write it on a surface whose upper left corner lies at (left, top) of the picture."""
        halo = 2 if self.size >= _SMALL and not self.slanted else 1
        fonts.draw(surface, self.text, (self.box.centerx - left, self.box.centery - top), self.size, self.colour,
                   font=self.font, slanted=self.slanted, halo=palette.PAPER, halo_width=halo, turn=self.turn)


def place_towns(page: Page, atlas: Atlas, geography: Geography, hexes: list[Hex]) -> list[Name]:
    """Names of towns, greatest first, each at the first of eight places round its town where it hides nothing."""
    names = []
    ranks = list(_TOWN_STYLE)
    towns = sorted((h for h in hexes if atlas.settlement[h] and atlas.name[h]),
                   key=lambda h: (ranks.index(atlas.settlement[h]), h))
    for h in towns:
        kind = atlas.settlement[h]
        if page.frame.scale >= _TOWNS_FROM[kind]:
            site = page.frame.px(*(geography.site(atlas.grid, h) or atlas.grid.centre(h)))
            found = _place_town(page, atlas.name[h], site, kind)
            names += [found] if found is not None else []
    return names


def _place_town(page: Page, name: str, site: Point, kind: str) -> Name | None:
    font, hexes, colour = _TOWN_STYLE[kind]
    size = max(hexes * page.frame.scale, _LEAST)
    gap = town_reach(kind) * page.frame.scale + size * 0.22
    ink = fonts.line(name, size, colour, font)
    wide, high = ink.get_size()
    best, cost = _best_place(page, site, gap, wide + 4, high + 4)
    if best is None or (kind == "poi" and cost > _TOO_DEAR):
        return None
    page.taken.append(best)
    return Name(name, best, size, colour, font, site=site, gap=gap)


def _best_place(page: Page, site: Point, gap: float, wide: int, high: int) -> tuple[pygame.Rect | None, float]:
    """The box round a town that hides least, the likelier places first, and what it costs; None where none fits."""
    best, least = None, math.inf
    around = pygame.Rect(0, 0, round(2 * wide + 4 * page.frame.scale), round(2 * high + 4 * page.frame.scale))
    around.center = (round(site[0]), round(site[1]))
    taken = [page.taken[i] for i in around.collidelistall(page.taken)]
    busy = [page.busy[i] for i in around.collidelistall(page.busy)]
    for cost, (left, top) in enumerate(_places(site, gap, page.frame.scale * _ASIDE, wide - 4, high - 4)):
        box = pygame.Rect(round(left) - 2, round(top) - 2, wide, high)
        if not page.holds(box):
            continue
        hidden = _TAKEN * sum(_overlap(box, taken[i]) for i in box.collidelistall(taken))
        hidden += _BUSY * sum(_overlap(box, busy[i]) for i in box.collidelistall(busy))
        if cost + hidden / (wide * high) < least:
            best, least = box, cost + hidden / (wide * high)
    return best, least


def moved_aside(names: list[Name], frame: Frame, covered: list[pygame.Rect]) -> list[Name]:
    """The same names, those of towns that counters would hide moved to where less of them is hidden."""
    found = list(names)
    for i, name in enumerate(found):
        if name.site is not None and name.box.collidelist(covered) >= 0:
            others = [other.box for j, other in enumerate(found) if j != i]
            page = Page(frame, [*covered, *others])
            box, _ = _best_place(page, name.site, name.gap, *name.box.size)
            found[i] = replace(name, box=box) if box is not None else name
    return found


def _places(site: Point, gap: float, aside: float, wide: int, high: int) -> list[Point]:
    """Upper left corners for a name: right, left, upper right, lower right, above, below, upper left, lower left, and
    the same farther off, at last beside a counter that covers the town."""
    x, y = site
    found = []
    for far in (gap, gap * 1.5 + 4, aside):
        side = far * 0.8
        found += [
            (x + far, y - high / 2), (x - far - wide, y - high / 2), (x + side, y - side - high / 2),
            (x + side, y + side - high / 2), (x - wide / 2, y - far - high), (x - wide / 2, y + far),
            (x - side - wide, y - side - high / 2), (x - side - wide, y + side - high / 2),
        ]
    return found


def _overlap(a: pygame.Rect, b: pygame.Rect) -> int:
    shared = a.clip(b)
    return shared.width * shared.height


def place_rivers(page: Page, rivers: tuple[River, ...]) -> list[Name]:
    """Names along the straightest free stretch of each longer river."""
    names = []
    size = max(page.frame.scale * 0.19, 8)
    for river in rivers:
        name = _plain(river.name)
        if page.frame.scale < 30 or len(river.corners) < 9:
            continue
        corners = page.frame.line(river.corners)
        reach = max(2, math.ceil(fonts.width(name, size, fonts.SERIF) / page.frame.scale / 0.9 / 0.577))
        best: tuple[float, pygame.Rect, int] | None = None
        for i in range(len(corners) - reach):
            (x1, y1), (x2, y2) = corners[i], corners[i + reach]
            angle = math.degrees(math.atan2(y1 - y2, x2 - x1))
            turn = round((angle + 90) % 180 - 90)
            ink = fonts.line(name, size, palette.SEA_TEXT, fonts.SERIF, True, turn % 360)
            off = size * 1.05
            away = math.radians(turn)
            box = ink.get_rect(center=(round((x1 + x2) / 2 - off * math.sin(away)),
                                       round((y1 + y2) / 2 - off * math.cos(away))))
            straight = math.dist((x1, y1), (x2, y2)) - abs(turn) * 0.2
            if page.free(box) and (best is None or straight > best[0]):
                best = (straight, box, turn % 360)
        if best is not None:
            page.taken.append(best[1])
            names.append(Name(name, best[1], size, palette.SEA_TEXT, fonts.SERIF, True, best[2]))
    return names


def draw_regions(surface: pygame.Surface, geography: Geography, frame: Frame, page: Frame | None = None) -> None:
    """Large quiet names under everything else: countries, mountain ranges, salt lakes.

    page: the whole picture of which the surface is a part; names that would run off it are left out.
    """
    whole, s = page or frame, frame.scale

    def spread(name: str, line: list[Point], size: float, colour: Colour, strength: float) -> None:
        if all(whole.shows(point, -0.3) for point in (line[0], line[-1])):
            _spread(surface, frame, name, line, size, colour, strength)

    for name, first, last, size in COUNTRIES:
        spread(name, [first, last], size * s, (92, 66, 44), 0.55)
    for name, line in geography.ranges:
        spread(_plain(name).upper(), _smooth(list(line)), max(s * 0.24, 7), (96, 64, 40), 0.9)
    for water in geography.waters:
        if water.kind == "chott":
            left, right = min(x for x, _ in water.outline), max(x for x, _ in water.outline)
            y = (min(y for _, y in water.outline) + max(y for _, y in water.outline)) / 2
            room = right - left
            if room > 2.5:
                spread(_plain(water.name), [(left + room * 0.22, y), (right - room * 0.22, y)],
                       max(s * min(0.4, room * 0.07), 7), (84, 104, 128), 0.9)
    for name, first, last, size in SEAS:
        spread(name, [first, last], size * s, palette.SEA_TEXT, 0.85)


def _spread(surface: pygame.Surface, frame: Frame, name: str, line: list[Point], size: float, colour: Colour,
            strength: float) -> None:
    """Letters along a line in map units, west to east, as a faint layer."""
    if line[0][0] > line[-1][0]:
        line = line[::-1]
    points = frame.line(line)
    pad = math.ceil(size * 1.5)
    left, top = (math.floor(min(p[i] for p in points)) - pad for i in (0, 1))
    right, bottom = (math.ceil(max(p[i] for p in points)) + pad for i in (0, 1))
    if not surface.get_rect().colliderect((left, top, right - left, bottom - top)):
        return
    layer = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA, 32)
    if fonts.spaced(layer, name, [(x - left, y - top) for x, y in points], size, colour):
        layer.set_alpha(round(255 * strength))
        surface.blit(layer, (left, top))


def _smooth(line: list[Point]) -> list[Point]:
    for _ in range(2):
        inner = [(a[0] * near + b[0] * (1 - near), a[1] * near + b[1] * (1 - near))
                 for a, b in pairwise(line) for near in (0.75, 0.25)]
        line = [line[0], *inner, line[-1]]
    return line


def _plain(name: str) -> str:
    """A name without its variants: "Hatab/Foussana (Kasserine)" is "Hatab"."""
    return re.split(r"\s*[/(]|\s+-\s+", name)[0]
