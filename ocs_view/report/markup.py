"""HTML and SVG written so that text cannot be taken for markup: every child and attribute is escaped by its type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Markup:
    """Finished markup. Only this module and pages that stand on it make any."""

    text: str


Child = Markup | str | int
"""What may stand in a tag: markup as it is, text and numbers escaped."""
EMPTY = frozenset({"meta", "img", "br", "input", "rect", "line", "path", "circle", "polyline", "col"})
"""Tags that hold nothing."""


def tag(name: str, /, *children: Child, **attributes: str | int | float) -> Markup:
    """A tag. A trailing underscore of an attribute's name is dropped, others become hyphens."""
    named = ((key.rstrip("_").replace("_", "-"), _plain(value)) for key, value in attributes.items())
    shown = "".join(f' {key}="{escape(value)}"' for key, value in named)
    if name in EMPTY:
        return Markup(f"<{name}{shown}>" if name in ("meta", "img", "br", "input", "col") else f"<{name}{shown}/>")
    return Markup(f"<{name}{shown}>{joined(children).text}</{name}>")


def joined(children: Iterable[Child], between: str = "") -> Markup:
    """Children one after the other."""
    return Markup(between.join(each.text if isinstance(each, Markup) else escape(str(each)) for each in children))


def _plain(value: str | float) -> str:
    """An attribute's value; figures of a drawing with one decimal at most, and no needless one."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def table(head: Iterable[Child], rows: Iterable[Iterable[Child]], caption: str = "") -> Markup:
    """A table whose figures stand to the right, in a frame that scrolls where the page is narrow."""
    cells = [list(row) for row in rows]
    title = [tag("caption", caption)] if caption else []
    top = tag("thead", tag("tr", *(tag("th", each, scope="col") for each in head)))
    body = tag("tbody", *(tag("tr", *(_cell(number, each) for number, each in enumerate(row))) for row in cells))
    return tag("div", tag("table", *title, top, body), class_="scroll")


def _cell(number: int, child: Child) -> Markup:
    if number == 0:
        return tag("th", child, scope="row")
    return tag("td", child, class_="n") if isinstance(child, int) else tag("td", child)
