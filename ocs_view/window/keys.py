"""Every key of the viewer in one table: what it does, and the words that the help screen has for it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from ocs_view.overlays import overlays


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys as pygame names them, with "shift " or "ctrl " before them; the action; and its words."""

    keys: tuple[str, ...]
    action: str
    words: str


def bindings() -> dict[str, tuple[Binding, ...]]:
    """Every binding by group, overlays with the keys that they ask for."""
    laid = tuple(Binding((each.key,), f"overlay {each.name}", each.title) for each in overlays().values())
    return {**_FIXED, "Overlays": (*laid, Binding(("0",), "overlay none", "none"),
                                   Binding(("o",), "side", "look through the other side's eyes"))}


def actions() -> dict[str, str]:
    """The action of each key."""
    return {key: binding.action for group in bindings().values() for binding in group for key in binding.keys}


def key_name(event: pygame.event.Event) -> str:
    """A key press as the table writes it."""
    name = _SAME.get(pygame.key.name(event.key), pygame.key.name(event.key))
    ctrl = "ctrl " if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) else ""
    shift = "shift " if event.mod & pygame.KMOD_SHIFT else ""
    return f"{ctrl}{'' if name in '+?' else shift}{name}"


_SAME = {"page down": "pagedown", "page up": "pageup", "/": "?", "enter": "return", "[+]": "+", "[-]": "-", "=": "+"}

_FIXED: dict[str, tuple[Binding, ...]] = {
    "Time": (
        Binding(("space",), "play", "play or pause"),
        Binding((".",), "forward event", "one event on"),
        Binding((",",), "back event", "one event back"),
        Binding(("pagedown",), "forward phase", "one phase on"),
        Binding(("pageup",), "back phase", "one phase back"),
        Binding(("shift pagedown",), "forward turn", "one turn on"),
        Binding(("shift pageup",), "back turn", "one turn back"),
        Binding(("shift home",), "first", "the beginning"),
        Binding(("shift end",), "last", "the end; a log that grows is followed"),
        Binding(("]",), "faster", "play faster"),
        Binding(("[",), "slower", "play slower"),
        Binding(("g",), "jump", "jump to a turn, a line of the log or a hex"),
        Binding(("b",), "bookmark", "set or take away a bookmark"),
        Binding(("n",), "next bookmark", "the next bookmark or comment"),
        Binding(("t",), "comment", "write a comment into the log"),
    ),
    "Map": (
        Binding(("left",), "pan left", "to the west"),
        Binding(("right",), "pan right", "to the east"),
        Binding(("up",), "pan up", "to the north"),
        Binding(("down",), "pan down", "to the south"),
        Binding(("+",), "zoom in", "larger (or the wheel)"),
        Binding(("-",), "zoom out", "smaller"),
        Binding(("f", "home"), "fit", "the whole map"),
        Binding(("m",), "minimap", "the small map in the corner"),
        Binding(("h",), "numbers", "hex numbers"),
        Binding(("c",), "hide counters", "take the counters off, put them back"),
        Binding(("v",), "verify", "prove the log"),
    ),
    "Pieces": (
        Binding(("shift left",), "hex west", "point at the next hex to the north-west"),
        Binding(("shift right",), "hex east", "point at the next hex to the south-east"),
        Binding(("shift up",), "hex north", "point at the next hex to the north"),
        Binding(("shift down",), "hex south", "point at the next hex to the south"),
        Binding(("return",), "choose", "choose the hex, fan its stack out"),
        Binding(("u",), "next unit", "the next unit of the stack"),
        Binding(("s",), "next stack", "the next stack"),
        Binding(("escape",), "leave", "let go of what is chosen; close help"),
    ),
    "Panels": (
        Binding(("tab",), "next tab", "story, armies, coming, boxes, overlay"),
        Binding(("ctrl down",), "list down", "a line of the list down"),
        Binding(("ctrl up",), "list up", "a line of the list up"),
        Binding(("ctrl return",), "list follow", "go where that line leads"),
        Binding(("p",), "panel", "hide or show the panel"),
        Binding(("f2",), "palette", "the next palette"),
        Binding(("ctrl +",), "larger", "larger words and buttons"),
        Binding(("ctrl -",), "smaller", "smaller words and buttons"),
        Binding(("f1", "?"), "help", "this screen"),
        Binding(("f11",), "full screen", "the whole screen or a window"),
        Binding(("ctrl q",), "quit", "leave the viewer"),
    ),
}
