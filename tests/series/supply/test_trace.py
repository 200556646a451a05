"""Trace supply (OCS 12.6): sources, rails, draws, HQs, split formations; and Strat Mode, which must end in it.

A20.20 lies south of A20.21. A draw takes 5 Truck MP, a hex of open ground 1, and next to it is near enough.
"""

from __future__ import annotations

import heapq
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from ocs_engine.grid import OFF_MAP
from ocs_engine.series.costs import edge_costs
from ocs_engine.series.general import has_zoc
from ocs_engine.series.movement import may_end_in
from ocs_engine.series.supply.railnet import first_rail_control
from ocs_engine.series.supply.trace import Line, could_trace, trace
from ocs_engine.state.model import Mode, State, Work
from ocs_engine.world.counters import Mobility, Side
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.supply.hqs import of_division

WHEN = "Allied Combat Phase, Combat Segment"
SOURCE = "== Allied ==\nSupply sources: A20.20\n"
RAIL = "A20.10 - A20.11 - A20.12 - A20.13 - A20.14 - A20.15 - A20.16 - A20.17 - A20.18 - A20.19 - A20.20: metre"


def at(note: str, ground: str = "all: open", when: str = WHEN) -> Position:
    return position(note, when, ground=ground, options=())


def line(p: Position, name: str) -> tuple[str, str] | None:
    """The source on which a unit traces and the HQ that throws, None without trace."""
    found = trace(p.state, p.unit(name).side).lines[p.id(name)]
    return found and (p.state.world.label(found.source), found.hq)


def sources(p: Position, side: Side = ALLIED) -> set[str]:
    return p.labels(trace(p.state, side).net.sources)


# --- draws and throws


@pytest.mark.rule("OCS 12.6", "OCS 12.3a")
def test_a_unit_traces_where_it_draws_on_a_source_five_truck_mp_and_a_hex_beyond():
    p = at(SOURCE + "A20.26: Para Bn (1)\nA20.14: Para Bn (2)\nA20.27: Para Bn (3)")
    assert line(p, "1") == line(p, "br-para-2") == ("A20.20", "")
    assert line(p, "3") is None


@pytest.mark.rule("OCS 12.6", "OCS 12.3b")
def test_an_hq_that_draws_on_a_source_throws_trace_and_one_that_does_not_passes_nothing_on():
    # 5 Corps at A20.14 draws on A20.20 and throws 12, to A20.02 and one beyond. 2 Corps is fed by it, and feeds nobody.
    p = at(SOURCE + "A20.14: Corps HQ (5)\nA20.01: Para Bn (1)\nA20.03: US Corps HQ (2)\nA13.01: Para Bn (3)")
    hq = p.id("5")
    assert line(p, "5") == ("A20.20", "")
    assert line(p, "1") == line(p, "us-hq-2") == ("A20.20", hq)
    assert line(p, "3") is None, "in reach of 2 Corps alone, which does not draw itself"


@pytest.mark.rule("OCS 12.6", "OCS 5.8b")
def test_an_hq_in_strat_mode_throws_no_trace():
    p = at(SOURCE + "A20.14: Corps HQ (5)  -- Strat\nA20.05: Para Bn (1)")
    assert line(p, "5") is not None and line(p, "1") is None


@pytest.mark.rule("OCS 13.1d", "OCS 12.6")
def test_a_divisional_hq_throws_trace_to_its_division_and_independents_of_its_nation_alone():
    note = "A20.14: Corps HQ (5)\nA20.03: 6 Arm Div (10 Rfl), 78 Inf Div (11 Inf), Para Bn (1), Fr Mech Rgt (Coutx)"
    p = at(SOURCE + note)
    names = ("10 Rfl", "11 Inf", "1", "Coutx")
    assert [line(p, name) for name in names] == [("A20.20", "br-hq-5")] * 4
    p = of_division(p, "5", "6 Arm Div")
    assert [line(p, name) is not None for name in names] == [True, False, True, False]
    assert [could_trace(p.state, p.id(name), p.hex("A20.04")) for name in names] == [True, False, True, False]


