"""The player `simple` guards what its trace hangs on, and steps into a railway that the enemy shuts by his ZOC.

The railway of `test_simple_rails`: from the source at A20.01 by the villages A20.14 and A20.28, on which an HQ at
A20.29 draws.
"""

from __future__ import annotations

from ocs_engine.players import simple_march
from ocs_engine.players.simple import SimplePlayer
from ocs_engine.players.simple_posts import guards, posts
from ocs_engine.players.simple_rails import breaks
from ocs_engine.players.simple_trace import lifelines
from ocs_engine.series.forms import beginners
from ocs_engine.series.supply.trace import could_trace
from tests.players.test_simple_rails import ARMY, RAIDER, line
from tests.positions import ALLIED, Position

HQ = "A20.29: Corps HQ (5), 78 Inf Div (36 Inf)\n"
NEAR = RAIDER.format("A28.14")
"""Eight hexes from A20.14, and more than twelve from the other stations."""


def sent(p: Position) -> dict[str, str]:
    found = guards(p.state, ALLIED, beginners(p.state, ALLIED))
    return {uid: p.state.world.label(hex_) for uid, hex_ in found.items()}


def test_trace_hangs_on_the_stations_between_an_hq_and_the_source() -> None:
    p = line(HQ)
    assert lifelines(p.state, ALLIED) == {p.hex("A20.01"), p.hex("A20.14"), p.hex("A20.28")}
    assert posts(p.state, ALLIED) == lifelines(p.state, ALLIED) | {p.hex("A20.29")}
    assert lifelines(line(ARMY).state, ALLIED) == frozenset(), "nobody throws"


def test_the_nearest_fighter_goes_to_a_station_near_the_enemy() -> None:
    """The one with the HQ stays: it is that post's guard. Without an enemy near nobody goes."""
    note = f"{HQ}A20.17: 78 Inf Div (11 Inf)\nA20.19: Para Bn (1)\n"
    p = line(note, NEAR)
    assert sent(p) == {p.id("11 Inf"): "A20.14"}
    assert sent(line(note)) == {}


def test_an_hq_without_company_gets_some() -> None:
    """Nine hexes from the enemy; the stations are farther from him than twelve."""
    p = line("A20.29: Corps HQ (5)\nA20.27: 78 Inf Div (36 Inf)\n", RAIDER.format("A29.33"))
    assert sent(p)[p.id("36 Inf")] in ("A20.28", "A20.29")


def test_the_last_one_at_a_station_does_not_leave_it() -> None:
    """The objective is at A45.20: of two one goes there, and one alone stays."""
    alone, two = (line(f"{HQ}A20.14: 78 Inf Div (11 Inf){more}\n", NEAR) for more in ("", ", Para Bn (1)"))
    assert simple_march.marching_order(alone.state, alone.id("11 Inf")) is None
    assert simple_march.marching_order(two.state, two.id("11 Inf")) is not None


def test_fighters_in_the_hexes_of_a_zone_open_the_railway_in_the_same_phase() -> None:
    """An enemy at A21.20 shuts two hexes of the line; a friend in each negates his ZOC there (OCS 4.5b)."""
    p = line(f"{ARMY}A20.18: Commando Bn (1 Cdo)\nA20.23: Commando Bn (6 Cdo)\n", RAIDER.format("A21.20"))
    (found,) = breaks(p.state, ALLIED)
    assert len(found.gaps) == 2 and p.hex("A20.20") in found.gaps
    army = p.id("11 Inf")
    assert not could_trace(p.state, army, p.hex("A20.29"))
    player = SimplePlayer()
    while (told := player.command(p.game, ALLIED)).kind != "end segment":
        p.do(told)
    assert {p.state.units[p.id(name)].place for name in ("1 Cdo", "6 Cdo")} == set(found.gaps)
    assert could_trace(p.state, army, p.hex("A20.29"))
