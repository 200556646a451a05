"""Counters: a symbol for every type, ratings where players look for them, nothing over the edge."""

from __future__ import annotations

import csv
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pygame
import pytest

from ocs_engine.series.view import top_candidates
from ocs_engine.state.model import Unit
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Counter, Face, Mobility, Side
from ocs_engine.world.resources import data
from ocs_engine.world.world import World
from ocs_view import palette
from ocs_view.counters import STATUS_BADGES, counter_surface, ground, short_name, strength_text
from ocs_view.nato import SYMBOLS, Box, draw_symbol
from ocs_view.pieces import Piece, PieceKind, tokens_text
from ocs_view.sketch import Sketch
from ocs_view.table import stacks_of, unit_piece

from .conftest import like, pixels


def unit(counter: Counter, **changes: object) -> Piece:
    return replace(Piece(PieceKind.UNIT, counter.side, counter), **changes)  # type: ignore[arg-type]


def named(world: World, nation: str, name: str) -> Counter:
    return next(c for c in world.counters.values() if c.nation == nation and c.name == name)


def test_every_type_of_the_unit_list_has_a_symbol() -> None:
    with data("tunisia2", "units.csv").open(encoding="utf-8") as file:
        types = {row["type"] for row in csv.DictReader(file)}
    assert len(types) > 30
    assert types - SYMBOLS.keys() == set()


@pytest.mark.parametrize("kind", sorted(SYMBOLS))
def test_a_symbol_leaves_ink_inside_its_box(kind: str) -> None:
    surface = pygame.Surface((60, 34), pygame.SRCALPHA, 32)
    sketch = Sketch(4)
    draw_symbol(sketch, kind, Box(2, 2, 56, 30, 1.4, palette.INK), (255, 255, 255))
    sketch.onto(surface)
    inside = pixels(surface)[5:-5, 5:-5].reshape(-1, 3)
    assert like(inside, palette.INK)
    assert like(inside, (255, 255, 255))


def test_symbols_that_players_know_differ() -> None:
    families = ("inf", "mot inf", "armor", "artillery", "AT", "recon", "para", "eng", "flak", "HQ", "MG", "cavalry")
    assert len({SYMBOLS[kind] for kind in families}) == len(families)


@pytest.mark.parametrize("size", [40, 56, 96])
def test_nothing_on_a_counter_reaches_its_edge(world: World, size: int) -> None:
    rim = max(2, round(size * 0.04))
    card = pixels(counter_surface(Piece(PieceKind.MARKER, Side.AXIS), size))
    edge = card.sum(axis=2) > 300                              # but for the card's own dark line
    edge[rim:-rim, rim:-rim] = False
    assert edge.sum() > size
    for counter in world.counters.values():
        for move_side in (False, True):
            drawn = pixels(counter_surface(unit(counter, move_side=move_side), size))
            ink = np.abs(drawn - np.array(palette.INK)).max(axis=2) < 25
            assert not (ink & edge).any(), f"{counter.id}: ink on the rim at {size} pixels"


def test_long_names_are_shortened_to_whole_words(world: World) -> None:
    counter = replace(named(world, "British", "11 Inf"), name="Phalange Africaine of a very long name")
    drawn = pixels(counter_surface(unit(counter), 56))
    assert (drawn == pixels(counter_surface(unit(replace(counter, name="Phalange")), 56))).all()


def face(mobility: Mobility = Mobility.LEG, ma: int = 3, strength: int | None = 5, *, brackets: bool = False,
         barrage: int = 0, throw: int = 0) -> Face:
    return Face(mobility, ma, strength, brackets, barrage, throw)


def test_figures_read_as_on_the_printed_counter(world: World) -> None:
    infantry = replace(named(world, "British", "11 Inf"), ar=4)
    assert strength_text(infantry, face(strength=5)) == "5-4"
    assert strength_text(infantry, face(strength=5, brackets=True)) == "(5)-4"
    guns = next(c for c in world.counters.values() if c.type == "artillery")
    assert strength_text(replace(guns, range=2), face(strength=None, barrage=22)) == "22(2)"
    staff = next(c for c in world.counters.values() if c.is_hq)
    assert strength_text(staff, face(strength=None, throw=8)) == "8"


@pytest.mark.parametrize(("mobility", "ink", "chip"), [
    (Mobility.LEG, (255, 255, 255), (74, 62, 50)),
    (Mobility.TRUCK, (20, 18, 16), (250, 246, 236)),
    (Mobility.TRACK, (186, 20, 20), (250, 218, 70)),
])
def test_the_movement_figure_wears_its_mobility(world: World, mobility: Mobility, ink: tuple[int, int, int],
                                                chip: tuple[int, int, int]) -> None:
    counter = replace(named(world, "British", "11 Inf"), combat=face(mobility, ma=8))
    corner = pixels(counter_surface(unit(counter), 96))[66:90, 66:91].reshape(-1, 3)
    assert like(corner, ink, 12)
    assert like(corner, chip, 12)


