"""The books of a kept game add up, and what moves a good without leave is a fault."""

from __future__ import annotations

import pytest

from ocs_engine.world.counters import Side
from tests.games import books
from tests.games.kept import KeptGame, kept_games


@pytest.fixture
def battle() -> KeptGame:
    """The shortest of the kept games."""
    return next(game for game in kept_games() if game.name == "battle-random")


def test_the_books_of_a_game_add_up(battle: KeptGame) -> None:
    kept = books.books(battle.replay())
    for good, side in kept.start.keys() | kept.now.keys():
        came = sum(more for (what, whose, _), more in kept.moved.items() if (what, whose) == (good, side))
        assert kept.start[good, side] + came == kept.now[good, side]
    assert kept.moved["supply", Side.ALLIED, "supply spent"] < 0
    assert any(line.startswith("Allied supply: ") and "; supply spent -" in line for line in kept.lines())


@pytest.mark.parametrize(("ways", "good", "kind"), [
    (books.GOES, "supply", "supply spent"), (books.COMES, "steps", "units arrived"),
])  # fmt: skip
def test_what_may_not_move_a_good_is_a_fault(
    battle: KeptGame, monkeypatch: pytest.MonkeyPatch, ways: dict[str, set[str]], good: str, kind: str
) -> None:
    monkeypatch.setitem(ways, good, ways[good] - {kind})
    with pytest.raises(ValueError, match=f"line \\d+: '{kind}' may not change the {good} of the (Axis|Allied) by [+-]"):
        books.books(battle.replay())
