"""Charts as inline SVG: a side is told by colour, by the lean of its hatching or dashes, and by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ocs_engine.world.counters import Side
from ocs_view.report.markup import Markup, joined, tag

WIDTH, HEIGHT = 760, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 26, 30
STYLE = {Side.AXIS: "axis", Side.ALLIED: "allied"}
"""The class of what is drawn for a side."""


def defs() -> Markup:
    """The two hatchings that all charts use; once on a page, ahead of them."""
    def hatch(name: str, d: str) -> Markup:
        fill, line = tag("rect", width=6, height=6, class_=f"{name}-fill"), tag("path", d=d, class_="hatch")
        return tag("pattern", fill, line, id=f"hatch-{name}", width=6, height=6, patternUnits="userSpaceOnUse")

    axis, allied = hatch("axis", "M-1 -1L7 7M-1 5L1 7M5 -1L7 1"), hatch("allied", "M-1 7L7 -1M-1 1L1 -1M5 7L7 5")
    return tag("svg", tag("defs", axis, allied), width=0, height=0, aria_hidden="true", class_="defs")


def bars(title: str, turns: Sequence[int], values: Mapping[Side, Sequence[int]]) -> Markup:
    """Two bars a turn, one for each side."""
    top = max(1, *(max(row, default=0) for row in values.values()))
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(turns))
    parts: list[Markup] = []
    for number, (side, row) in enumerate(values.items()):
        for at, value in enumerate(row):
            high = _high(value, top)
            x = LEFT + wide * at + wide * (0.12 + 0.38 * number)
            style = STYLE[side]
            bar = tag("rect", x=x, y=HEIGHT - BOTTOM - high, width=wide * 0.36, height=high,
                      fill=f"url(#hatch-{style})", class_=f"bar {style}")  # fmt: skip
            parts.append(tag("g", tag("title", f"Turn {turns[at]}, {side}: {value}"), bar) if value else joined(()))
    return _chart(title, turns, top, parts)


def lines(title: str, turns: Sequence[int], values: Mapping[Side, Sequence[int]]) -> Markup:
    """A line for each side, the Allied one dashed."""
    top = max(1, *(max(row, default=0) for row in values.values()))
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(turns))
    parts: list[Markup] = []
    for side, row in values.items():
        points = [(LEFT + wide * (at + 0.5), HEIGHT - BOTTOM - _high(value, top)) for at, value in enumerate(row)]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(tag("polyline", points=way, class_=f"line {STYLE[side]}"))
        for at, (x, y) in enumerate(points):
            dot = tag("circle", cx=x, cy=y, r=2.5, class_=f"dot {STYLE[side]}")
            parts.append(tag("g", tag("title", f"Turn {turns[at]}, {side}: {row[at]}"), dot))
    return _chart(title, turns, top, parts, lined=True)


def _high(value: int, top: int) -> float:
    return (HEIGHT - TOP - BOTTOM) * value / top


def _chart(title: str, turns: Sequence[int], top: int, parts: Sequence[Markup], lined: bool = False) -> Markup:
    """A chart with its scale, its turns and a key."""
    frame = [*_scale(top), *_turns(turns), *parts, *_key(lined)]
    drawn = tag("svg", tag("title", title), *frame, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=title)
    return tag("figure", tag("figcaption", title), drawn, class_="chart")


def _scale(top: int) -> list[Markup]:
    """Lines across, at whole numbers."""
    step = next(each for each in STEPS if top <= 5 * each)
    found: list[Markup] = []
    for value in range(0, top + 1, step):
        y = HEIGHT - BOTTOM - _high(value, top)
        found.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
        found.append(tag("text", value, x=LEFT - 6, y=y + 4, class_="end"))
    return found


STEPS = tuple(first * 10**zeros for zeros in range(7) for first in (1, 2, 5))
"""Steps of a scale."""
MOST_TURNS = 20
"""Turns of which each has its number."""


def _turns(turns: Sequence[int]) -> list[Markup]:
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(turns))
    every = 1 if len(turns) <= MOST_TURNS else 5
    shown = [(at, turn) for at, turn in enumerate(turns) if not at or turn % every == 0]
    return [tag("text", turn, x=LEFT + wide * (at + 0.5), y=HEIGHT - BOTTOM + 16, class_="mid") for at, turn in shown]


def _key(lined: bool) -> list[Markup]:
    found: list[Markup] = []
    for number, side in enumerate(Side):
        x = LEFT + 90 * number
        style = STYLE[side]
        line = tag("polyline", points=f"{x},12 {x + 22},12", class_=f"line {style}")
        bar = tag("rect", x=x, y=6, width=22, height=12, fill=f"url(#hatch-{style})", class_=f"bar {style}")
        mark = line if lined else bar
        found += [mark, tag("text", str(side), x=x + 28, y=16)]
    return found
