"""OCS 21.1: recon. On open ground a hex is 1 MP; 56 Rec AC has MA 8 on its Combat side and 16 on its Move side.

In an enemy ZOC that it does not negate a moving unit draws no farther than the next hex (OCS 4.5a).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.players.human_table import Table
from ocs_engine.series.recon import Recon, can_scout
from ocs_engine.series.story import tell
from ocs_engine.state.model import Work
from ocs_engine.state.option_events import HexScouted
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.options import EVERYONE_SUPPLIED
from ocs_engine.world.options import RECON as OPTION
from ocs_engine.world.world import load_world
from tests.hands import done, refused
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.supply.paid_fights import events

PATROL = """
    == Axis ==
    A20.21: It Inf Rgt (350), {others}
    == Allied ==
    A20.18: 78 Inf Div (56 Rec AC){mode}
    A20.17: Para Bn (1)
    A20.19: 2T
"""
FREE = (EVERYONE_SUPPLIED, OPTION)


def patrol(
    *options: str, others: str = "March Bn (T-1)", mode: str = "", when: str = "Allied Movement Phase"
) -> Position:
    note = PATROL.format(others=others, mode=mode)
    return position(note, when, ground="all: open", options=options or FREE)


def look(p: Position, name: str, hex_: str, no: str | None = None, **payment: int) -> None:
    paid = {way.replace("_", "."): tokens for way, tokens in payment.items()}
    p.do(Recon(side=p.side, unit=p.id(name), hex=hex_, payment=paid), no)


@pytest.mark.rule("OCS 21.1")
def test_it_takes_a_quarter_of_the_printed_ma_and_the_enemy_tells_steps_and_at():
    """MA 8 on the Combat side: 2 MP. A regiment and a battalion are two steps, and neither has any AT."""
    p = patrol()
    p.begin("56 Rec AC")
    p.step("A20.19")
    p.step("A20.20")
    look(p, "56 Rec AC", "A20.21")
    assert p.spent("56 Rec AC") == 2 + 2
    (told,) = events(p, HexScouted)
    assert (told.hex, told.steps, told.at) == ("A20.21", 2, "None")
    assert "the Axis must tell of 2 steps and no AT there" in tell(p.game.start, [told])


@pytest.mark.rule("OCS 21.1")
@pytest.mark.parametrize(
    ("others", "steps", "at"),
    [("It PJ Bn (Mlmrt)", 2, "Heavy"), ("21 Pz Div (3 Recon), Tiger Co (1/501)", 3, "Heavy"),
     ("21 Pz Div (3 Recon)", 2, "Light"), ("Inf Bn (T-5)", 2, "None")],
)  # fmt: skip
def test_heavy_and_light_at_are_told(others: str, steps: int, at: str):
    """Anti-tank guns and tanks are Heavy, a mech unit that is no tank Light (OCS 9.4e)."""
    p = patrol(others=others)
    p.begin("56 Rec AC")
    p.step("A20.19")
    p.step("A20.20")
    look(p, "56 Rec AC", "A20.21")
    (told,) = events(p, HexScouted)
    assert (told.steps, told.at) == (steps, at)


@pytest.mark.rule("OCS 21.1", "OCS 16.0d")
def test_a_hedgehog_makes_it_heavy():
    p = patrol()
    dug_in = replace(p.state, hedgehogs=p.state.hedgehogs.set(p.hex("A20.21"), Work(AXIS, 1)))
    p = Position(p.rules, dug_in, RecordedDice(()))
    p.begin("56 Rec AC")
    p.step("A20.19")
    p.step("A20.20")
    look(p, "56 Rec AC", "A20.21")
    assert events(p, HexScouted)[0].at == "Heavy"


@pytest.mark.rule("OCS 21.1")
def test_it_takes_a_token_as_well():
    p = patrol(OPTION)
    unit = p.id("56 Rec AC")
    fueled = replace(p.state, fueled=p.state.fueled.set(unit, True))
    p = Position(p.rules, fueled, RecordedDice(()))
    p.begin("56 Rec AC")
    p.step("A20.19")
    p.step("A20.20")
    look(p, "56 Rec AC", "A20.21", no="OCS 12.1")
    look(p, "56 Rec AC", "A20.21", A20_19=2, no="OCS 12.1")
    look(p, "56 Rec AC", "A20.21", A20_19=1)
    assert [(each.use, each.tokens, each.what) for each in events(p, SupplySpent)] == [("recon", 1, unit)]
    look(p, "56 Rec AC", "A20.21", A20_19=1)
    look(p, "56 Rec AC", "A20.21", A20_19=1, no="OCS 21.1")  # the dump is empty


@pytest.mark.rule("OCS 21.1")
def test_only_next_to_it_with_enemies_and_with_the_mp_to_spend():
    p = patrol()
    p.begin("56 Rec AC")
    look(p, "56 Rec AC", "A20.21", no="OCS 21.1")
    p.step("A20.19")
    p.step("A20.20")
    look(p, "56 Rec AC", "A20.19", no="OCS 21.1")
    for _ in range(3):
        look(p, "56 Rec AC", "A20.21")
    # 8 of 8 MP are spent: 2 by the march, 6 by three looks.
    look(p, "56 Rec AC", "A20.21", no="OCS 21.1")
    p.end_move()


@pytest.mark.rule("OCS 21.1")
def test_only_while_it_moves_and_with_the_option():
    p = patrol()
    assert "recon" not in p.legal()
    q = patrol(EVERYONE_SUPPLIED)
    q.begin("56 Rec AC")
    assert "recon" not in q.legal()
    p.begin("56 Rec AC")
    assert "recon" not in p.legal(), "nothing is next to it"
    p.step("A20.19")
    p.step("A20.20")
    assert "recon" in p.legal()
    pending = p.game.pending()
    assert pending is not None and "recon" in pending.kinds
    look(p, "1", "A20.21", no="OCS 21.1")


@pytest.mark.rule("OCS 21.1")
def test_in_any_phase_in_which_it_moves():
    """In the own Reaction Phase MA 16 on the Move side is halved to 8; recon takes 4, a quarter of what is printed."""
    p = patrol(when="Allied Reaction Phase", mode="  -- released, move side up")
    p.begin("56 Rec AC")
    p.step("A20.19")
    p.step("A20.20")
    look(p, "56 Rec AC", "A20.21")
    assert p.spent("56 Rec AC") == 2 + 4


@pytest.mark.rule("OCS 21.1")
def test_who_does_recon():
    """Armored cars, cavalry, commandos, motorcycles and recon up to a regiment; no bicycles, tanks or infantry."""
    counters = load_world("race-for-tunis").counters
    p = patrol()
    unit = p.unit("56 Rec AC")
    able = {name for name, counter in counters.items() if can_scout(replace(unit, counter=counter))}
    assert {"ger-10pz-10krd", "it-mc-tbrs", "fr-ac-5cda", "fr-maroc-rec", "br-cdo-1", "us-recon-91", "nz-2-cav"} <= able
    assert not {"ger-334-bic", "us-arm-70", "br-78-11", "ger-march-t-1", "br-hq-5"} & able
    brigade = replace(unit, counter=replace(unit.counter, size="bde"))
    assert can_scout(unit) and not can_scout(brigade)


@pytest.mark.rule("OCS 21.1")
def test_its_form_and_its_words():
    p = patrol(OPTION)
    p = Position(p.rules, replace(p.state, fueled=p.state.fueled.set(p.id("56 Rec AC"), True)), RecordedDice(()))
    p.begin("56 Rec AC")
    p.step("A20.19")
    p.step("A20.20")
    uid = p.id("56 Rec AC")
    assert p.offered("recon") == {uid}
    assert p.offered("recon", ("unit", uid)) == {"A20.21"}
    assert p.offered("recon", ("unit", uid), ("hex", "A20.21")) == {"A20.19"}
    table = Table(p.game, (ALLIED, AXIS))
    done(table, "recon A20.21")
    assert "next to" in refused(table, "recon 56 Rec AC A20.18") or "holds no enemy" in refused(table, "recon A20.18")
    refused(table, "recon")
    done(table, "recon 56 Rec AC A20.21 from A20.19")
    assert len(events(p, HexScouted)) == len(events(p, SupplySpent)) == 2
