"""Supply that a scenario gives a side in each of its Reinforcement Phases (T2 6.3, 6.5, 6.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event, SetFact
from ocs_engine.players.human_table import Table
from ocs_engine.series.general import has_zoc
from ocs_engine.series.income import PlaceSupply
from ocs_engine.series.story import tell
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Dump, State
from ocs_engine.state.slots import Phase, layout
from ocs_engine.state.supply_events import SupplyPlaced, SupplyTurnedAway
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.options import CONVENTION_TEMPO, EVERYONE_SUPPLIED
from ocs_engine.world.scenario import ListedArrival
from ocs_engine.world.world import load_world
from tests.hands import asks
from tests.positions import ALLIED, AXIS, Position, all_active, go_on, set_up_done, without_repls

SOURCES = ("A08.11", "A18.11", "A27.11", "A36.11")


def refit(scenario: str, side: Side, options: tuple[str, ...] = ()) -> Position:
    """A scenario in the Refit Phase of a side that has no Inactive plane and nobody dead, before anything has come."""
    rules = rules_for(load_world(scenario), options)
    plan = layout(Side.AXIS, simulcast=False)
    slot = next(i for i, each in enumerate(plan) if (each.phase, each.acts) == (Phase.REFIT, side))
    state = all_active(set_up_done(rules))
    gone = {uid: replace(unit, place=AWAY) for uid, unit in state.in_order() if unit.place == DEAD}
    return Position(rules, replace(put_units(state, gone), first=Side.AXIS, slot=slot), RecordedDice(()))


def placed(before: State, after: State) -> dict[str, int]:
    """The T that lie on the ground more than before, by label."""
    none = Dump(AXIS, 0)
    return {
        before.world.label(place): more
        for place, dump in sorted(after.dumps.items())
        if (more := dump.tokens - before.dumps.get(place, none).tokens)
    }


@pytest.mark.rule("T2 6.3", "OCS 13.6")
def test_what_comes_at_named_places_comes_by_itself():
    p = refit("battle-for-kasserine", AXIS)
    before = p.state
    events = go_on(p)
    assert placed(before, p.state) == {"A54.11": 4, "B57.30": 4}
    assert [each.why for each in events if isinstance(each, SupplyPlaced)] == ["each turn"] * 2
    assert p.game.pending() is None
    assert not p.state.memory.landed, "it came by no transport of the side and may be carried on"


@pytest.mark.rule("T2 6.3", "OCS 13.6")
def test_where_the_owner_may_choose_he_is_asked_and_the_other_side_is_not():
    p = refit("battle-for-kasserine", ALLIED)
    before = p.state
    go_on(p)
    pending = p.game.pending()
    assert pending is not None and (pending.side, pending.kinds) == (ALLIED, ("place supply",))
    assert p.rules.legal(p.state, AXIS) == ()
    assert p.rules.blank(p.state, ALLIED, "place supply", ()).values == SOURCES  # type: ignore[union-attr]
    p.do(PlaceSupply(side=ALLIED, place="A21.05"), "OCS 13.6")
    slip = SetFact(side="Allied", reason="a slip", fact={"kind": "control changed", "hex": "A27.11", "side": "Axis"})
    assert p.rules.check(p.state, slip).code == "not now"  # type: ignore[union-attr]
    p.do(p.rules.fill(ALLIED, "place supply", [("place", "A27.11")]))
    assert placed(before, p.state) == {"A27.11": 8}
    assert p.game.pending() is None


@pytest.mark.rule("T2 6.3", "OCS 12.6")
def test_no_supply_is_offered_at_a_source_that_the_enemy_has_taken():
    p = refit("battle-for-kasserine", ALLIED)
    hex_, state = p.hex("A27.11"), p.state
    lost = replace(state, control=state.control.set(hex_, AXIS), rail_control=state.rail_control.set(hex_, AXIS))
    p = Position(p.rules, lost, RecordedDice(()))
    go_on(p)
    assert p.offered("place supply") == set(SOURCES) - {"A27.11"}


@pytest.mark.rule("OCS 13.6", "OCS 13.6b")
def test_nothing_appears_with_the_enemy():
    p = refit("battle-for-kasserine", AXIS)
    taken = replace(p.state.ports[p.hex("B57.30")], side=ALLIED)
    p = Position(p.rules, replace(p.state, ports=p.state.ports.set(p.hex("B57.30"), taken)), RecordedDice(()))
    before = p.state
    go_on(p)
    assert placed(before, p.state) == {"A54.11": 4}


def test_with_everyone_supplied_none_comes():
    p = refit("battle-for-kasserine", AXIS, (EVERYONE_SUPPLIED,))
    before = p.state
    go_on(p)
    assert placed(before, p.state) == {}


@pytest.mark.rule("T2 2.4b", "T2 6.5")
def test_8th_army_has_3_sp_a_turn_at_entry_e_when_it_is_released():
    p = refit("the-mareth-line", ALLIED)
    before = p.state
    go_on(p)
    assert p.offered("place supply") == {"B60.07", "B60.08", "B60.09"}
    p.do(PlaceSupply(side=ALLIED, place="B60.08"))
    assert placed(before, p.state) == {"B60.08": 12}


@pytest.mark.rule("T2 2.4b", "OCS 13.6b")
@pytest.mark.parametrize(("held", "there"), [
    (("B60.07", "B60.09"), {"B60.08"}),
    (("B60.07", "B60.08", "B60.09"), {"B60.06", "B60.10"}),
])  # fmt: skip
def test_supply_of_a_blocked_entry_comes_to_the_nearest_free_edge_hexes(held: tuple[str, ...], there: set[str]):
    """North of Entry E lies B60.10, south of it B60.06, one hex off each."""
    p = refit("the-mareth-line", ALLIED)
    axis = [uid for uid, unit in p.state.in_order() if unit.side is AXIS]
    hexes = dict(zip(axis, map(p.hex, held), strict=False))
    taken = put_units(p.state, {uid: replace(p.state.units[uid], place=hex_) for uid, hex_ in hexes.items()})
    p = Position(p.rules, taken, RecordedDice(()))
    before = p.state
    go_on(p)
    if len(there) > 1:
        assert p.offered("place supply") == there
        p.do(PlaceSupply(side=ALLIED, place="B60.06"))
        there = {"B60.06"}
    assert placed(before, p.state) == dict.fromkeys(there, 12)


@pytest.mark.rule("T2 2.4b")
@pytest.mark.parametrize(("day", "dice", "lots"), [
    (date(1943, 3, 1), (4,), 0),  # not released
    (date(1943, 3, 1), (5,), 2),  # released: 3 SP with the order of arrival, and 3 SP as every turn from now on
    (date(1943, 3, 5), (), 2),  # by itself
])  # fmt: skip
def test_8th_army_brings_its_supply_to_entry_e_from_its_release_on(day: date, dice: tuple[int, ...], lots: int):
    """3 SP are 12T, in one of the hexes of Entry E as the Allies like."""
    p = refit("kasserine-campaign", ALLIED)
    world = without_repls(p.rules.world)
    p = Position(rules_for(world), replace(p.state, world=world, turn=world.calendar.turn_of(day)), RecordedDice(dice))
    before = p.state
    go_on(p)
    for _ in range(lots):
        p.do(PlaceSupply(side=ALLIED, place="A20.20"), no="OCS 13.6")
        p.do(PlaceSupply(side=ALLIED, place="B60.08"))
    assert placed(before, p.state) == ({"B60.08": 12 * lots} if lots else {})
    assert "place supply" not in p.rules.legal(p.state, ALLIED)


def with_hits(p: Position, **hits: int) -> Position:
    """The same with hits on ports: by hex, _ for the dot."""
    ports = p.state.ports
    for name, count in hits.items():
        port = p.hex(name.replace("_", "."))
        ports = ports.set(port, replace(ports[port], hits=count))
    return Position(p.rules, replace(p.state, ports=ports), RecordedDice(()))


def turned_away(events: Iterable[Event]) -> list[tuple[Side, int]]:
    return [(each.side, each.tokens) for each in events if isinstance(each, SupplyTurnedAway)]


@pytest.mark.rule("OCS 13.6", "OCS 19.0b")
def test_a_port_takes_of_the_supply_of_a_turn_what_its_hits_leave_it_and_the_rest_is_lost():
    """Sousse with 4 hits handles 1T, with 2 hits 2T, of the 4T of each turn."""
    for hits, takes in ((4, 1), (2, 2), (0, 4)):
        p = with_hits(refit("battle-for-kasserine", AXIS), A54_11=hits)
        before = p.state
        events = go_on(p)
        assert placed(before, p.state) == {"A54.11": takes, "B57.30": 4}
        assert turned_away(events) == ([(AXIS, 4 - takes)] if takes < 4 else [])
        told = tell(before, events)
        assert (f"{4 - takes}T of the Axis find no port or place that takes them, and are lost" in told) == (takes < 4)


@pytest.mark.rule("OCS 13.6", "OCS 19.0a")
def test_a_port_in_an_enemy_zone_takes_none():
    p = refit("battle-for-kasserine", AXIS)
    uid = next(uid for uid, unit in p.state.in_order() if unit.side is ALLIED and has_zoc(unit))
    near = put_units(p.state, {uid: replace(p.state.units[uid], place=p.hex("B56.30"))})
    p = Position(p.rules, near, RecordedDice(()))
    before = p.state
    assert turned_away(go_on(p)) == [(AXIS, 4)]
    assert placed(before, p.state) == {"A54.11": 4}


@pytest.mark.rule("OCS 13.6", "OCS 21.6")
def test_more_than_a_port_handles_fills_it():
    """By option 1 SP is 6T: Sousse handles 4T of it and Sfax, with its 8T, all."""
    p = refit("battle-for-kasserine", AXIS, (CONVENTION_TEMPO,))
    before = p.state
    events = go_on(p)
    assert placed(before, p.state) == {"A54.11": 4, "B57.30": 6} and turned_away(events) == [(AXIS, 2)]


@pytest.mark.rule("OCS 13.6")
def test_the_rest_of_an_entry_goes_to_its_other_places_as_the_owner_likes():
    """9T, at Sousse, which handles 4T, Sfax with 3 hits, which handles 3T, or A54.10, which is no port."""
    p = with_hits(refit("battle-for-kasserine", AXIS), B57_30=3)
    places = tuple(p.hex(label) for label in ("A54.11", "B57.30", "A54.10"))
    entry = ListedArrival(None, places, "", tokens=9)
    world = p.rules.world
    sides = {**world.scenario.sides, AXIS: replace(world.scenario.sides[AXIS], listed=(entry,))}
    world = replace(world, scenario=replace(world.scenario, sides=sides))
    p = Position(rules_for(world), replace(p.state, world=world), RecordedDice(()))
    before = p.state
    go_on(p)
    pending = p.game.pending()
    assert pending is not None and "where do the 9T" in pending.prompt
    told = asks(Table(p.game, (AXIS,)))
    assert "A54.11 Sousse: its port takes 4T of it" in told and "B57.30 Sfax: its port takes 3T of it" in told
    p.do(PlaceSupply(side=AXIS, place="B57.30"))
    pending = p.game.pending()
    assert pending is not None and "where do the 6T" in pending.prompt
    assert p.offered("place supply") == {"A54.11", "A54.10"}
    p.do(PlaceSupply(side=AXIS, place="B57.30"), no="OCS 13.6")
    p.do(PlaceSupply(side=AXIS, place="A54.11"))
    assert placed(before, p.state) == {"A54.11": 4, "A54.10": 2, "B57.30": 3}
