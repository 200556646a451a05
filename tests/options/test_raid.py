"""T2 4.4: the amphibious raid, each sentence a case, on the real map; A17.26 is Bône."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.players.human_table import Table
from ocs_engine.series.modes import movement_allowance
from ocs_engine.series.raid import EmbarkRaid, LandRaid, beaches, may_embark, raiders
from ocs_engine.series.story import tell
from ocs_engine.state.model import AWAY, Raid
from ocs_engine.state.option_events import RaidEmbarked, RaidLanded
from ocs_engine.world.calendar import Weather
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.options import AMPHIBIOUS_RAID, EVERYONE_SUPPLIED
from tests.hands import asks, done
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.supply.phases import events

OPTIONS = (EVERYONE_SUPPLIED, AMPHIBIOUS_RAID)
NOTE = """
    == Axis ==
    {axis}
    == Allied ==
    A17.26: Commando Bn (6 Cdo)  -- Move
    {more}
"""
LANDING = "A30.26"
"""Tabarka."""


def coast(
    more: str = "A17.26: 4T", axis: str = "A48.24: March Bn (T-1)", options: tuple[str, ...] = OPTIONS
) -> Position:
    return position(NOTE.format(more=more, axis=axis), "Allied Movement Phase", options=options)


def sailing(weather: Weather = Weather.FLIGHT, turns: int = 1, **kinds: str) -> Position:
    """The raid at sea, some turns after it set out."""
    p = coast(**kinds)
    p.do(EmbarkRaid(side=ALLIED, unit=p.id("6 Cdo")))
    state = replace(p.state, turn=p.state.turn + turns, weather=weather)
    return Position(p.rules, state, RecordedDice((1, 1)))


@pytest.mark.rule("T2 4.4")
def test_one_commando_battalion_and_3t_embark_at_bone_or_algiers():
    p = coast()
    assert raiders(p.state, ALLIED) == (p.id("6 Cdo"),)
    p.do(EmbarkRaid(side=ALLIED, unit=p.id("6 Cdo")))
    assert p.unit("6 Cdo").place == AWAY and p.state.dumps[p.hex("A17.26")].tokens == 1
    assert p.state.raid == Raid(p.id("6 Cdo"), p.state.turn)
    assert "goes to sea" in tell(p.game.start, events(p, RaidEmbarked))
    assert p.rules.load(p.rules.dump(p.state)).raid == p.state.raid
    box = position("== Allied ==\nAlgiers: Commando Bn (6 Cdo)  -- Move", "Allied Movement Phase", options=OPTIONS)
    box.do(EmbarkRaid(side=ALLIED, unit=box.id("6 Cdo")))


@pytest.mark.rule("T2 4.4")
@pytest.mark.parametrize(
    ("more", "name"),
    [("A17.26: 2T", "6 Cdo"), ("A17.26: 4T, Para Bn (1)  -- Move", "1"), ("A30.26: 4T", "6 Cdo"),
     ("A17.26: 4T\nA30.26: Commando Bn (1 Cdo)  -- Move", "1 Cdo")],
)  # fmt: skip
def test_nobody_else_embarks_and_not_elsewhere_or_with_less(more: str, name: str):
    p = coast(more)
    p.do(EmbarkRaid(side=ALLIED, unit=p.id(name)), "T2 4.4")


@pytest.mark.rule("T2 4.4")
def test_only_once_and_only_by_option():
    p = sailing()
    p.do(LandRaid(side=ALLIED, hex=LANDING))
    assert not may_embark(p.state, ALLIED) and "embark raid" not in p.rules.legal(p.state, ALLIED)
    plain = coast(options=(EVERYONE_SUPPLIED,))
    assert not may_embark(plain.state, ALLIED)
    axis = position("== Axis ==\nA30.26: Konen Cdo", "Axis Movement Phase", options=OPTIONS) if False else None
    assert axis is None and not coast().state.points.raid_starts(plain.state, AXIS)


@pytest.mark.rule("T2 4.4")
def test_they_land_in_the_next_turn_and_the_phase_does_not_end_before():
    p = sailing(turns=0)
    assert "land raid" not in p.rules.legal(p.state, ALLIED) and "end segment" in p.rules.legal(p.state, ALLIED)
    p = sailing()
    assert "end segment" not in p.rules.legal(p.state, ALLIED)
    p.do(LandRaid(side=ALLIED, hex=LANDING))
    assert p.where("6 Cdo") == LANDING and p.state.dumps[p.hex(LANDING)].tokens == 3
    assert "lands in" in tell(p.game.start, events(p, RaidLanded))
    assert "end segment" in p.rules.legal(p.state, ALLIED)


@pytest.mark.rule("T2 4.4")
def test_later_only_for_mud():
    p = sailing(Weather.MUD)
    legal = p.rules.legal(p.state, ALLIED)
    assert "land raid" in legal and "end segment" in legal
    after = sailing(turns=2)
    assert "end segment" not in after.rules.legal(after.state, ALLIED)


@pytest.mark.rule("T2 4.4")
def test_on_any_coastal_hex_of_the_map_without_the_enemy():
    p = sailing(axis="A48.24: March Bn (T-1)\nA54.11: 1 SP")
    p.do(LandRaid(side=ALLIED, hex="A48.24"), "T2 4.4")
    p.do(LandRaid(side=ALLIED, hex="A20.05"), "T2 4.4")
    found = beaches(p.state, ALLIED)
    assert all(p.state.world.atlas.coastal[hex_] for hex_ in found) and p.hex(LANDING) in found
    p.do(LandRaid(side=ALLIED, hex="A54.11"))
    assert p.state.dumps[p.hex("A54.11")].side is ALLIED, "what lies there is captured"


@pytest.mark.rule("T2 4.4")
def test_ashore_they_may_move_half_their_ma_and_are_normal_afterwards():
    p = sailing()
    p.do(LandRaid(side=ALLIED, hex=LANDING))
    uid = p.id("6 Cdo")
    full = TWELFTHS * p.unit("6 Cdo").face.ma
    assert movement_allowance(p.state, uid) == full // 2
    later = replace(p.state, memory=replace(p.state.memory, rode=Map()))
    assert movement_allowance(later, uid) == full and not p.state.memory.done.get(uid)


def test_the_raid_as_orders():
    p = coast()
    table = Table(p.game, (ALLIED,))
    assert done(table, "raid") == "raid UNIT sends it to sea: Commando Bn (6 Cdo) can set out"
    done(table, "raid 6 Cdo")
    assert "is at sea, and lands" in done(table, "raid") and "now: raid HEX" not in done(table, "raid")
    q = sailing()
    ashore = Table(q.game, (ALLIED,))
    assert "a raid at sea has to land, by raid HEX" in asks(ashore)
    assert "now: raid HEX" in done(ashore, "raid")
    done(ashore, f"raid {LANDING}")
    assert "has landed, and there is one raid in a game" in done(ashore, "raid")
    assert "it takes a commando battalion in Move Mode" in done(Table(coast("").game, (ALLIED,)), "raid")
    assert "no raid of your side" in done(Table(coast(options=()).game, (ALLIED,)), "raid")
