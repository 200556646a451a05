"""What a barrage of an air base, a port or a railway came to, as a brief story tells it."""

from __future__ import annotations

import pytest

from ocs_engine.chronicle import Act, Fight, chronicle
from ocs_engine.kernel.session import Entry
from ocs_engine.series.stories.sums import cost_words, fight_words
from ocs_engine.state.model import State
from tests.bombs import BARRAGE, SAFE, bomb, bust
from tests.flights import sky
from tests.positions import Position
from tests.series.air.test_air_barrage import NEAR, SPOTTED
from tests.series.air.test_trainbusting import rails


def told(p: Position, before: State, entry: Entry[State] | None) -> tuple[str, str, str]:
    """The one fight of an act: in words, its result, and what it cost."""
    assert entry is not None
    act = Act(2, before, tuple(entry.events), False, p.state)
    (fight,) = chronicle(p.rules, before, [act]).turns[0].fights
    assert isinstance(fight, Fight)
    words = fight_words(before.world, fight.side, fight.kind, fight.target, fight.odds, fight.aim)
    return words, fight.result, cost_words(fight.lost, fight.planes)


@pytest.mark.parametrize(("dice", "result", "cost"), [
    ([5, 5, 4], "Level 1 now", "the Axis side 1 step of planes"),
    ([1], "no hit", "nobody a step"),
])
def test_a_barrage_of_an_air_base_tells_its_level_and_its_planes(dice: list[int], result: str, cost: str) -> None:
    """In column 5-10 a 5 is 1*(5): a level, and a step of each plane on 5 or more; a 1 is nothing."""
    axis = "Axis 2 A30.20: ger-ju87 inactive, ger-ju87 inactive"
    p = sky(axis, NEAR, note=SPOTTED, when=BARRAGE, dice=[*SAFE, *dice])
    before = p.state
    entry = bomb(p, "A30.20", "us-a-20-1", aim="air base")
    assert told(p, before, entry) == ("the Allied side barrages the air base in A30.20", result, cost)


def test_a_railway_that_is_bombed_is_told() -> None:
    """In column 5-10 a 4 is *(6): a marker."""
    p = rails(NEAR, dice=[*SAFE, 4])
    before = p.state
    entry = bust(p, "A30.20", "us-a-20-1")
    assert told(p, before, entry)[:2] == ("the Allied side barrages the railway in A30.20", "trains busted")
