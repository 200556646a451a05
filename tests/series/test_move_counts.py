"""Move counts on tiny positions: how many end hexes, and how many ways of one and of two hexes, counted by hand."""

from __future__ import annotations

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import DiceWanted
from ocs_engine.series.commands import Step
from ocs_engine.series.costs import edge_costs
from ocs_engine.series.movement import moving, next_hexes
from ocs_engine.state.model import State
from tests.positions import Position, position

# An island of seven hexes: A20.20 and its six neighbours.
#
#                 A20.21 hills
#     A19.21 open              A21.21 rough
#                 A20.20 open
#     A19.20 open              A21.20 open
#                 A20.19 mountain
#
# A minor river runs between A20.20 and A19.20.
ISLAND = """
    all: sea
    A20.20, A19.21, A19.20, A21.20: open
    A20.21: hills
    A21.21: rough
    A20.19: mountain
    A20.20 | A19.20: minor_river
"""

# A chain of five hexes from south to north, and one beside it from which a battalion's zone covers two of them.
CHAIN = "all: sea\nA20.20, A20.21, A20.22, A20.23, A20.24, A21.23: open"


def ways(p: Position, names: str, length: int) -> int:
    """In how many ways some units can go so many hexes together."""
    p.begin(names)
    return _count(p, p.state, length)


def _count(p: Position, state: State, length: int) -> int:
    if length == 0:
        return 1
    total = 0
    for hex_ in next_hexes(state, moving(state)):
        step = Step(side=p.side, hex=state.world.label(hex_))
        done = p.rules.decide(state, step, RecordedDice(()), 0)
        assert not isinstance(done, Refusal | DiceWanted)
        total += _count(p, done.state, length - 1)
    return total


def fresh(note: str, ground: str) -> Position:
    """A position of the Allies alone, or against what the note has of the Axis."""
    return position("== Allied ==\n" + note, ground=ground)


def walked(p: Position, name: str) -> set[str]:
    """Every hex that a unit can come to step by step, minimum moves apart."""
    uid = p.id(name)
    p.begin(name)
    seen = {(p.state.units[uid].place, p.state.memory.spent.get(uid, 0))}
    queue = [p.state]
    while queue:
        state = queue.pop()
        for hex_ in next_hexes(state, [uid]):
            done = p.rules.decide(state, Step(side=p.side, hex=state.world.label(hex_)), RecordedDice(()), 0)
            assert not isinstance(done, Refusal | DiceWanted)
            after = done.state
            whole = edge_costs(state.world.board, state.units[uid].face.mobility)[
                state.world.atlas.grid.edge_between(state.units[uid].place, hex_)
            ]
            key = (hex_, after.memory.spent[uid])
            if key not in seen and after.memory.spent[uid] - state.memory.spent.get(uid, 0) == whole:
                seen.add(key)
                queue.append(after)
    return p.labels(hex_ for hex_, _ in seen)


@pytest.mark.rule("OCS 6.1", "OCS 4.5a", "OCS 5.4a", "OCS 5.8a")
@pytest.mark.parametrize("remark", ["Combat", "Move", "Strat", "Reserve", "Reserve, Move side up", "DG"])
@pytest.mark.parametrize("markers", [1, 2, 3])
def test_a_range_is_what_can_be_walked(remark: str, markers: int) -> None:
    note = f"""
        Reserve markers: {markers}
        A20.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)   -- {remark}
        A19.20: Fr Inf Bn (Zouv)                           -- Reserve
        A21.20: Para Bn (3)                                -- finished
        == Axis ==
        A21.21: LW Para Bn (I-5)
        A19.22: LW Inf Bn (I-OBS)
    """
    ground = ISLAND + "A19.22, A18.21, A18.20: open\nA20.20 - A21.20: primary"
    for name in ("Coutx", "6 Cdo"):
        p = fresh(note, ground)
        reckoned = p.range(name)
        assert walked(p, name) == reckoned, name


@pytest.mark.rule("OCS 6.1")
def test_infantry_on_the_plain() -> None:
    # MA 3, 1 MP a hex: 1 + 6 + 12 + 18 hexes within three. Every hex has six neighbours: 6 ways of one hex, 36 of two.
    note = "A20.20: Commando Bn (6 Cdo)"
    assert len(fresh(note, "").range("6 Cdo")) == 37
    assert ways(fresh(note, ""), "6 Cdo", 1) == 6
    assert ways(fresh(note, ""), "6 Cdo", 2) == 36


