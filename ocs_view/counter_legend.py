"""What the margin explains about counters: ratings, symbols, sizes, badges and chips."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ocs_engine.world.counters import Mobility, Side
from ocs_view import fonts, palette
from ocs_view.counters import MOBILITY_INK, badge, counter_surface, status_marks
from ocs_view.legend import Entry, Painter
from ocs_view.nato import Box, draw_size, draw_symbol
from ocs_view.pieces import Piece, PieceKind
from ocs_view.sketch import Point, Sketch
from ocs_view.stacks import count_badge, kind_chip

_SIZES = (("co", "company"), ("bn", "battalion"), ("rgt", "regiment"), ("bde", "brigade"))
_SYMBOLS = (("inf", "infantry"), ("mot inf", "motorised infantry"), ("mech", "mechanised, pz gren"),
            ("armor", "armor"), ("recon", "armored car, recon"), ("artillery", "artillery"), ("para", "parachute"),
            ("eng", "engineers"), ("AT", "anti-tank"))
_MODES = (("Move", "Move Mode"), ("Strat", "Strat Mode"), ("Reserve", "Reserve"), ("Exploit", "Exploit"),
          ("DG", "disorganised"))
_CHIPS = ((PieceKind.TRUCK, "trucks, SP aboard"), (PieceKind.DUMP, "dump, SP"), (PieceKind.AIRCRAFT, "planes"),
          (PieceKind.BASE, "air base, level"), (PieceKind.HEDGEHOG, "hedgehog, level"),
          (PieceKind.REPLACEMENT, "replacements"), (PieceKind.BUSTED, "railway bombed"))


def counter_entries() -> tuple[Entry, ...]:
    """Every line of the counters' legend, in reading order."""
    ratings = (Entry("strength-action rating", _text("5-4")),
               Entry("may not attack", _text("(2)-3")),
               Entry("barrage (range)", _text("22(2)")))
    movement = tuple(Entry(f"movement: {name}", _movement(each)) for each, name in
                     ((Mobility.LEG, "leg"), (Mobility.TRUCK, "truck"), (Mobility.TRACK, "track")))
    return (
        *ratings, *movement,
        *(Entry(words, _symbol(kind)) for kind, words in _SYMBOLS),
        *(Entry(words, _size(kind)) for kind, words in _SIZES),
        *(Entry(words, _mode(mode)) for mode, words in _MODES),
        Entry("Combat Mode: no badge", _text("")),
        Entry("OOS: out of supply", _status("OOS")),
        Entry("Low on ammunition", _status("Low")),
        Entry("Exhausted", _status("Exhausted")),
        Entry("Fuel: fueled", _status("Fuel")),
        Entry("red spot: a step lost", _step_lost),
        Entry("units in the stack", _count),
        *(Entry(words, _chip(kind)) for kind, words in _CHIPS),
        Entry("grey: inactive", _inactive),
    )  # fmt: skip


def _text(text: str) -> Painter:
    def paint(surface: pygame.Surface, _: Sketch, at: Point, scale: float) -> None:
        size = fonts.fit(text, scale * 0.8, scale * 0.3, fonts.BOLD, 5)
        fonts.draw(surface, text, at, size, palette.INK, font=fonts.BOLD)
    return paint


def _movement(mobility: Mobility) -> Painter:
    def paint(surface: pygame.Surface, _: Sketch, at: Point, scale: float) -> None:
        ink, chip = MOBILITY_INK[mobility]
        under = Sketch(4)
        under.rect(at[0] - scale * 0.17, at[1] - scale * 0.19, scale * 0.34, scale * 0.38, palette.INK,
                   radius=scale * 0.07)
        under.rect(at[0] - scale * 0.155, at[1] - scale * 0.175, scale * 0.31, scale * 0.35, chip, radius=scale * 0.06)
        under.onto(surface)
        fonts.draw(surface, "8", at, scale * 0.32, ink, font=fonts.BOLD)
    return paint


def _symbol(kind: str) -> Painter:
    def paint(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
        box = Box(at[0] - scale * 0.3, at[1] - scale * 0.165, scale * 0.6, scale * 0.32, max(scale * 0.03, 0.8),
                  palette.INK)
        draw_symbol(sketch, kind, box, palette.FORMATIONS[0])
    return paint


def _size(kind: str) -> Painter:
    def paint(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
        draw_size(sketch, kind, at, scale * 0.22, palette.INK)
    return paint


def _mode(mode: str) -> Painter:
    return _pasted(lambda scale: badge(mode, round(scale * 0.46)))


def _status(mark: str) -> Painter:
    return _pasted(lambda scale: status_marks((mark,), round(scale * 0.36)))


def _step_lost(_: pygame.Surface, sketch: Sketch, at: Point, scale: float) -> None:
    sketch.disc(at, scale * 0.07, palette.ALARM)


def _count(surface: pygame.Surface, _: Sketch, at: Point, scale: float) -> None:
    count_badge(surface, at, 3, scale * 1.5)


def _chip(kind: PieceKind) -> Painter:
    figure = {PieceKind.TRUCK: "2", PieceKind.DUMP: "3", PieceKind.AIRCRAFT: "4", PieceKind.BUSTED: ""}.get(kind, "1")
    return _pasted(lambda scale: kind_chip(kind, figure, round(scale * 0.42)))


def _inactive(surface: pygame.Surface, _: Sketch, at: Point, scale: float) -> None:
    side = round(scale * 0.5)
    sample = Piece(PieceKind.MARKER, Side.AXIS, inactive=True)
    surface.blit(counter_surface(sample, side), (round(at[0] - side / 2), round(at[1] - side / 2)))


def _pasted(make: Callable[[float], pygame.Surface]) -> Painter:
    def paint(surface: pygame.Surface, _: Sketch, at: Point, scale: float) -> None:
        picture = make(scale)
        corner = (round(at[0] - picture.get_width() / 2), round(at[1] - picture.get_height() / 2))
        surface.blit(picture, corner, special_flags=pygame.BLEND_PREMULTIPLIED)
    return paint
