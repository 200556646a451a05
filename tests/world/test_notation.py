"""The set-up notation: what it can say, and how it refuses what it cannot read."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ocs_engine.world.counters import Side
from ocs_engine.world.errors import ScenarioError, WorldError
from ocs_engine.world.options import OPTIONS
from ocs_engine.world.scenario import CampaignVictory
from ocs_engine.world.scenario_head import statement_marks
from ocs_engine.world.scenario_reader import read_scenario
from ocs_engine.world.world import find_scenario

HEAD = """\
Scenario 4: Kasserine Campaign [S]
Turns: 15 Feb 1943 to 29 May 1943
Maps: A, B
Set-up order: Axis, Allied
First player: Allied
Victory: campaign
"""


@pytest.fixture
def read(tmp_path, catalogue, atlas):
    """Reads a scenario whose head stands on lines 1 to 6; `axis` and `allied` begin on lines 8 and after."""

    def read_it(axis="", allied="", head=HEAD):
        path = tmp_path / "test.ocs"
        path.write_text(f"{head}== Axis ==\n{axis}\n== Allied ==\n{allied}\n", encoding="utf-8")
        return read_scenario(path, catalogue, atlas)

    return read_it


@pytest.fixture
def faults(read):
    """The faults of a set-up as (line, column, code, message, suggestion)."""

    def find(*args, **kwargs):
        with pytest.raises(ScenarioError) as caught:
            read(*args, **kwargs)
        return [(p.line, p.column, p.code, p.message, p.suggestion) for p in caught.value.problems]

    return find


def units(setup):
    return [unit.counter for unit in setup.units]


@pytest.mark.rule("OCS 0")
@pytest.mark.parametrize("place", ["B43.34 within 1", "w/i 1 B43.34", "b43.34 within 1 hex", "Within 1 hex of B43.34"])
def test_within_so_many_hexes(read, atlas, place):
    axis = read(f"{place}: 10 Pz Div (I-7 Pz)").sides[Side.AXIS]
    (unit,) = axis.units
    assert (unit.place, unit.within) == (atlas.grid.hex("B43.34"), 1)


def test_all_units_of_a_division(read):
    axis = read("B46.10: 164 Le Div (all 5 units)").sides[Side.AXIS]
    assert units(axis) == [f"ger-164le-{name}" for name in ("125", "382", "433", "220rec", "220art")]
    assert units(read("B46.10: 164 Le Div (all)").sides[Side.AXIS]) == units(axis)


@pytest.mark.rule("T2 1.12c")
def test_battle_groups_come_in_halves(read):
    either = read("A48.24: 21 Pz Div (104 KG x1)\nA44.31: 21 Pz Div (104 KG x1)").sides[Side.AXIS]
    assert units(either) == ["ger-21pz-104kg1", "ger-21pz-104kg2"]
    both = read("A48.24: 21 Pz Div (I-5 Pz, 104 KG x2)").sides[Side.AXIS]
    assert units(both) == ["ger-21pz-i5", "ger-21pz-104kg1", "ger-21pz-104kg2"]


def test_a_named_area_is_a_choice_among_its_hexes(read, atlas):
    (unit,) = read("Mareth Line south: LW Flak Bn (I-18)").sides[Side.AXIS].units
    assert unit.area == "Mareth Line south"
    assert unit.place in atlas.areas["Mareth Line south"]


def test_dead_pile_and_removed_units_stand_nowhere(read):
    axis = read("Dead pile: 10 Pz Div (II-7 Pz), LW Para KG (Ramcke x1 b)\nRemoved: Oasis Bn (300zvb)").sides[Side.AXIS]
    assert axis.dead_pile == ("ger-10pz-ii7", "ger-ramcke2")
    assert axis.removed == ("ger-oasis-300",)
    assert axis.units == ()


def test_everything_else_that_can_stand_in_a_hex(read, atlas):
    allied = read(
        allied="A21.05: 2x Truck Points, Truck Point (F), Mule Point, 1 US Arm Div Organic Truck, 7 SP, 2T,"
        " 1 SP 3T, Level 1 Hedgehog, 2x Pax, Eq"
    ).sides[Side.ALLIED]
    assert [(each.kind, each.tokens, each.loaded, each.formation) for each in allied.transport] == [
        ("truck", 8, False, ""),
        ("truck", 4, True, ""),
        ("mule", 4, True, ""),
        ("organic", 6, True, "1 US Arm Div"),
    ]
    assert [dump.tokens for dump in allied.supply] == [28, 2, 7]
    assert [(repl.kind, repl.count) for repl in allied.repls] == [("pax", 2), ("eq", 1)]
    assert [(hog.hex, hog.level) for hog in allied.hedgehogs] == [(atlas.grid.hex("A21.05"), 1)]


@pytest.mark.rule("T2 6.0")
def test_charcoal_organic_and_mule_transport_starts_full_unless_it_says_empty(read):
    axis = read("A48.24: Charcoal Truck Point, Mule Point (E), 10 Pz Div Organic Truck, Truck Point").sides[Side.AXIS]
    assert [each.loaded for each in axis.transport] == [True, False, True, False]


@pytest.mark.rule("T2 6.0")
def test_names_without_a_nation_are_german_or_commonwealth(read):
    scenario = read(
        "A48.24: March Bn (T-1), Ger March Bn (T-3)\nAircraft: Ju.88, It MC.202",
        "A17.26: Para Bn (3)\nAircraft: Spit.V, US Spit.V, CW Blen.V\nAircraft (Tripoli): 2x DAF Spit.V",
    )
    assert units(scenario.sides[Side.AXIS]) == ["ger-march-t-1", "ger-march-t-3"]
    assert [plane.aircraft for plane in scenario.sides[Side.AXIS].planes] == ["ger-ju88", "ita-mc202"]
    assert [plane.aircraft for plane in scenario.sides[Side.ALLIED].planes] == [
        "com-spitv",
        "us-spitv",
        "com-blenv",
        "com-daf-spitv",
    ]


@pytest.mark.rule("T2 6.0")
def test_stars_and_hashes_in_air_listings(read, atlas):
    planes = read("Aircraft (A48.25): 3x Bf.109G*, Ju.52#, 2x Ju.87*#\nSurge: Bf.110").sides[Side.AXIS].planes
    assert [(plane.count, plane.reduced, plane.inactive, plane.surge) for plane in planes] == [
        (3, 1, False, False),
        (1, 0, True, False),
        (2, 1, True, False),
        (1, 0, False, True),
    ]
    assert {plane.place for plane in planes[:3]} == {atlas.grid.hex("A48.25")}


def test_accents_capitals_and_spaces_do_not_matter(read):
    axis = read("a48.24 :  commando  bn ( konen ),it PARA bn(1 RA)").sides[Side.AXIS]
    assert units(axis) == ["ger-konen", "it-para-1ra"]


def test_a_printed_rating_before_a_name_is_checked(read, faults):
    axis = read("A48.24: (7)-4-3 LW Flak Bn (I-33), 6-5-8 10 Pz Div (II-7 Pz), 8-0 Corps HQ (90)").sides[Side.AXIS]
    assert units(axis) == ["ger-flak-i-33", "ger-10pz-ii7", "ger-hq-90"]
    ((line, column, code, message, _),) = faults("A48.24: 7-5-8 10 Pz Div (II-7 Pz)")
    assert (line, column, code) == (8, 9, "rating")
    assert "is 6-5-8 in our data, not 7-5-8" in message


def test_lines_go_on_after_a_comma_and_remarks_are_skipped(read):
    axis = read("A48.24: March Bn (T-1,  -- the first\n   -- nothing here\n\n  T-3),\n  Pz Bn (190)\n-- the end")
    assert units(axis.sides[Side.AXIS]) == ["ger-march-t-1", "ger-march-t-3", "ger-pz-190"]
    assert [(unit.line, unit.column) for unit in axis.sides[Side.AXIS].units] == [(8, 19), (11, 3), (12, 10)]


def test_part_of_a_map_can_be_in_play(read, faults):
    head = HEAD.replace("Maps: A, B", "Maps: A rows 1-11, B rows 21-34")
    head = head.replace("campaign", "the Allies occupy Tebessa A21.05; otherwise the Axis")
    scenario = read("A54.11: It Corps HQ (30 It)", head=head)
    assert scenario.sheets == ("A", "B") and scenario.rows == {"A": (1, 11), "B": (21, 34)}
    ((_, _, code, message, _),) = faults("A48.24: Pz Bn (190)", head=head)
    assert code == "not-in-play" and "not on the part of the map that is in play" in message


def test_marks_of_statements(read):
    scenario = read("A48.24: Pz Bn (190) [R]\nA44.31: March Bn (T-1) [S hex; R unit]")
    marks = statement_marks(scenario.path)
    assert marks.count("S") == 6 and marks[-2:] == ["R", "S hex; R unit"]
    assert isinstance(scenario.victory, CampaignVictory)


def test_ports_that_no_statement_names_have_no_owner(read, atlas):
    named = read(head=HEAD + "Allied ports: Bone\nAxis ports: Sfax\n").ports
    assert {atlas.ports[hex_].name: side for hex_, side in named.items()} == {"Bône": Side.ALLIED, "Sfax": Side.AXIS}
    every = read(head=HEAD + "Axis ports: Sfax\nAllied ports: all others\n").ports
    assert set(every) == set(atlas.ports) and list(every.values()).count(Side.AXIS) == 1


FAULTS = [  # what the Axis part says on line 8, column, code, what the message holds, names suggested
    (
        "A48.24: March Bn (T-9)",
        19,
        "unit",
        "no unit March Bn (T-9)",
        ("March Bn (T-1)", "March Bn (T-2)", "March Bn (T-3)"),
    ),
    ("A48.24: Marsch Bn (T-2)", 20, "unit", "no unit Marsch Bn (T-2)", ("March Bn (T-2)",)),
    ("A48.24: Marine Bn (Bafile)", 20, "unit", "no unit Marine Bn (Bafile)", ("It Marine Bn (Bafile)",)),
    ("A48.24: Para Bn (3)", 18, "unit", "is no Axis unit; it is Allied", ()),
    ("A48.24: March Bn (T-1), March Bn (T-1)", 35, "twice", "set up already at 8:19", ()),
    ("A48.24: 164 Le Div (all 6 units)", 21, "count", "has 5 units, not 6", ()),
    ("A48.24: 165 Le Div (all)", 9, "formation", "no Axis units 165 Le Div", ("164 Le Div",)),
    ("A48.35: Pz Bn (190)", 1, "hex", "off the map", ("A48.34",)),
    ("C48.24: Pz Bn (190)", 1, "hex", "no sheet C", ()),
    ("Sicly A: Pz Bn (190)", 1, "place", "no hex, off-map box", ("Sicily A",)),
    ("Sicily: Pz Bn (190)", 1, "place", "no hex, off-map box", ("Sicily A", "Sicily B")),
    ("A48.24: Pz Bn 190", 18, "syntax", "found the end of the line; expected '('", ()),
    ("A48.24: Pz Bn (190", 19, "syntax", "expected ',' or ')'", ()),
    ("A48.24 Pz Bn (190)", 8, "syntax", "found 'Pz Bn (190)'; expected ':'", ()),
    ("A48.24: Pz Bn (190),, March Bn (T-1)", 21, "syntax", "found ','", ()),
    ("Reserve marker: 4", 1, "syntax", "opens no statement", ("Reserve markers",)),
    ("Reserve markers: four", 18, "syntax", "expected a number", ()),
    ("Level 1 air bases: A45.26, A45.26", 28, "twice", "already on line 8", ()),
    ("Level 4 air bases: A45.26", 1, "syntax", "opens no statement", ("Level 3 air bases",)),
    ("Aircraft: Bf.109H", 11, "aircraft", "no Axis plane Bf.109H", ("Bf.109G", "Bf.109F-4")),
    ("Aircraft: MC.202", 11, "aircraft", "no Axis plane MC.202", ("It MC.202", "It MC.200")),
    ("Surge: Ju.87", 8, "aircraft", "no Axis surge plane", ("Ju.88",)),
    ("Aircraft (Sicely A): Ju.88", 11, "place", "no off-map box", ("Sicily",)),
    ("A48.24: 334 Inf Div Organic Truck", 9, "formation", "no organic truck", ()),
    ("A48.24: Pz Bn (190) [guess]", 21, "mark", "opens with no mark", ()),
    ("A48.24: Pz Bn (190), 1000 SP", 22, "syntax", "'1000 SP' is no amount of supply; expected 1 to 999 SP", ()),
    ("A48.24: -1 SP", 9, "syntax", "'-1 SP' is no amount of supply", ()),
    ("A48.24: 1.5 SP, Pz Bn (190)", 9, "syntax", "'1.5 SP' is no amount of supply", ()),
]


@pytest.mark.parametrize(("text", "column", "code", "holds", "suggestion"), FAULTS)
def test_a_fault_has_its_place_and_the_nearest_names(faults, text, column, code, holds, suggestion):
    ((line, found_column, found_code, message, near),) = faults(text)
    assert (line, found_column, found_code) == (8, column, code)
    assert holds in message
    suggested = near.split(" or ") if near else []
    assert set(suggestion) <= set(suggested)


HEAD_FAULTS = [  # what is changed in the head, into what, line, column, code, what the message holds
    ("15 Feb 1943", "16 Feb 1943", 2, 8, "date", "nearest is 1943-02-15"),
    ("15 Feb 1943", "30 Feb 1943", 2, 8, "date", "is no date"),
    ("29 May 1943", "5 Feb 1943", 2, 23, "date", "comes before the first"),
    ("Maps: A, B", "Maps: A, A", 3, 10, "twice", "named twice"),
    ("Axis, Allied", "Axis, Axis", 4, 21, "twice", "same side twice"),
    ("First player: Allied\n", "", 1, 1, "missing", "First player: is missing"),
    ("First player: Allied", "First player: nobody", 5, 15, "syntax", "expected Axis or Allied"),
    (
        "Victory: campaign",
        "Victory: the Allies occupy 3 of Tunis A48.24; otherwise the Axis",
        6,
        28,
        "victory",
        "names 1",
    ),
    ("Victory: campaign", "Victory: the Axis occupy Tunis A48.24", 6, 10, "syntax", "'the Axis occupies'"),
    (
        "Victory: campaign",
        "Options: mostly dead: two arrive, mostly dead: three arrive\nVictory: campaign",
        6,
        35,
        "option",
        "cannot both be on",
    ),
    ("Victory: campaign", "Options: mostly dead: two arive\nVictory: campaign", 6, 10, "option", "two arive"),
    ("Victory: campaign", "Allied ports: Malta\nVictory: campaign", 6, 15, "port", "no port of the map"),
    ("Victory: campaign", "Allied ports: Sfax\nAxis ports: Sfax\nVictory: campaign", 7, 13, "twice", "has an owner"),
    ("Victory: campaign", "Reserve markers: 4\nVictory: campaign", 6, 1, "no-side", "stands before"),
    ("Victory: campaign", "Victory: campaign\nVictory: campaign", 7, 1, "twice", "already on line 6"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "code", "holds"), HEAD_FAULTS)
def test_a_fault_in_the_head_has_its_place(faults, old, new, line, column, code, holds):
    found = faults(head=HEAD.replace(old, new))
    assert [(each[0], each[1], each[2]) for each in found] == [(line, column, code)]
    assert holds in found[0][3]


@pytest.mark.parametrize("title", ["Mateur, and back: 3 days (a test)?", 'The "Race" <b>& more</b>', "Ça va"])
def test_a_title_is_any_words(read, title):
    text = HEAD.replace("Scenario 4: Kasserine Campaign", f"Scenario 7: {title}")
    assert read(head=text).title == title


def test_a_scenario_without_number_or_title_is_told_what_it_lacks(faults):
    assert "a scenario has a number" in faults(head=HEAD.replace("Scenario 4:", "Scenario:"))[0][3]
    assert "expected a title" in faults(head=HEAD.replace("Kasserine Campaign", ""))[0][3]


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_can_be_named_in_the_head(read, option):
    assert read(head=HEAD.replace("Victory:", f"Options: {option}\nVictory:")).options == (option,)


def test_all_faults_of_a_file_come_at_once_in_order(faults):
    found = faults(
        "A48.24: Pz Bn (191)\nA99.99: March Bn (T-2)\nAircraft: Spitfire\nA44.31 March Bn (T-1)", "A17.26: 1 SP 1 SP"
    )
    assert [(each[0], each[2]) for each in found] == [
        (8, "unit"),
        (9, "hex"),
        (10, "aircraft"),
        (11, "syntax"),
        (13, "syntax"),
    ]


def test_a_message_reads_as_file_line_column(read, tmp_path):
    with pytest.raises(ScenarioError) as caught:
        read("A48.24: March Bn (T-12)")
    assert str(caught.value).startswith(f"{tmp_path / 'test.ocs'}:8:19: unit there is no unit March Bn (T-12)")


def test_bytes_that_are_no_text_are_refused(tmp_path, catalogue, atlas):
    path = tmp_path / "bad.ocs"
    path.write_bytes(b"Scenario 1: x\nMaps: \xff\n")
    with pytest.raises(ScenarioError, match=r"bad.ocs:2:7: bad-text"):
        read_scenario(path, catalogue, atlas)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 4000), cut=st.integers(0, 40), junk=st.binary(max_size=6))
def test_a_damaged_file_is_read_or_refused_but_never_crashes(tmp_path, catalogue, atlas, place, cut, junk):
    whole = find_scenario("race-for-tunis").read_bytes()
    path = Path(tmp_path) / "damaged.ocs"
    path.write_bytes(whole[:place] + junk + whole[place + cut :])
    try:
        read_scenario(path, catalogue, atlas)
    except WorldError as error:
        assert all(problem.line >= 1 and problem.column >= 1 and problem.message for problem in error.problems)
