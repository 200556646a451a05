"""Supply that a scenario gives a side in each of its Reinforcement Phases (T2 6.3, 6.5, 6.6)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import SetFact
from ocs_engine.series.income import PlaceSupply
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Dump, State
from ocs_engine.state.slots import Phase, layout
from ocs_engine.state.supply_events import SupplyPlaced
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED
from ocs_engine.world.world import load_world
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


@pytest.mark.rule("OCS 13.6", "OCS 19.0b")
def test_a_port_with_too_many_hits_takes_no_supply_of_a_turn():
    p = refit("battle-for-kasserine", AXIS)
    sousse = p.hex("A54.11")
    hit = p.state.ports.set(sousse, replace(p.state.ports[sousse], hits=4))
    p = Position(p.rules, replace(p.state, ports=hit), RecordedDice(()))
    before = p.state
    go_on(p)
    assert placed(before, p.state) == {"B57.30": 4}, "what is left of Sousse handles less than 1 SP"