def test_the_side_that_lies_up_is_the_one_drawn(world: World) -> None:
    counter = replace(named(world, "British", "11 Inf"), combat=face(Mobility.LEG, ma=3),
                      move=face(Mobility.TRACK, ma=12))
    yellow = (250, 218, 70)
    assert not like(pixels(counter_surface(unit(counter), 64)).reshape(-1, 3), yellow, 8)
    assert like(pixels(counter_surface(unit(counter, move_side=True), 64)).reshape(-1, 3), yellow, 8)


def test_nations_have_their_own_colours(world: World) -> None:
    colours = {c.nation: ground(unit(c)) for c in world.counters.values()}
    assert colours.keys() == palette.NATION.keys()
    assert len(set(colours.values())) == len(colours)
    red, green, blue = colours["Luftwaffe"]
    assert blue > red                                          # light blue
    red, green, blue = colours["German"]
    assert red > blue                                          # tan
    red, green, blue = colours["Italian"]
    assert green > red and green > blue                        # pale green


@pytest.mark.parametrize("mode", ["Move", "Strat", "Reserve", "Exploit", "DG"])
def test_each_mode_shows(world: World, mode: str) -> None:
    counter = named(world, "British", "11 Inf")
    plain = pixels(counter_surface(unit(counter), 64))
    marked = pixels(counter_surface(unit(counter, mode=mode), 64))
    rows, columns, _ = np.nonzero(plain != marked)
    assert rows.size > 40
    assert columns.min() > 64 * 0.7                            # a badge beside the symbol, not over it


MARKS = ("OOS", "Low", "Exhausted", "Fuel")


@pytest.mark.parametrize("mark", MARKS)
def test_each_status_marker_shows_in_its_own_colour(world: World, mark: str) -> None:
    counter = named(world, "British", "11 Inf")
    plain = pixels(counter_surface(unit(counter), 64))
    marked = pixels(counter_surface(replace(unit(counter), marks=(mark,)), 64))
    changed = (plain != marked).any(axis=2)
    assert changed.sum() > 60
    _, ground_, ink = STATUS_BADGES[mark]
    assert like(marked[changed], ground_, 30) and like(marked[changed], ink, 60)


def test_status_markers_differ_and_leave_name_and_ratings_free(world: World) -> None:
    counter = named(world, "British", "11 Inf")
    seen = [pixels(counter_surface(replace(unit(counter), marks=(mark,)), 64)).tobytes() for mark in MARKS]
    assert len(set(seen)) == len(MARKS)
    plain = pixels(counter_surface(unit(counter), 64))
    marked = pixels(counter_surface(replace(unit(counter), marks=("OOS", "Exhausted", "Fuel")), 64))
    rows = np.nonzero((plain != marked).any(axis=(1, 2)))[0]
    assert rows.min() >= 64 * 0.2 and rows.max() <= 64 * 0.68


def test_a_state_that_knows_of_supply_is_drawn_with_its_markers(world: World) -> None:
    """A field of the unit is all that it takes."""
    unit_of = next(u for _, u in rules_for(world).start().in_order())
    known = SimpleNamespace(counter=unit_of.counter, side=unit_of.side, mode=unit_of.mode, up=unit_of.up,
                            lost=0, low=True, exhausted=False, fueled=True, oos=False)
    assert unit_piece(cast(Unit, known)).marks == ("Low", "Fuel")
    assert unit_piece(unit_of).marks == ()


def test_the_unit_that_its_owner_put_on_top_lies_there(world: World) -> None:
    """OCS 4.9: one of the units in Combat Mode that are Attack-Capable."""
    state = rules_for(world).start()
    hex_ = next(h for h, uids in state.here.items() if h < world.atlas.grid.size and len(
        top_candidates(state, state.units[uids[0]].side, h)) > 1)
    there = state.here[hex_]
    for uid in top_candidates(state, state.units[there[0]].side, hex_):
        chosen = replace(state, tops=state.tops.set(hex_, uid))
        stack = next(stack for stack in stacks_of(chosen) if stack.place == hex_)
        assert stack.pieces[0].counter is state.units[uid].counter


def test_names_leave_out_what_the_symbol_says(world: World) -> None:
    assert short_name(named(world, "British", "24 Gds Inf")) == "24 Gds"
    assert short_name(named(world, "British", "17/21 L Arm")) == "17/21 L"
    assert short_name(named(world, "German", "March T-2")) == "March T-2"


def test_supply_is_written_as_players_say_it() -> None:
    assert [tokens_text(n) for n in (0, 3, 4, 14)] == ["0T", "3T", "1 SP", "3 SP 2T"]