@pytest.mark.rule("OCS 12.6", "T2 1.2")
def test_a_unit_in_an_off_map_box_traces_there():
    p = at("== Allied ==\nAlgiers: Para Bn (1)")
    assert line(p, "1") == ("Algiers", "")


@pytest.mark.rule("OCS 12.6", "OCS 12.3d")
def test_no_quantity_and_no_token_is_needed():
    p = at(SOURCE + "A20.21: Para Bn (1), Para Bn (2), Para Bn (3)")
    assert all(trace(p.state, ALLIED).lines.values())
    assert not p.state.dumps


# --- the source hex


@pytest.mark.rule("OCS 12.6b")
def test_an_enemy_zone_in_the_source_hex_shuts_it_unless_it_is_negated():
    note = "== Axis ==\nA20.19: March Bn (T-1)\n" + SOURCE + "A20.22: Para Bn (1)\n"
    shut = at(note)
    assert sources(shut) == set() and line(shut, "1") is None
    negated = at(note + "A20.20: Para Bn (2)")
    assert sources(negated) == {"A20.20"} and line(negated, "1") == ("A20.20", "")
    without_zone = at(note.replace("(T-1)", "(T-1)  -- Move"))
    assert sources(without_zone) == {"A20.20"}


@pytest.mark.rule("OCS 12.6")
def test_a_source_with_an_enemy_unit_or_last_held_by_the_enemy_is_none():
    assert sources(at("== Axis ==\nA20.20: March Bn (T-1)  -- Move\n" + SOURCE)) == set()
    # The Axis battalion drives through A20.20 and away: the hex stays the Axis's (T2 5.0).
    p = at("== Axis ==\nA20.18: LW Para Bn (I-5)\n" + SOURCE, when="Axis Movement Phase")
    assert sources(p) == {"A20.20"}
    p.move("I-5", "A20.19 A20.20 A20.21", all="move")
    assert sources(p) == set()


# --- railways


@pytest.mark.rule("OCS 12.6", "OCS 13.3c", "T2 1.1a")
def test_a_town_or_point_of_interest_of_the_side_that_rails_of_any_gauge_join_to_a_source_is_one_too():
    ground = f"all: open\n{RAIL}\nA20.12: village\nA20.14: poi\nA21.14: village"
    p = at(SOURCE + "A20.06: Para Bn (1)", ground)
    assert sources(p) == {"A20.20", "A20.14", "A20.12"}, "A21.14 has no railway"
    assert line(p, "1") == ("A20.12", "")


@pytest.mark.rule("OCS 12.6", "OCS 13.3c")
def test_a_town_on_rails_that_lead_to_no_source_is_none():
    cut = RAIL.replace("A20.15 - A20.16 - ", "A20.15: metre\nA20.16 - ")
    p = at(SOURCE, f"all: open\n{cut}\nA20.12: village\nA20.18: village")
    assert sources(p) == {"A20.20", "A20.18"}


@pytest.mark.rule("OCS 13.3c", "OCS 12.6")
@pytest.mark.parametrize(
    ("enemy", "joined"),
    [
        ("A20.16: March Bn (T-1)  -- Move", False),  # an enemy unit on the rails
        ("A21.16: March Bn (T-1)", False),  # its zone
        ("A21.16: March Bn (T-1)  -- Move", True),  # no zone
    ],
)
def test_enemy_units_and_zones_cut_the_rails(enemy: str, joined: bool):
    ground = f"all: open\n{RAIL}\nA20.12: village"
    p = at(f"== Axis ==\n{enemy}\n" + SOURCE + "A20.13: Para Bn (1)", ground)
    assert ("A20.12" in sources(p)) == joined


