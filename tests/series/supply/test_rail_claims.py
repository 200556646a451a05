"""Railways behind the front that change hands because both sides agree (OCS 13.3h)."""

from __future__ import annotations

import pytest

from ocs_engine.players.human_table import Table
from ocs_engine.series import story
from ocs_engine.series.supply.rail_claims import AnswerRail, ClaimRail
from ocs_engine.world.counters import Side
from tests.hands import asks, done
from tests.positions import ALLIED, AXIS, Position, position

# A railway of A20.10-A20.20 with three villages. At the start A20.12 is 1 hex from the Allies, A20.16 and A20.18 are
# 1 and 3 from the Axis battalion, 3 and 5 from the Allies.
LINE = " - ".join(f"A20.{row}" for row in range(10, 21))
GROUND = f"all: open\n{LINE}: standard\nA20.12: village\nA20.16: village\nA20.18: village"
NOTE = "== Axis ==\nA20.15: March Bn (T-1)\n== Allied ==\nA20.13: Para Bn (1)"


def behind_the_front(note: str = NOTE, when: str = "Allied Movement Phase", ground: str = GROUND) -> Position:
    return position(note, when, ground=ground, options=())


def rails(p: Position) -> dict[str, Side]:
    return {p.state.world.label(hex_): side for hex_, side in sorted(p.state.rail_control.items())}


def told(p: Position) -> str:
    before, last = p.game.entries[-2:]
    return story.tell(before.state, last.events)


def claim(p: Position, *hexes: str, side: Side = ALLIED, no: str | None = None) -> None:
    p.do(ClaimRail(side=side, hexes=hexes), no)


def answer(p: Position, agree: bool, side: Side = AXIS, no: str | None = None) -> None:
    p.do(AnswerRail(side=side, agree=agree), no)


@pytest.mark.rule("OCS 13.3h")
def test_a_detrainable_hex_behind_the_front_changes_hands_if_both_sides_agree():
    p = behind_the_front()
    assert rails(p) == {"A20.12": ALLIED, "A20.16": AXIS, "A20.18": AXIS}
    claim(p, "A20.16", "A20.18")
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.kinds) == (AXIS, ("answer rail",))
    assert "A20.16" in pending.prompt and "A20.18" in pending.prompt
    answer(p, True, side=ALLIED, no="OCS 13.3h")
    answer(p, True)
    assert rails(p) == {"A20.12": ALLIED, "A20.16": ALLIED, "A20.18": ALLIED}
    assert "Both sides agree" in told(p)
    p.move("1", "A21.14")
    assert rails(p)["A20.16"] is ALLIED, "and it stays so"


@pytest.mark.rule("OCS 13.3h")
def test_a_person_claims_by_name_and_the_other_answers():
    table = Table(behind_the_front().game, (ALLIED, AXIS))
    assert done(table, "claim") == "the other side can be asked for A20.16, A20.18"
    done(table, "claim A20.18")
    assert table.side is AXIS and "A20.18" in asks(table)
    done(table, "yes")
    assert table.state.rail_control[table.state.world.place("A20.18")] is ALLIED


@pytest.mark.rule("OCS 13.3h")
def test_without_agreement_control_is_unchanged_and_nobody_asks_again_in_this_phase():
    p = behind_the_front()
    claim(p, "A20.16")
    answer(p, False)
    assert rails(p) == {"A20.12": ALLIED, "A20.16": AXIS, "A20.18": AXIS}
    assert "does not agree" in told(p)
    assert "claim rail" not in p.legal()
    claim(p, "A20.18", no="OCS 13.3h")


@pytest.mark.rule("OCS 13.3h")
def test_only_detrainable_hexes_of_others_without_an_enemy_combat_unit_are_claimed():
    p = behind_the_front("== Axis ==\nA20.16: March Bn (T-1)\n== Allied ==\nA20.12: Para Bn (1)")
    assert p.offered("claim rail") == {"A20.18"}
    claim(p, "A20.12", no="OCS 13.3h")  # its own
    claim(p, "A20.14", no="OCS 13.3h")  # a railway without a town
    claim(p, "A20.16", no="OCS 13.3h")  # the enemy stands there
    claim(p, no="OCS 13.3h")
    claim(p, "A20.18", "A20.18", no="OCS 13.3h")
    assert p.offered("claim rail", ("hex", "A20.18")) == {"enough"}


@pytest.mark.rule("OCS 13.3h")
def test_a_hex_that_is_nobodys_may_be_claimed():
    # As far from both, and no port on the plain.
    p = behind_the_front("== Axis ==\nA20.18: March Bn (T-1)\n== Allied ==\nA20.14: Para Bn (1)")
    assert rails(p) == {"A20.12": ALLIED, "A20.18": AXIS}
    claim(p, "A20.16")
    answer(p, True)
    assert rails(p)["A20.16"] is ALLIED


@pytest.mark.rule("OCS 13.3h")
def test_a_side_asks_in_its_own_movement_phase():
    p = behind_the_front(when="Axis Movement Phase")
    claim(p, "A20.12", side=ALLIED, no="")
    claim(p, "A20.12", side=AXIS)
    answer(p, True, side=ALLIED)
    assert rails(p) == {"A20.12": AXIS, "A20.16": AXIS, "A20.18": AXIS}
    reaction = behind_the_front(NOTE + ", Para Bn (2)  -- Reserve", "Allied Reaction Phase")
    assert "release" in reaction.legal() and "claim rail" not in reaction.legal()
