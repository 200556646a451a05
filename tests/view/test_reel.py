"""Reels: every state is there, stepping is exact both ways, rows lead to hexes, a growing log is followed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ocs_engine.series.commands import EndSegment
from ocs_engine.series.rules import OcsRules
from ocs_engine.state.events import StackMoved
from ocs_engine.tunisia.game import new_game, open_log, rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World
from ocs_view.motion import motion
from ocs_view.reel import BY, Bookmarks, Reel, Row, _places


def test_its_last_state_is_the_logs(log: Path, reel: Reel) -> None:
    assert reel.moments[-1].state == open_log(log).steps()[-1].state


@pytest.mark.parametrize("by", BY)
def test_back_passes_the_same_moments_as_forward(reel: Reel, by: str) -> None:
    stops, at = [0], 0
    while at < len(reel.moments) - 1:
        at = reel.step(at, by, True)
        stops.append(at)
    assert stops == sorted(set(stops))
    back = [at]
    while at:
        at = reel.step(at, by, False)
        back.append(at)
    assert back[::-1] == stops


def test_turns_begin_where_the_calendar_says(reel: Reel) -> None:
    turns = reel.turns()
    assert list(turns) == sorted(turns) and set(turns) == set(range(1, 15))
    for turn, at in turns.items():
        assert reel.moments[at].state.turn == turn
        assert turn == 1 or reel.moments[at - 1].state.turn == turn - 1


def test_the_end_of_a_turn_is_the_moment_before_the_next(reel: Reel) -> None:
    assert reel.end_of_turn(4) == reel.turns()[5] - 1
    assert reel.end_of_turn(15) is None


def test_a_phase_is_one_step(reel: Reel) -> None:
    at = reel.turns()[2]
    after = reel.step(at, "phase", True)
    first, last = reel.moments[at].state.now, reel.moments[after].state.now
    assert (first.phase, first.phasing) != (last.phase, last.phasing)
    assert reel.moments[after - 1].state.now.phase == first.phase


def test_a_move_leads_to_the_hex_that_it_ends_in(reel: Reel) -> None:
    def ends_of(row: Row) -> list[str]:
        return [m.event.to for m in reel.moments[row.first:row.last + 1] if isinstance(m.event, StackMoved)]

    row = next(row for row in reel.rows if row.kind == "act" and ends_of(row))
    ends = ends_of(row)
    state = reel.moments[row.last].state
    assert row.places[0] == state.world.place(ends[-1]) or ends[-1] in [state.world.label(p) for p in row.places[:2]]
    assert row == reel.rows[reel.row_at(row.last) or 0]


def test_every_line_that_names_a_hex_leads_to_one(reel: Reel) -> None:
    told = [row for row in reel.rows if row.kind == "act" and re.search(r"[AB]\d\d\.\d\d", row.text)]
    assert told and all(row.places for row in told)


def test_an_attack_leads_to_the_hex_that_is_attacked(world: World) -> None:
    state = new_game(world, seed=7).state
    said = "The Allies attack A41.22 Medjez el Bab with Fr Mech Rgt (Coutx) from A40.22"
    assert [world.label(place) for place in _places(state, (), said)] == ["A41.22", "A40.22"]


def test_a_sides_last_turn_ended_before(reel: Reel) -> None:
    assert reel.since(0, Side.AXIS) is None
    before = reel.since(len(reel.moments) - 1, Side.AXIS)
    assert before is not None and before.now.phasing is Side.AXIS


def test_a_move_is_shown_between_its_two_hexes(reel: Reel) -> None:
    at = next(i for i, m in enumerate(reel.moments) if isinstance(m.event, StackMoved))
    way = motion(reel, at)
    event = reel.moments[at].event
    assert way is not None and isinstance(event, StackMoved)
    state = reel.moments[at].state
    assert way.end == state.world.atlas.grid.centre(state.world.place(event.to))
    assert way.at(0.0)[0].at == way.start and way.at(1.0)[0].at == pytest.approx(way.end)
    movers = {state.units[uid].counter for uid in event.cost}
    assert not any(piece.counter in movers for stack in way.still for piece in stack.pieces)


def test_a_log_that_grows_is_followed(world: World, tmp_path: Path) -> None:
    path = tmp_path / "growing.ocslog"
    game = new_game(world, seed=7, log=path)
    reel = Reel(open_log(path))
    assert not reel.grow()
    side = game.state.now.acts
    assert side is not None
    game.submit(EndSegment(side=side))
    assert reel.grow()
    assert reel.moments[-1].state == game.state


def test_only_what_was_added_to_a_log_is_read(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "growing.ocslog"
    game = new_game(world, seed=7, log=path)
    reel = Reel(open_log(path))
    kept = list(reel.moments)
    game.comment("a first word")
    taken: list[int] = []
    apply = OcsRules.apply
    monkeypatch.setattr(OcsRules, "apply", lambda *args: taken.append(1) or apply(*args))
    assert reel.grow() and reel.rows[-1].text == "a first word"
    assert not taken                                   # nothing was played again
    assert all(now is old for now, old in zip(reel.moments, kept, strict=True))


def test_a_log_that_goes_wrong_is_followed_no_farther(world: World, tmp_path: Path) -> None:
    path = tmp_path / "growing.ocslog"
    game = new_game(world, seed=7, log=path)
    reel = Reel(open_log(path))
    assert game.log is not None
    game.log.add({"type": "redo"})                     # nothing was undone
    assert not reel.grow()
    assert reel.opened is not None and reel.opened.log.problem is not None
    game.comment("on and on")
    assert not reel.grow()


def test_a_comment_is_added_at_the_end_and_the_log_stays_true(world: World, tmp_path: Path) -> None:
    path = tmp_path / "game.ocslog"
    game = new_game(world, seed=7, log=path)
    reel = Reel(open_log(path))
    with pytest.raises(ValueError, match="still being played"):
        reel.comment("too early")
    assert game.log is not None
    game.log.close()
    before = path.read_bytes()
    reel.comment("Bône must hold")
    assert path.read_bytes().startswith(before)
    assert (reel.rows[-1].kind, reel.rows[-1].text) == ("comment", "Bône must hold")
    open_log(path).verify()


def test_a_compressed_log_takes_comments_too(world: World, tmp_path: Path) -> None:
    path = tmp_path / "game.ocslog.gz"
    game = new_game(world, seed=7, log=path)
    assert game.log is not None
    game.log.close()
    reel = Reel(open_log(path))
    reel.comment("packed")
    assert reel.rows[-1].text == "packed"
    assert open_log(path).log.lines[-1].data["text"] == "packed"


def test_a_game_is_heard_undo_and_all(world: World) -> None:
    game = new_game(world, seed=7)
    rules = rules_for(world)
    reel = Reel.of_game(game, rules.start(), rules)
    before, side = game.state, game.state.now.acts
    assert side is not None and reel.moments[-1].state == before
    game.submit(EndSegment(side=side))
    assert reel.moments[-1].state == game.state != before
    game.undo()
    assert reel.moments[-1].state == before and reel.rows[-1].kind == "undo"


def test_bookmarks_live_beside_the_log(tmp_path: Path) -> None:
    log = tmp_path / "a.ocslog"
    marks = Bookmarks(log)
    assert marks.toggle(12, "the crisis")
    assert [(mark.line, mark.name) for mark in Bookmarks(log).marks] == [(12, "the crisis")]
    assert not Bookmarks(log).toggle(12, "")
    assert Bookmarks(log).marks == [] and not log.exists()