@pytest.mark.rule("OCS 13.3c")
def test_a_zone_that_is_negated_does_not_cut_the_rails_for_trace():
    # The zone of A21.16 lies on A20.15 and A20.16; a unit stands on each.
    ground = f"all: open\n{RAIL}\nA20.12: village"
    note = "== Axis ==\nA21.16: March Bn (T-1)\n" + SOURCE + "A20.13: Para Bn (1)\nA20.16: Para Bn (2)\n"
    assert "A20.12" not in sources(at(note, ground))
    assert "A20.12" in sources(at(note + "A20.15: Para Bn (3)\nA20.17: Commando Bn (1 Cdo)", ground))


@pytest.mark.rule("OCS 13.3h")
def test_rails_do_not_go_through_a_detrainable_hex_that_the_enemy_controls():
    ground = f"all: open\n{RAIL}\nA20.12: village\nA20.16: village"
    # A20.16 is 1 hex from the Axis and 3 from the next Allied unit, A20.12 1 from the Allies and 5 from the Axis.
    p = at("== Axis ==\nA21.17: March Bn (T-1)  -- Move\n" + SOURCE + "A20.13: Para Bn (1)", ground)
    assert rails(p) == {"A20.12": ALLIED, "A20.16": AXIS}
    assert sources(p) == {"A20.20"}


def rails(p: Position) -> dict[str, Side]:
    return {p.state.world.label(hex_): side for hex_, side in p.state.rail_control.items()}


@pytest.mark.rule("OCS 13.3h")
def test_a_combat_unit_that_enters_takes_a_detrainable_hex_whatever_it_is_worth():
    ground = f"all: open\n{RAIL}\nA20.16: village"
    # In Reserve it cannot attack and takes no control (T2 5.0), but it takes the rails.
    note = "== Axis ==\nA21.17: March Bn (T-1)  -- Reserve, Move side up\n" + SOURCE + "A20.15: Para Bn (1)"
    p = at(note, ground, "Axis Movement Phase")
    assert rails(p) == {}, "as far from both, nobody's"
    p.move("T-1", "A20.16")
    assert rails(p) == {"A20.16": AXIS} and p.hex("A20.16") not in p.state.control


@pytest.mark.rule("OCS 13.3h")
def test_at_the_start_whoever_is_nearer_over_land_controls_and_nobody_what_nobody_reaches():
    sea = ", ".join(f"A{column}.15" for column in range(16, 25)) + ": sea"
    ground = "all: open\nA20.12 - A20.13 - A20.14: metre\nA20.14: village\n"
    # Over open ground A20.14 is 2 from A20.16 and 4 from A20.10; round the sea the way from the north is 10 or more.
    note = "== Axis ==\nA20.16: March Bn (T-1)\n== Allied ==\nA20.10: Para Bn (1)"
    assert first_rail_control(at(note, ground).state) == {"A20.14": AXIS}
    assert first_rail_control(at(note, ground + sea).state) == {"A20.14": ALLIED}
    assert first_rail_control(at("== Allied ==", ground).state) == {}
    # As far from both, and no port on the plain: nobody's until a unit comes.
    even = "== Axis ==\nA20.16: March Bn (T-1)\n== Allied ==\nA20.12: Para Bn (1)"
    assert first_rail_control(at(even, ground).state) == {}


@pytest.mark.rule("OCS 13.3h")
def test_at_the_start_ports_count_as_units_do_and_the_nearest_settles_what_is_as_far_from_both():
    ground = "all: open\nA20.12 - A20.13 - A20.14: metre\nA20.14: village\n"

    def control(note: str, **ports: Side) -> dict[str, Side]:
        p = at(note, ground)
        works = Map({p.hex(label.replace("_", ".")): Work(side) for label, side in ports.items()})
        return first_rail_control(replace(p.state, ports=works))

    axis = "== Axis ==\nA20.19: March Bn (T-1)\n"  # 5 hexes from A20.14
    assert control(axis) == {"A20.14": AXIS}
    assert control(axis, A20_10=ALLIED) == {"A20.14": ALLIED}, "4 from the port"
    assert control(axis, A20_08=ALLIED) == {"A20.14": AXIS}, "6 from it"
    both = axis + "== Allied ==\nA20.09: Para Bn (1)"
    assert control(both) == {}
    assert control(both, A30_20=AXIS, A20_30=ALLIED) == {"A20.14": AXIS}, "11 and 16 hexes from A20.14"


