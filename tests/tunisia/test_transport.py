"""T2 1.3c, 1.5, 1.6: what Tunisia II says of Transport Points."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.state.capture_events import LoadDestroyed, TransportDestroyed
from ocs_engine.state.model import Transport
from ocs_engine.state.slots import Phase
from ocs_engine.tunisia.game import rules_for
from ocs_engine.tunisia.points import near_area
from ocs_engine.world import resources
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.datafiles import DataFiles
from ocs_engine.world.errors import DataError
from ocs_engine.world.schedule import SCHEDULE_FILE
from ocs_engine.world.transport import TRANSPORT_FILE, load_transport
from ocs_engine.world.world import load_world
from tests.drives import Roads, roads, with_dump
from tests.positions import AXIS, set_up_done

TRUCK = "allied-truck-1"
CAMPAIGN = load_world("kasserine-campaign")


@pytest.mark.rule("T2 1.3c", "OCS 13.2")
def test_in_mud_nothing_drives_loads_or_unloads_on_the_map_and_boxes_go_on() -> None:
    rows = [("truck", "A20.05", 8, 4), ("organic", "A20.05", 6, 4), ("truck", "Algiers", 4, 0)]
    p = roads(rows=rows, ground="all: open", change=with_dump("A20.05", 4), weather=Weather.MUD)
    assert p.state.simulcast
    p.begin_drive(TRUCK, no="OCS 6.1")
    p.drive(TRUCK, take=1, no="OCS 6.1")
    p.take("allied-truck-3", 4)
    p.split(TRUCK, 4, 4)
    assert p.offered("begin drive") == {"allied-organic-2"}
    assert p.offered("begin drive", ("transport", "allied-organic-2")) == {"yes"}, "units may change mode in Mud"
    p.drive("allied-organic-2", "A20.06", reserve=True, no="OCS 6.1")
    p.drive("allied-organic-2", reserve=True)
    assert p.truck("allied-organic-2").reserve


@pytest.mark.rule("T2 1.6")
@pytest.mark.parametrize("scenario", sorted(path.stem for path in resources.bundled("scenarios").glob("*.ocs")))
def test_neither_set_up_nor_arrivals_bring_an_extender(scenario: str) -> None:
    world = load_world(scenario)
    lying = {each.kind for each in rules_for(world).start().transport.values()}
    assert lying and lying <= set(world.transport.kinds) <= {"truck", "organic", "charcoal", "mule"}
    files = (resources.bundled("scenarios", f"{scenario}.ocs"), resources.data(SCHEDULE_FILE))
    assert not any("extender" in path.read_text(encoding="utf-8").casefold() for path in files)


@pytest.mark.rule("T2 1.6")
def test_data_that_name_an_extender_as_a_kind_of_transport_are_refused(tmp_path: Path) -> None:
    data = json.loads(resources.data(TRANSPORT_FILE).read_text(encoding="utf-8"))
    data["kinds"]["extender"] = data["kinds"]["truck"]
    path = tmp_path / TRANSPORT_FILE
    path.parent.mkdir()
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DataError, match="extender"):
        load_transport(DataFiles((), root=tmp_path))


@pytest.mark.rule("T2 1.6a", "T2 1.6c")
def test_the_kinds_of_the_game_and_the_sizes_of_its_organic_trucks() -> None:
    kinds = CAMPAIGN.transport.kinds
    assert {name: kind.capturable for name, kind in kinds.items()} == {
        "truck": True, "organic": False, "charcoal": False, "mule": False,
    }  # fmt: skip
    assert kinds["charcoal"].ma == 10
    assert set(CAMPAIGN.transport.organic.values()) == {2, 4, 6}
    p = roads(rows=[("charcoal", "A20.05", 4, 0), ("truck", "A20.05", 4, 0)])
    p.combine("allied-charcoal-1", "allied-truck-2", no="OCS 13.2c")


@pytest.mark.rule("T2 1.5", "OCS 13.2")
def test_transport_keeps_away_from_closed_entry_areas() -> None:
    """Before 15 Feb the Allies stay 2 or more hexes from Entry E, afterwards the Axis does."""
    rules = rules_for(CAMPAIGN)
    world = rules.world
    near = near_area(world, "E")
    grid = world.atlas.grid
    edge = next(
        (hex_, to) for to in sorted(near) for hex_ in grid.around(to)
        if hex_ not in near and world.atlas.is_land(hex_) and world.atlas.is_land(to)
    )  # fmt: skip
    state = set_up_done(rules)
    assert state.points.closed_to(state, AXIS) >= near
    each = Transport("mule", AXIS, edge[0], 4, 0)
    refused = rules.points.may_enter(state, each, edge[1])
    assert refused is not None and refused.rule == "T2 1.5"
    assert rules.points.may_enter(state, replace(each, side=Side.ALLIED), edge[1]) is None


@pytest.mark.rule("T2 1.5")
def test_transport_that_stands_there_when_an_area_closes_is_destroyed_with_its_load() -> None:
    rules = rules_for(CAMPAIGN)
    state = set_up_done(rules)
    hex_ = min(near_area(rules.world, "E"))
    lorry = Transport("truck", AXIS, hex_, 8, 5)
    state = replace(state, transport=state.transport.set("axis-truck-99", lorry))
    begun = rules.begin(replace(state, slot=-1), SeededDice(1))
    told = [event for event in getattr(begun, "events", ()) if isinstance(event, LoadDestroyed | TransportDestroyed)]
    assert [(event.transport, event.tokens) for event in told] == [("axis-truck-99", 5), ("axis-truck-99", 8)]


@pytest.mark.rule("OCS 13.2", "OCS 13.2f")
def test_a_truck_of_the_campaign_carries_a_load_to_the_front() -> None:
    """At Gabès, B48.17, stand a truck point and 2 SP: 4T go on, and by road out of the town."""
    rules = rules_for(CAMPAIGN)
    state = set_up_done(rules)
    slots = replace(state, first=AXIS, slot=0)
    index = next(i for i, each in enumerate(slots.slots) if each.phase is Phase.MOVEMENT and each.is_movement)
    p = Roads(rules, replace(slots, slot=index), SeededDice(1))
    place = p.hex("B48.17")
    tid = next(t for t, each in sorted(p.state.transport.items()) if each.place == place and each.kind == "truck")
    before, load = p.dump("B48.17"), p.truck(tid).load
    p.begin_drive(tid)
    p.take(tid, 4 - load)
    assert p.dump("B48.17") == before - (4 - load) and p.used(tid) == 5
    near = min(p.offered("drive to"))
    p.to(near)
    assert (p.truck(tid).load, p.at(tid)) == (4, near)