@pytest.mark.rule("OCS 6.1", "OCS 6.2")
def test_trucks_on_the_island() -> None:
    # MA 6 in Combat Mode. Hills 3, rough 6, open 1, over the river 1 + 4, mountain prohibited.
    # One hex: all but the mountain, 5 ways.
    # Two hexes: from the hills (3 left) back or to A19.21, 2; from the rough (0 left) none; from A21.20 (5 left) back,
    # 1, for the rough costs 6; from A19.20 (1 left) to A19.21, 1, for back over the river costs 5; from A19.21
    # (5 left) back, to the hills and to A19.20, 3. Together 7.
    # Ends: everything but the mountain; A19.20 is cheaper by A19.21 (2) than over the river (5).
    note = "A20.20: Fr Mech Rgt (Coutx)"
    assert fresh(note, ISLAND).range("Coutx") == {"A20.20", "A20.21", "A21.21", "A21.20", "A19.20", "A19.21"}
    assert ways(fresh(note, ISLAND), "Coutx", 1) == 5
    assert ways(fresh(note, ISLAND), "Coutx", 2) == 7


@pytest.mark.rule("OCS 6.1")
def test_infantry_on_the_island() -> None:
    # MA 3. Hills 1, rough 2, open 1, over the river 1 + 1, mountain 3. One hex: 6 ways.
    # Two hexes: from the hills (2 left) back 1, A19.21 1, the rough 2: 3. From the rough (1 left) back, hills and
    # A21.20: 3. From A21.20 (2 left) back, rough 2, not the mountain: 2. From the mountain (0 left) none. From A19.20
    # (1 left) A19.21: 1, for back costs 2. From A19.21 (2 left) back, hills, A19.20: 3. Together 12.
    note = "A20.20: Commando Bn (6 Cdo)"
    assert len(fresh(note, ISLAND).range("6 Cdo")) == 7
    assert ways(fresh(note, ISLAND), "6 Cdo", 1) == 6
    assert ways(fresh(note, ISLAND), "6 Cdo", 2) == 12


@pytest.mark.rule("OCS 6.1")
def test_a_mixed_stack_on_the_island() -> None:
    # Where both may go: the 5 ways of the trucks. Two hexes: the 7 of the trucks, all of which the infantry can pay too
    # (hills 1 and 1, A21.20 and back 1 + 1, A19.20 and A19.21 2 + 1, A19.21 and on 1 + 1).
    note = "A20.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)"
    assert ways(fresh(note, ISLAND), "Coutx, 6 Cdo", 1) == 5
    assert ways(fresh(note, ISLAND), "Coutx, 6 Cdo", 2) == 7


@pytest.mark.rule("OCS 4.5a", "OCS 4.5b")
def test_along_the_chain_past_an_enemy() -> None:
    # A21.23 covers A20.22 and A20.23. Trucks (MA 6) from A20.20: two steps and a halt, 3 hexes; 1 way of one hex, 2 of
    # two (on or back), and of three only A20.21 A20.20 A20.21. Infantry (MA 3) passes: 4 hexes.
    enemy = "\n== Axis ==\nA21.23: LW Para Bn (I-5)"
    note = "A20.20: Fr Mech Rgt (Coutx), Commando Bn (6 Cdo)" + enemy
    p = fresh(note, CHAIN)
    assert len(p.range("Coutx")) == 3
    assert len(p.range("6 Cdo")) == 4
    assert [ways(fresh(note, CHAIN), "Coutx", length) for length in (1, 2, 3)] == [1, 2, 1]
    # With a friend held in A20.22 that hex is negated: on to A20.23, where the zone holds. 4 hexes; of three steps
    # also A20.21 A20.22 and then A20.23 or back: 3 ways.
    carpet = note.replace("6 Cdo)", "6 Cdo)\nA20.22: Fr Inf Bn (Zouv)  -- finished")
    assert len(fresh(carpet, CHAIN).range("Coutx")) == 4
    assert [ways(fresh(carpet, CHAIN), "Coutx", length) for length in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.rule("OCS 6.1c")
def test_a_minimum_move_into_the_mountains() -> None:
    # DG, 3 x 1/2 MP, and mountains of 3 all around: nothing can be paid, yet each of the six may be the only hex.
    note = "A20.20: Commando Bn (6 Cdo)  -- DG"
    assert fresh(note, "all: mountain").range("6 Cdo") == {"A20.20"}
    assert ways(fresh(note, "all: mountain"), "6 Cdo", 1) == 6
    assert ways(fresh(note, "all: mountain"), "6 Cdo", 2) == 0


@pytest.mark.rule("OCS 6.2", "OCS 5.7")
def test_a_reserve_on_a_road_through_the_marshes() -> None:
    # 12 x 1/4 = 3 MP, 1/3 MP a hex of primary road: nine hexes up the road and the one it started in.
    road = [f"A20.{row}" for row in range(10, 22)]
    ground = "all: marsh\n" + " - ".join(road) + ": primary"
    p = fresh("A20.10: Fr Mech Rgt (Coutx)  -- Reserve, Move side up", ground)
    assert p.range("Coutx") == set(road[:10])
    assert ways(p, "Coutx", 2) == 2