@pytest.mark.rule("OCS 13.8", "OCS 13.3c")
def test_an_hq_at_work_makes_its_rail_hex_detrainable_for_its_side():
    ground = f"all: open\n{RAIL}"
    p = at(SOURCE + "A20.12: Corps HQ (5)\nA20.06: Para Bn (1)", ground)
    assert sources(p) == {"A20.20", "A20.12"}
    assert line(p, "1") == ("A20.12", "")
    assert sources(at(SOURCE + "A20.12: Corps HQ (5)  -- Move", ground)) == {"A20.20"}
    assert sources(at(SOURCE + "A21.12: Corps HQ (5)", ground)) == {"A20.20"}, "beside the rails it makes nothing"
    assert "A20.12" in sources(at(SOURCE + "A20.12: Corps HQ (5)  -- DG", ground)), "DG from its Combat side it works"


# --- split formations


@pytest.mark.rule("OCS 12.6f")
def test_a_formation_with_a_common_source_or_hq_is_whole():
    both = at(SOURCE + "A20.24: 6 Arm Div (17/21 L Arm)\nA20.16: 6 Arm Div (2 Lo Arm)")
    assert trace(both.state, ALLIED).split == {}
    # One draws and the other does not, but 5 Corps throws to both.
    hq = at(SOURCE + "A20.15: Corps HQ (5)\nA20.16: 6 Arm Div (17/21 L Arm)\nA20.08: 6 Arm Div (2 Lo Arm)")
    assert trace(hq.state, ALLIED).split == {}


@pytest.mark.rule("OCS 12.6f")
def test_of_a_formation_without_a_common_source_one_part_alone_traces():
    note = "== Allied ==\nSupply sources: A20.10, A20.30\n" \
           "A20.09: 6 Arm Div (17/21 L Arm), 6 Arm Div (2 Lo Arm)\nA20.31: 6 Arm Div (10 Rfl)\n"  # fmt: skip
    p = at(note)
    (parts,) = trace(p.state, ALLIED).split.values()
    south, north = p.ids("17/21 L Arm, 2 Lo Arm"), p.ids("10 Rfl")
    assert [(part.through, part.units) for part in parts] == [("A20.10", south), ("A20.30", north)]
    assert all(trace(p.state, ALLIED).lines.values()), "each for itself could trace"
    # 5 Corps at A20.25 draws on A20.30 and throws 12, to A20.13 and beside it: not to A20.09.
    halfway = at(note + "A20.25: Corps HQ (5)")
    assert len(trace(halfway.state, ALLIED).split) == 1
    # At A20.22 it would reach A20.09 and A20.31, but draws on nothing; on A20.24 it draws and reaches neither end.
    assert len(trace(at(note + "A20.22: US Corps HQ (2)").state, ALLIED).split) == 1


@pytest.mark.rule("OCS 12.6f")
def test_of_parts_within_one_another_the_widest_is_the_only_choice():
    # 10 Rfl draws on A20.20 as 17/21 L does; 2 Lo is out of every reach.
    note = SOURCE + "A20.24: 6 Arm Div (17/21 L Arm)\nA20.26: 6 Arm Div (10 Rfl)\nA20.33: 6 Arm Div (2 Lo Arm)"
    p = at(note)
    (parts,) = trace(p.state, ALLIED).split.values()
    assert [part.units for part in parts] == [p.ids("17/21 L Arm, 10 Rfl")]


