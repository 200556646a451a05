"""The bar above the map (turn, weather, phase, proof) and the track of turns below it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from ocs_engine.series.story import WEATHER, day
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import fonts, palette

_WEATHER_WORDS = {"flight": "Flight", "no flight": "No Flight", "mud": "Mud"}


@dataclass(frozen=True, slots=True)
class Badge:
    """What is known of a log's truth, in a word or two; good: True, False, or None while nobody knows."""

    text: str
    good: bool | None


def draw_top(surface: pygame.Surface, rect: pygame.Rect, state: State, badge: Badge, note: str, size: float) -> None:
    """Title, turn and date, weather, phase and who acts, the slots of the turn as ticks, and the badge."""
    pygame.draw.rect(surface, palette.PAPER, rect)
    pygame.draw.line(surface, palette.SEPIA, rect.bottomleft, rect.bottomright, 2)
    middle = rect.top + rect.height * 0.38
    x = rect.left + size * 0.8
    date = day(state.world.calendar.date_of(state.turn).isoformat())
    now = state.now
    phase = f"{now.acts}: {now.title}" if now.acts else now.title
    words: list[tuple[str, str, float, palette.Colour]] = [
        (state.world.scenario.title, fonts.SERIF, size * 1.35, palette.INK),
        (f"Turn {state.turn}, {date}", fonts.BOLD, size, palette.INK),
        (f"{_WEATHER_WORDS.get(state.weather, WEATHER[state.weather])}", fonts.PLAIN, size, palette.SEPIA),
        (phase, fonts.BOLD, size, palette.OVER[now.acts.value] if now.acts else palette.INK),
    ]
    for text, font, points, colour in words:
        x = fonts.written(surface, text, (x, middle), points, colour, font).right + size * 1.4
    if note:
        text = fonts.clipped(note, max(rect.right - x - size * 14, 10), size)
        fonts.written(surface, text, (x, middle), size, palette.OVER["path"])
    _draw_badge(surface, rect, badge, size)
    _draw_slots(surface, rect, state, size)


def _draw_badge(surface: pygame.Surface, rect: pygame.Rect, badge: Badge, size: float) -> None:
    colour = {True: palette.OVER["range"], False: palette.ALARM, None: palette.SEPIA}[badge.good]
    sign = {True: "+ ", False: "! ", None: ""}[badge.good]
    text = f"{sign}{badge.text}"
    wide = fonts.width(text, size, fonts.BOLD) + size * 1.4
    box = pygame.Rect(round(rect.right - wide - size * 0.6), round(rect.top + rect.height * 0.12), round(wide),
                      round(size * 1.9))
    pygame.draw.rect(surface, colour, box, border_radius=round(size * 0.5))
    fonts.draw(surface, text, box.center, size, palette.legible_on(colour), font=fonts.BOLD)


def _draw_slots(surface: pygame.Surface, rect: pygame.Rect, state: State, size: float) -> None:
    """The slots of the turn: a tick each, high for the one in force, coloured by who acts; the Axis's stand lower."""
    slots = state.slots
    wide = min((rect.width - size * 2) / max(len(slots), 1), size * 2.4)
    for i, slot in enumerate(slots):
        current = i == state.slot
        colour = palette.OVER[slot.acts.value] if slot.acts else palette.OVER["nobody"]
        high = size * (0.75 if current else 0.34)
        drop = size * 0.16 if slot.acts is Side.AXIS else 0.0
        box = pygame.Rect(round(rect.left + size * 0.8 + i * wide), round(rect.bottom - 5 - high + drop),
                          round(wide * 0.86), round(high))
        pygame.draw.rect(surface, colour if current else palette.mix(colour, palette.PAPER, 0.55), box)
        if current:
            pygame.draw.rect(surface, palette.INK, box, 2)


def turn_cells(rect: pygame.Rect, state: State) -> list[tuple[int, pygame.Rect]]:
    """The cell of each turn of the scenario on the track."""
    scenario = state.world.scenario
    turns = range(scenario.first_turn, scenario.last_turn + 1)
    wide = rect.width / len(turns)
    return [(turn, pygame.Rect(round(rect.left + i * wide), rect.top, max(round(wide) - 2, 2), rect.height))
            for i, turn in enumerate(turns)]


def draw_track(surface: pygame.Surface, rect: pygame.Rect, state: State, reached: int, size: float) -> None:
    """The turns: those that were played filled, the present one framed and bold, those to come empty."""
    for turn, cell in turn_cells(rect, state):
        played = turn <= reached
        ground = palette.mix(palette.PAPER, palette.SEPIA, 0.28) if played else palette.PAPER
        pygame.draw.rect(surface, ground, cell, border_radius=3)
        pygame.draw.rect(surface, palette.SEPIA, cell, 1, border_radius=3)
        if turn == state.turn:
            pygame.draw.rect(surface, palette.OVER["path"], cell, 3, border_radius=3)
        date = state.world.calendar.date_of(turn)
        text = f"{turn}" if cell.width < size * 6 else f"{turn}  {date.day}.{date.month}."
        ink = palette.INK if played else palette.SEPIA
        if cell.width > size * 1.4:
            fonts.draw(surface, text, cell.center, min(size, cell.width * 0.5), ink,
                       font=fonts.BOLD if turn == state.turn else fonts.PLAIN)
