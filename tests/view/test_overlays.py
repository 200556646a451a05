"""Overlays: what they mark is what the queries say, and one file is enough to add one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import shapely

import ocs_view.overlays
from ocs_engine import query
from ocs_engine.players.human_answers import told
from ocs_engine.series.movement import twelfths
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view.marks import Path as Line
from ocs_view.marks import Ring, Tag, Wash, union
from ocs_view.overlays import Look, overlays
from ocs_view.overlays.control import front
from ocs_view.reel import Reel


@pytest.fixture
def moving(reel: Reel) -> State:
    """The first moment at which the Allies may move."""
    return next(m.state for m in reel.moments if m.state.now.is_movement and m.state.now.acts is Side.ALLIED)


def test_each_has_a_key_of_its_own_and_answers(moving: State) -> None:
    known = overlays()
    assert {"movement", "zoc", "control", "rails", "standing", "changes"} <= set(known)
    assert len({each.key for each in known.values()}) == len(known)
    for each in known.values():
        laid = each.lay(Look(moving, Side.ALLIED))
        assert laid.marks or laid.notes


def test_one_file_adds_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = ("from ocs_view.overlays import Laid, Look, Overlay\n"
            "OVERLAY = Overlay('extra', '9', 'Extra', lambda look: Laid(notes=(look.side.value,)))\n")
    (tmp_path / "extra.py").write_text(text)
    monkeypatch.setattr(ocs_view.overlays, "__path__", [*ocs_view.overlays.__path__, str(tmp_path)])
    overlays.cache_clear()
    try:
        assert overlays()["extra"].title == "Extra"
    finally:
        monkeypatch.undo()
        overlays.cache_clear()


def test_a_movement_range_bears_the_costs_of_the_query(moving: State) -> None:
    uid = query.left_to_do(moving, Side.ALLIED)[0]
    within = query.reach(moving, uid)
    laid = overlays()["movement"].lay(Look(moving, Side.ALLIED, uid))
    grid = moving.world.atlas.grid
    tagged = {grid_hex: mark.text for mark in laid.marks if isinstance(mark, Tag)
              for grid_hex in within.nodes() if grid.centre(grid_hex)[0] == mark.at[0]
              and abs(grid.centre(grid_hex)[1] - 0.36 - mark.at[1]) < 1e-9}
    wanted = {h: twelfths(within.cost[h]) for h in within.nodes() if h != within.start}
    assert tagged == wanted


def test_the_way_to_a_hex_is_the_cheapest_one(moving: State) -> None:
    uid = query.left_to_do(moving, Side.ALLIED)[0]
    within = query.reach(moving, uid)
    far = max(within.nodes(), key=lambda h: within.cost[h])
    laid = overlays()["movement"].lay(Look(moving, Side.ALLIED, uid, far))
    line = next(mark for mark in laid.marks if isinstance(mark, Line))
    assert line.points == tuple(moving.world.atlas.grid.centre(h) for h in within.path(far))


def test_out_of_reach_is_told_with_its_rule(moving: State) -> None:
    uid = query.left_to_do(moving, Side.ALLIED)[0]
    sea = moving.world.place("A20.34")
    refusal = query.why_not(moving, uid, sea)
    laid = overlays()["movement"].lay(Look(moving, Side.ALLIED, uid, sea))
    assert refusal is not None
    assert any(told(moving, refusal) in note and refusal.rule in note for note in laid.notes)


def test_a_refusal_names_units_as_the_booklet_does(moving: State) -> None:
    uid = query.left_to_do(moving, Side.ALLIED)[0]
    far = moving.world.place("A58.02")
    laid = overlays()["movement"].lay(Look(moving, Side.ALLIED, uid, far))
    assert any(moving.units[uid].counter.booklet_name in note for note in laid.notes if note.startswith("Not to"))
    assert not any(uid in note for note in laid.notes)


def test_zones_are_those_of_the_query(moving: State) -> None:
    laid = overlays()["zoc"].lay(Look(moving, Side.ALLIED))
    washed = {h for mark in laid.marks if isinstance(mark, Wash) for h in mark.hexes}
    assert washed == {h for h in range(moving.world.atlas.grid.size) if query.zones(moving, h)}


def test_the_front_parts_the_two_sides(moving: State) -> None:
    grid = moving.world.atlas.grid
    lines = shapely.union_all([shapely.LineString(line) for line in front(moving)])
    assert not shapely.is_empty(lines)
    for side in Side:
        held = [h for h, owner in moving.control.items() if owner is side]
        inner = shapely.buffer(union(grid, held), -0.45)          # hexes' middles: the front never passes through one
        assert not shapely.intersects(lines, inner)


def test_railways_show_the_zones_round_bombed_ones(moving: State) -> None:
    """The hex with the marker and the six round it, for the side that it hampers; without markers there are none."""
    rails, hex_ = overlays()["rails"], moving.world.place("A26.19")
    assert not any(isinstance(mark, Wash) for mark in rails.lay(Look(moving, Side.ALLIED)).marks)
    bombed = replace(moving, trainbusted=moving.trainbusted.set(hex_, Side.ALLIED))
    laid = rails.lay(Look(bombed, Side.AXIS))
    zones = [mark for mark in laid.marks if isinstance(mark, Wash)]
    assert [set(mark.hexes) for mark in zones] == [{hex_, *moving.world.atlas.grid.around(hex_)}]
    assert "A26.19" in " ".join(laid.notes)


def test_standing_rings_every_objective(moving: State) -> None:
    laid = overlays()["standing"].lay(Look(moving, Side.ALLIED))
    rings = {mark.hex for mark in laid.marks if isinstance(mark, Ring)}
    assert rings == set(moving.points.objectives(moving).values())
    assert laid.notes[0].startswith("As it stands: the Axis side wins")
    assert any(note.startswith("A48.24 Tunis: Axis") for note in laid.notes)


def test_changes_show_who_moved(reel: Reel) -> None:
    at = reel.turns()[3] - 1
    before = reel.since(at, Side.AXIS)
    assert before is not None
    state = reel.moments[at].state
    laid = overlays()["changes"].lay(Look(state, Side.AXIS, before=before))
    grid = state.world.atlas.grid
    moved = {(before.units[uid].place, unit.place) for uid, unit in state.in_order()
             if before.units[uid].place != unit.place and unit.place < grid.size}
    starts = {mark.points[0] for mark in laid.marks if isinstance(mark, Line)}
    assert starts == {grid.centre(old) for old, _ in moved if 0 <= old < grid.size}


def test_changes_ring_those_who_were_not_in_the_game_before(moving: State) -> None:
    """Units that are due later are in no place at all until they come."""
    uid, unit = next((uid, unit) for uid, unit in moving.in_order() if 0 <= unit.place < moving.world.atlas.grid.size)
    before = replace(moving, units=moving.units.delete(uid))
    laid = overlays()["changes"].lay(Look(moving, unit.side, before=before))
    assert [mark.hex for mark in laid.marks if isinstance(mark, Ring)] == [unit.place]
    assert f"{unit.side}: 1 came to {moving.world.label(unit.place)}" in laid.notes


@pytest.mark.rule("OCS 14.4p")
def test_patrols_mark_both_sides_zones_and_the_fighters_of_each_base(moving: State) -> None:
    """Two Fighters and a bomber of the Axis at Bizerte, a Fighter of the Allies at Bône: 10 hexes around each."""
    world, planes = moving.world, moving.planes
    where = {"ger-bf109g-1": "A44.31", "ger-bf109g-2": "A44.31", "ger-ju88-1": "A44.31", "us-spitv-1": "A17.25"}
    for pid, label in where.items():
        planes = planes.set(pid, replace(planes[pid], place=world.place(label), active=True))
    laid = overlays()["patrols"].lay(Look(replace(moving, planes=planes), Side.AXIS, hex=world.place("A44.31")))
    washes = [mark for mark in laid.marks if isinstance(mark, Wash)]
    grid = world.atlas.grid
    for wash, label in zip(washes, ("A44.31", "A17.25"), strict=True):
        base = world.place(label)
        assert set(wash.hexes) == {h for h in range(grid.size) if world.in_play(h) and grid.distance(h, base) <= 10}
    assert [mark.text for mark in laid.marks if isinstance(mark, Tag)] == ["2 F", "1 F"]
    assert laid.notes[-1] == "Axis patrols it from A44.31"
    assert len({wash.hatch for wash in washes}) == 2