@pytest.mark.rule("OCS 12.6f")
def test_independent_units_and_those_in_a_box_split_nothing():
    note = "== Allied ==\nSupply sources: A20.10, A20.30\nA20.09: Para Bn (1)\nA20.31: Para Bn (2)"
    assert trace(at(note).state, ALLIED).split == {}
    boxed = "== Allied ==\nSupply sources: A20.10\nA20.09: 6 Arm Div (10 Rfl)\nAlgiers: 6 Arm Div (2 Lo Arm)"
    assert trace(at(boxed).state, ALLIED).split == {}


# --- Strat Mode

WIDE = "== Allied ==\nSupply sources: A20.05\nA20.11: Para Bn (1)  -- Strat"


@pytest.mark.rule("OCS 5.8b")
def test_strat_movement_ends_where_trace_is_possible():
    p = at(WIDE, when="Allied Movement Phase")
    p.move("1", "A20.12", no="OCS 5.8b")
    ends = {row for row in range(6, 17) if may_end_in(p.state, p.id("1"), p.hex(f"A20.{row:02}"))}
    assert ends == {6, 7, 8, 9, 10, 11}, "the draw of A20.05 reaches no farther"
    p.begin("1")
    p.step("A20.12")
    assert "end move" not in p.legal() and "step" in p.legal()
    p.end_move(no="OCS 5.8b")
    p.drop("1", no="OCS 5.8b")
    p.step("A20.11")
    p.end_move()
    assert p.where("1") == "A20.11"


@pytest.mark.rule("OCS 5.8b")
def test_a_strat_move_turns_back_while_it_still_can():
    # Move MA 5 doubled is 10, on foot 1 a hex: 5 hexes out of trace and 5 back; the 6th hex out is refused.
    p = at(WIDE, when="Allied Movement Phase")
    p.begin("1")
    for row in range(12, 17):
        p.step(f"A20.{row}")
    assert p.ways("1") == {"A20.15"}, "any other hex is as far from A20.11, or farther"
    p.step("A20.17", no="OCS 5.8b")


@pytest.mark.rule("OCS 5.8b")
def test_what_could_end_nowhere_does_not_begin_in_strat_mode_nor_take_it_where_it_stays():
    p = at("== Allied ==\nA20.26: Para Bn (1)", when="Allied Movement Phase")
    p.move("1", "A20.27", no="OCS 5.8b", all="strat/move")
    p.change("1", "strat/move", no="OCS 5.8b")
    assert "strat/move" not in p.offered("begin move", ("unit", p.id("1")))
    assert "strat/move" not in p.offered("change mode", ("unit", p.id("1")))
    supplied = position("== Allied ==\nA20.26: Para Bn (1)", "Allied Movement Phase", ground="all: open")
    supplied.move("1", "A20.27", all="strat/move")


# --- beside a plain search


def plain(state: State, side: Side) -> dict[str, bool]:
    """Who traces, by searches that know no short cut: Dijkstra from every user, rails hex by hex."""
    grid, units = state.world.atlas.grid, state.units
    held = {unit.place for unit in units.values() if unit.side is not side}
    zones = {near for unit in units.values() if unit.side is not side and has_zoc(unit)
             for near in grid.around(unit.place)}  # fmt: skip
    zones -= {unit.place for unit in units.values() if unit.side is side}
    shut = held | zones
    owner = {**state.control, **state.rail_control}
    found = {
        hex_
        for hex_ in state.world.scenario.sides[side].sources
        if hex_ not in shut and owner.get(hex_) is not side.other
    }
    joined = set(found)
    for _ in range(grid.size):
        joined |= {
            near
            for hex_ in joined
            for edge in range(6 * hex_, 6 * hex_ + 6)
            if state.world.atlas.rail[edge]
            and (near := grid.neighbours[edge]) not in shut
            and state.rail_control.get(near) is not side.other
        }
        if len(joined) > 60:
            break
    hqs = {uid for uid, unit in units.items() if unit.side is side and unit.counter.is_hq}
    at_work = {units[uid].place for uid in hqs if units[uid].mode is Mode.COMBAT}
    rail = {hex_ for hex_ in joined if any(state.world.atlas.rail[6 * hex_ : 6 * hex_ + 6])}
    found |= {hex_ for hex_ in rail if state.rail_control.get(hex_) is side or hex_ in at_work}

    def reached(start: int, budget: int) -> set[int]:
        best, heap = {start: 0}, [(0, start)]
        while heap and start not in shut:
            cost, hex_ = heapq.heappop(heap)
            for edge in range(6 * hex_, 6 * hex_ + 6):
                near, step = grid.neighbours[edge], edge_costs(state.world.board, Mobility.TRUCK)[edge]
                if near == OFF_MAP or step is None or near in shut or cost + step > budget:
                    continue
                if cost + step < best.get(near, budget + 1):
                    best[near] = cost + step
                    heapq.heappush(heap, (cost + step, near))
        return set(best) | {near for hex_ in best for near in grid.around(hex_)}

    drawing = {uid: bool(found & reached(unit.place, 60)) for uid, unit in units.items() if unit.side is side}
    thrown = [reached(units[uid].place, 12 * units[uid].face.throw) for uid in sorted(hqs) if drawing[uid]]
    throwers = [uid for uid in sorted(hqs) if drawing[uid]]
    return {
        uid: draws or any(units[uid].place in area for hq, area in zip(throwers, thrown, strict=True) if hq != uid)
        for uid, draws in drawing.items()
    }


SPOT = st.tuples(st.integers(12, 28), st.integers(6, 34))
LINE = [f"A20.{row}" for row in range(10, 31)]


@pytest.mark.rule("OCS 12.6", "OCS 13.3c", "OCS 13.3h")
@settings(max_examples=60, deadline=None)
@given(
    rough=st.lists(st.tuples(SPOT, st.sampled_from(["hills", "rough", "mountain", "sand", "sea"])), max_size=40),
    towns=st.sets(st.sampled_from(LINE), max_size=5),
    own=st.lists(SPOT, min_size=6, max_size=6, unique=True),
    foes=st.lists(st.tuples(SPOT, st.booleans()), max_size=5, unique_by=lambda foe: foe[0]),
    named=st.lists(SPOT, min_size=1, max_size=2, unique=True),
)
def test_trace_is_found_if_and_only_if_a_plain_search_finds_it(rough, towns, own, foes, named):
    taken = {*own, *named, *(spot for spot, _ in foes)}
    lines = ["all: open", " - ".join(LINE) + ": standard"]
    lines += [f"A{x}.{y:02}: {what}" for (x, y), what in rough if (x, y) not in taken and x != 20]
    lines += [f"{label}: village" for label in sorted(towns)]
    free = [(spot, zone) for spot, zone in foes if spot not in own]
    axis = [f"A{x}.{y:02}: March Bn (T-{i})" + ("" if zone else "  -- Move")
            for i, ((x, y), zone) in enumerate(free[:3], 1)]  # fmt: skip
    who = ("Corps HQ (5)", "US Corps HQ (2)  -- Move", "Fr Corps HQ (19)", "Para Bn (1)", "Para Bn (2)", "Para Bn (3)")
    allied = [f"A{x}.{y:02}: {unit}" for (x, y), unit in zip(own, who, strict=True)]
    places = ", ".join(f"A{x}.{y:02}" for x, y in named)
    note = "\n".join(["== Axis ==", *axis, "== Allied ==", f"Supply sources: {places}", *allied])
    p = position(note, WHEN, ground="\n".join(lines), options=())
    found = trace(p.state, ALLIED)
    assert {uid: line is not None for uid, line in found.lines.items()} == plain(p.state, ALLIED)
    for uid, drawn in found.lines.items():
        assert could_trace(p.state, uid, p.state.units[uid].place) == isinstance(drawn, Line)
