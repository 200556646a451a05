"""The player `human`: what is typed is understood as a player means it, carried out by the rules, and answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine import query
from ocs_engine.players import PLAYERS
from ocs_engine.players.base import asked
from ocs_engine.players.human import ANSWERS, ORDERS, hear
from ocs_engine.players.human_answers import news
from ocs_engine.players.human_names import place_of, unit_of, units_of
from ocs_engine.players.human_table import Table
from ocs_engine.players.human_words import VERBS, Misheard, mode_of, read_order, split_units, verb_of
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.points import EVERYONE_SUPPLIED
from ocs_engine.series.view import view
from ocs_engine.state.model import DEAD
from ocs_engine.state.slots import Phase
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.hands import asks, done, refused
from tests.positions import position, quiet

ALLIED, AXIS = Side.ALLIED, Side.AXIS
STACK = """
== Axis ==
A24.20: LW Para Bn (I-5)
== Allied ==
A20.20: Fr Mech Rgt (Coutx), Fr Inf Bn (Zouv)     -- Move
A20.24: Para Bn (3)
"""
PLAIN = "A01.01: hills"


def sit(note: str = STACK, when: str = "Allied Movement Phase", people: tuple[Side, ...] = (ALLIED,)) -> Table:
    """A table at a position on open ground, where a hex costs Leg, Track and Truck MP 1, 1 and 2."""
    return Table(position(note, when, ground=PLAIN).game, people)


def opened(seed: int | None = 7, people: tuple[Side, ...] = (ALLIED,)) -> Table:
    """Race for Tunis, where all units count as supplied and nothing comes: what these ask has tests of its own."""
    return Table(new_game(quiet(load_world("race-for-tunis")), seed, options=(EVERYONE_SUPPLIED,)), people)


def race(people: tuple[Side, ...] = (ALLIED,)) -> Table:
    """The same in the first Movement Phase, after a Refit Phase in which the Allies plan no drops."""
    table = opened(7, people)
    assert table.state.now.phase is Phase.REFIT
    table.submit(EndSegment(side=ALLIED))
    return table


def where(table: Table, uid: str) -> str:
    return table.state.world.label(table.state.units[uid].place)


# --- words


@pytest.mark.parametrize(("typed", "verb"), [
    ("move", "move"), ("MOVE", "move"), ("m", "move"), ("mov", "move"), ("str", "strat"), ("u", "undo"), ("q", "quit"),
    ("save", "quit"), ("?", "help"), ("wha", "what"), ("rel", "release"), ("ho", "hold"),
])  # fmt: skip
def test_a_verb_is_known_by_its_beginning(typed: str, verb: str):
    assert verb_of(typed).name == verb


@pytest.mark.parametrize(("typed", "told"), [
    ("mvoe", "did you mean move?"),
    ("re", "'re' may be reserve, release, recon, refit, rebuild, recover, reach or redo"),
    ("xyzzy", "help lists what there is"),
    ("A41.22", "what A41.22, or move UNITS to A41.22"),
])  # fmt: skip
def test_a_word_that_is_no_verb_is_answered_with_the_nearest(typed: str, told: str):
    with pytest.raises(Misheard) as no:
        verb_of(typed)
    assert told in str(no.value)


def test_every_verb_does_something():
    assert sorted(verb.name for verb in VERBS) == sorted([*ANSWERS, *ORDERS])


@pytest.mark.parametrize(("typed", "units", "places", "mode"), [
    ("br-78-11 A31.27 A32.26", "br-78-11", ("A31.27", "A32.26"), ""),
    ('"78 Inf Div (11 Inf)" to A33.27', "78 Inf Div (11 Inf)", ("A33.27",), ""),
    ("78 Inf Div (11 Inf), coutx in strat to a33.27", "78 Inf Div (11 Inf), coutx", ("a33.27",), "strat"),
    ("coutx to A33.27 in Move mode", "coutx", ("A33.27",), "move"),
    ("coutx to A31.27, then A33.27 via A34.1", "coutx", ("A31.27", "A33.27", "A34.1"), ""),
    ("A30.26 A31.27", "", ("A30.26", "A31.27"), ""),
    ("A30.26 to A31.27", "", ("A30.26", "A31.27"), ""),
    ("coutx to Medjez el Bab", "coutx", ("Medjez el Bab",), ""),
    ("coutx", "coutx", (), ""),
    ("", "", (), ""),
])  # fmt: skip
def test_an_order_has_units_places_and_a_mode(typed: str, units: str, places: tuple[str, ...], mode: str):
    order = read_order(typed)
    assert (order.units, order.places, order.mode) == (units, places, mode)


def test_units_are_parted_by_commas_outside_of_brackets():
    assert split_units("Para Bn (1, 2), coutx,,") == ["Para Bn (1, 2)", "coutx"]


@pytest.mark.parametrize(("typed", "mode"), [("s", "strat"), ("Res", "reserve"), ("reserve/move", "reserve/move")])
def test_a_mode_is_known_by_its_beginning(typed: str, mode: str):
    assert mode_of(typed) == mode


@pytest.mark.parametrize(("typed", "told"), [("startt", "did you mean strat?"), ("", "they are"), ("move/x", "move")])
def test_a_mode_that_there_is_not_is_answered(typed: str, told: str):
    with pytest.raises(Misheard, match="is no mode") as no:
        mode_of(typed)
    assert told in str(no.value)


# --- names


@pytest.mark.parametrize(("typed", "uid"), [
    ("br-78-11", "br-78-11"),
    ("78 Inf Div (11 Inf)", "br-78-11"),
    ("78 inf div (11 inf)", "br-78-11"),
    ("11 inf", "br-78-11"),
    ("COUTX", "fr-mech-coutx"),
    ("coutx mech", "fr-mech-coutx"),
    ("witzig", "ger-witzig"),
    ("witz", "ger-witzig"),
    ("cou mec", "fr-mech-coutx"),
])  # fmt: skip
def test_a_unit_is_named_by_id_booklet_or_unique_part(typed: str, uid: str):
    assert unit_of(race().state, ALLIED, typed) == uid


@pytest.mark.parametrize(("typed", "told"), [
    ("fr pol", "'fr pol' may be Fr Pol Bde (Schw) in A17.26"),
    ("cotux", "did you mean"),
    ("qqqqqq", "units lists those in play"),
    ("all", "'all' is no unit"),
    ("outx", "did you mean Coutx?"),
    ("ech outx", "there is no unit 'ech outx'"),
    ("A01.15", "no unit of the Allied side in A01.15"),
    ("A41.22", "no unit of the Allied side in A41.22"),
    ("", "name the units"),
])  # fmt: skip
def test_a_name_that_means_nobody_or_several_is_answered_with_those_near_it(typed: str, told: str):
    with pytest.raises(Misheard) as no:
        units_of(race().state, ALLIED, typed)
    assert told in str(no.value)


def test_own_units_come_before_enemy_ones():
    """Both sides have a Para Bn in play; the Axis means its own."""
    state = race().state
    assert state.units[unit_of(state, AXIS, "ger-para-i5")].side is AXIS
    assert unit_of(state, ALLIED, "Para Bn (3)") == "br-para-3"


def test_a_hex_means_everybody_of_the_side_there():
    state = race().state
    assert units_of(state, ALLIED, "A30.26") == ("br-78-11", "br-78-36")
    assert units_of(state, ALLIED, "A30.26, coutx") == ("br-78-11", "br-78-36", "fr-mech-coutx")


@pytest.mark.parametrize(("typed", "label"), [
    ("A41.22", "A41.22"), ("a41.22", "A41.22"), ("Medjez el Bab", "A41.22"), ("medjez", "A41.22"), ("béja", "A35.23"),
    ("Algiers", "Algiers"),
])  # fmt: skip
def test_a_place_is_a_hex_a_box_or_a_town(typed: str, label: str):
    state = race().state
    assert state.world.label(place_of(state, typed)) == label


@pytest.mark.parametrize(("typed", "told"), [("A99.99", "off the map"), ("Bizerta", "did you mean Bizerte")])
def test_a_place_that_there_is_not_is_answered(typed: str, told: str):
    with pytest.raises(Misheard) as no:
        place_of(race().state, typed)
    assert told in str(no.value)


# --- orders


def test_move_finds_the_cheapest_way_by_itself():
    """Zouaves on foot, three hexes over open ground at 1 MP each."""
    table = sit()
    zouaves = unit_of(table.state, ALLIED, "zouv")
    told = done(table, "move zouv to A20.23")
    assert where(table, zouaves) == "A20.23"
    assert table.state.memory.spent[zouaves] == 3 * 12
    assert "has spent 3 of" in told


def test_move_goes_by_the_hexes_that_are_named():
    table = sit()
    done(table, "move zouv A21.21 A20.21")
    moved = [event for event in table.game.entries[-1].events if event.kind == "stack moved"]
    assert [event.to for event in moved] == ["A21.21", "A20.21"]


def test_a_stack_goes_together_each_paying_its_own_cost():
    """A regiment on trucks and a battalion on foot go into hills: each pays what the chart says for its mobility."""
    table = Table(position(STACK, ground="A20.21: hills").game, (ALLIED,))
    done(table, "move A20.20 to A20.21")
    chart = table.state.world.chart.hex["hills"].mp
    for name in ("coutx", "zouv"):
        uid = unit_of(table.state, ALLIED, name)
        assert where(table, uid) == "A20.21"
        assert table.state.memory.spent[uid] == chart[table.state.units[uid].face.mobility]
    assert len(set(table.state.memory.spent.values())) == 2


def test_units_named_apart_go_together_only_from_one_hex():
    assert "begin in one hex" in refused(sit(), "move zouv, Para Bn (3) to A20.22")


def test_a_mode_is_taken_as_the_move_begins():
    table = sit()
    done(table, "move zouv in combat to A20.21")
    assert table.state.units[unit_of(table.state, ALLIED, "zouv")].mode == "combat"
    done(table, "strat para bn (3) to A15.24")
    assert table.state.units["br-para-3"].mode == "strat"


@pytest.mark.rule("OCS 6.1c")
def test_the_one_hex_minimum_is_found_too():
    """In Reserve a unit with 3 MP has three quarters of one, and may still go to a hex that costs 1."""
    table = sit()
    done(table, "reserve Para Bn (3) to A20.25")
    assert where(table, "br-para-3") == "A20.25"


def test_a_refusal_names_the_rule_and_the_unit_and_another_mode_that_would_do():
    table = race()
    assert refused(table, "move coutx to A41.22") == "A41.22 holds enemy combat units (OCS 4.8c)"
    told = refused(table, "move 2-509 to Tadjerouine")
    assert "US Para Bn (2-509) cannot get to A27.11 with 3 MP" in told
    assert "in Strat Mode it could" in told


def test_nobody_moves_to_a_box_or_to_where_he_is():
    table = race()
    assert "off-map box" in refused(table, "move coutx to Algiers")
    assert "is there already" in refused(table, "move coutx to A40.22")


def test_mode_changes_in_place_and_finishes():
    table = sit()
    done(table, "mode zouv, coutx combat")
    assert [table.state.units[unit_of(table.state, ALLIED, name)].mode for name in ("zouv", "coutx")] == ["combat"] * 2
    assert query.left_to_do(table.state, ALLIED) == ("br-para-3",)
    assert "has that mode already" in refused(table, "mode Para Bn (3) to combat")


def test_a_mode_keeps_the_side_that_is_up_under_reserve():
    table = sit()
    done(table, "reserve zouv")
    unit = table.state.units[unit_of(table.state, ALLIED, "zouv")]
    assert (unit.mode, unit.up) == ("reserve", "move")


def test_hold_all_is_everybody_who_can_still_act():
    table = race()
    done(table, "move coutx to A39.22")
    assert done(table, "hold all") == "13 units will not move"
    assert query.left_to_do(table.state, ALLIED) == ()
    assert "nobody is left" in done(table, "left")


def test_left_tells_of_planes_too_where_no_unit_is_left():
    table = race()
    assert done(table, "left").splitlines()[-1] == "14 planes can fly"
    done(table, "hold all")
    assert done(table, "left") == "nobody is left who could act on the ground; 14 planes can fly; end ends it"


def test_left_tells_what_a_refit_phase_is_for():
    assert "drops can be planned; dropplan tells more, end ends it" in done(opened(), "left")


def test_left_tells_of_reserves_and_that_nothing_can_be_barraged():
    table = sit("== Axis ==\nA24.20: LW Para Bn (I-5)\n== Allied ==\nA20.20: Fr Inf Bn (Zouv) -- Reserve",
                "Allied Exploitation Phase")
    assert done(table, "left").endswith("1 in reserve can be released; end ends it")
    table = sit("== Axis ==\nA24.20: LW Para Bn (I-5)\n== Allied ==\nA20.20: Fr Inf Bn (Zouv)",
                "Allied Movement Phase, Barrage Segment")
    assert done(table, "left") == "nothing can be barraged; end ends it"


@pytest.mark.rule("OCS 4.8a")
def test_a_stack_that_loses_units_as_the_segment_ends_is_told_of_before():
    """An HQ and 9 regiments of 1 RE are 10 RE, which may stay; with two battalions, half an RE each, they are 11."""
    ten = ("Corps HQ (5), 78 Inf Div (11 Inf), 78 Inf Div (36 Inf), 78 Inf Div (1 Gds Inf), 46 Inf Div (139 Inf),"
           " 46 Inf Div (128 Inf), 46 Inf Div (138 Inf), Fr Inf Rgt (1 Lgn), Fr Inf Rgt (CFdA), Fr Inf Rgt (4 Tun)")
    told = "A20.20 holds 11 RE; what is over 10 at the end is lost (OCS 4.8a)"
    high = sit(f"== Allied ==\nA20.20: {ten}, Para Bn (1), Para Bn (2)")
    assert told in asks(high)
    assert done(high, "left").endswith(told)
    done(high, "move para bn (1) to A20.21", "move para bn (2) to A20.21")
    assert "is lost" not in asks(high)
    assert "is lost" not in asks(sit(f"== Allied ==\nA20.20: {ten}"))


@pytest.mark.rule("OCS 6.1f")
def test_where_a_unit_could_go_is_told_with_why_it_may_not():
    table = sit()
    done(table, "mode coutx combat")
    assert "Fr Mech Rgt (Coutx) is finished for this phase (OCS 6.1f)" in done(table, "reach coutx")
    assert "is finished" not in done(table, "reach zouv")


@pytest.mark.parametrize("line", [
    "move all to A40.22", "reserve all to A40.22", "strat all", "reserve all", "mode all move", "hold all",
    "way all to A40.22", "why all A40.22", "begin all",
])  # fmt: skip
def test_all_is_answered_where_nobody_is_left(line: str):
    table = race()
    done(table, "hold all")
    assert "none of your units is left" in refused(table, line)


@pytest.mark.rule("OCS 5.4")
@pytest.mark.parametrize("mode", ["dg", "exploit"])
@pytest.mark.parametrize("line", [
    "reach coutx in {}", "way coutx in {} to A40.21", "move coutx in {} to A40.21", "begin coutx in {}",
    "mode coutx {}",
    "why coutx in {} to A40.21",
])  # fmt: skip
def test_nobody_takes_a_mode_that_comes_of_fights_alone(line: str, mode: str):
    told = refused(race(), line.format(mode))
    assert "Fr Mech Rgt (Coutx) may not change from combat to " + mode in told and "(OCS 5.4)" in told


def test_a_mode_that_all_have_already_is_told():
    table = sit()
    done(table, "begin zouv in reserve")
    done(table, "stop")
    assert "has that mode already" in refused(table, "reserve zouv")


@pytest.mark.parametrize("line", ["mode , in dg", "move , to A20.22", "hold ,", "reserve ,,"])
def test_a_comma_alone_names_nobody(line: str):
    assert "name the units" in refused(sit(), line)


def test_a_move_of_others_waits_for_the_one_under_way():
    table = sit()
    done(table, "begin A20.20")
    for line in ("move A20.20 to A20.22", "move Para Bn (3) to A20.22"):
        assert "a move is under way in A20.20; step HEX goes on with it, and stop ends it" in refused(table, line)
    done(table, "move A20.21")
    assert where(table, "fr-mech-coutx") == "A20.21"


def test_long_lines_are_told_shortened():
    for line in ("x" * 5000, f"move {'x' * 5000} to A40.22", f"what {'x' * 5000}", f"move coutx to {'x' * 5000}"):
        assert max(map(len, hear(race(), line).lines)) < 400


def test_a_move_step_by_step_with_a_unit_dropped():
    table = sit()
    done(table, "begin A20.20")
    assert "go on with the move under way" in table.opening()[0]
    done(table, "step A20.21")
    done(table, "drop zouv")
    done(table, "step A20.22")
    done(table, "end")
    names = ("coutx", "zouv")
    assert [where(table, unit_of(table.state, ALLIED, name)) for name in names] == ["A20.22", "A20.21"]
    assert "may not step now" in refused(table, "step A20.23")


@pytest.mark.rule("OCS 5.7")
def test_reserves_are_released_by_name():
    table = sit("== Axis ==\nA20.20: LW Para Bn (I-5)   -- reserve\n== Allied ==\n", "Axis Reaction Phase", (AXIS,))
    done(table, "release all")
    assert table.state.units["ger-para-i5"].mode == "combat"


# --- forms and questions of the game


def test_any_command_can_be_filled_in_blank_by_blank():
    table = sit()
    assert done(table, "do").startswith("open to Allied: begin move, move, change mode, hold")
    told = done(table, "do change")
    assert told.startswith("change mode, unit:")
    assert "change mode, stance:" in done(table, "zouv")
    done(table, "combat")
    assert table.state.units[unit_of(table.state, ALLIED, "zouv")].mode == "combat"
    assert table.form is None


def test_a_form_takes_numbers_and_an_empty_line_for_enough():
    table = sit()
    done(table, "do hold")
    first = query.left_to_do(table.state, ALLIED)[0]
    done(table, "1")
    done(table, "")
    assert table.game.entries[-1].command.units == (first,)


def test_questions_may_be_asked_while_a_form_is_open():
    table = sit()
    done(table, "do hold")
    assert "can still act" in done(table, "left")
    assert "none of its values" in refused(table, "nonsense")
    assert table.form is not None


@pytest.mark.rule("OCS 2.3")
def test_who_goes_first_is_asked_with_its_options():
    """Seed 7 gives the Axis the higher roll for turn 2; a person who plays it is asked."""
    table = race((AXIS, ALLIED))
    while not table.asked_form():
        done(table, "end")
    assert table.side is AXIS
    question = "Axis: who goes first this turn?"
    assert table.opening() == (question, "choose first player, first:", "  1 Axis", "  2 Allied")
    done(table, "allied")
    assert table.state.first is ALLIED


# --- dice thrown by hand


def entered(people: tuple[Side, ...] = (ALLIED,)) -> Table:
    """A game whose first dice are wanted as the Allies end their set-up."""
    table = opened(None, people)
    assert table.state.now.acts is ALLIED
    table.submit(EndSegment(side=ALLIED))
    return table


def test_dice_are_asked_for_with_their_purpose_and_number():
    table = entered()
    assert table.prompt() == "weather, 2 dice> "
    assert table.opening() == ("throw 2 dice with 6 sides for weather and type the faces",)


@pytest.mark.parametrize("typed", ["3 4", "3, 4", "34", "dice 3 4", "roll 3 4"])
def test_faces_are_typed_as_players_would(typed: str):
    table = entered()
    done(table, typed)
    rolls = [event for event in table.game.entries[-1].events if event.kind == "dice rolled"]
    assert rolls[0].faces == (3, 4)
    assert asked(table.game) is ALLIED


@pytest.mark.parametrize(("typed", "told"), [
    ("3", "weather takes 2 dice, not 1"),
    ("3 4 5", "weather takes 2 dice, not 3"),
    ("7 1", "7 is not the face of a die"),
    ("0 1", "0 is not the face of a die"),
    ("99999999999999999999 1", "is not the face of a die"),
    ("dice", "weather takes 2 dice, not 0"),
    ("dice three four", "are not the faces of dice"),
    ("end", "the dice for weather come first"),
    ("move coutx to A39.22", "the dice for weather come first"),
])  # fmt: skip
def test_wrong_faces_are_refused_and_asked_for_again(typed: str, told: str):
    table = entered()
    assert told in refused(table, typed)
    assert table.prompt() == "weather, 2 dice> "


def test_dice_that_are_not_wanted_are_refused():
    assert "the game throws its own dice" in refused(race(), "dice 3 4")
    table = entered()
    done(table, "3 4")
    assert "no dice are wanted now" in refused(table, "dice 3 4")


def test_a_segment_whose_end_waits_for_dice_can_be_taken_back():
    """The Allies end turn 1 as both sides' player; the weather of turn 2 wants dice, and they think again."""
    table = entered((ALLIED, AXIS))
    done(table, "3 4")
    while table.wanted is None:
        done(table, "end")
    assert "taken back before its dice were thrown" in done(table, "undo")
    assert asked(table.game) is AXIS


# --- undo, news, the rest


def test_a_set_up_that_was_taken_as_it_lay_is_not_taken_back():
    table = opened()
    assert len(table.game.entries) == 3
    assert "nothing of yours" in refused(table, "undo")


def arranging() -> Table:
    """The Allies set up: after the Axis, which has ended its set-up."""
    table = Table(new_game(load_world("race-for-tunis"), 7, arrange=True), (ALLIED,), arrange=True)
    table.submit(EndSegment(side=AXIS))
    return table


@pytest.mark.rule("OCS 0")
def test_set_up_is_arranged_by_name():
    """A plane to an own base, a unit into another mode; each piece only where the scenario lets it stand."""
    table = arranging()
    assert table.opening()[0].startswith("Race for Tunis. Set-up:")
    assert "P-40 [us-p-40-1] in Algiers; or in" in done(table, "left")
    assert done(table, "place p-40 to Philippeville") == "P-40 [us-p-40-1] stands in A06.25"
    assert "may not be set up in A40.23" in refused(table, "place coutx A40.23")
    done(table, "mode zouv move")
    done(table, "end")
    assert table.state.turn == 1
    assert table.state.units["fr-inf-zouv"].mode == "move"
    assert table.state.world.label(table.state.planes["us-p-40-1"].place) == "A06.25"


@pytest.mark.rule("OCS 4.9")
def test_the_owner_chooses_the_top_unit_by_name():
    """Of two brigades alike the other one would lie on top by itself; the Axis sees the one that was chosen."""
    table = race()

    def seen() -> str:
        shown = view(table.state, AXIS)["enemy"]
        return next(each["top"]["counter"] for each in shown if each["hex"] == "A30.26")

    assert seen() == "br-78-36"
    assert done(table, "top 11 inf") == "78 Inf Div (11 Inf) lies on top of its stack"
    assert seen() == "br-78-11"


def test_undo_takes_back_the_last_act_and_what_the_other_side_did_after_it():
    table = opened()
    bot = PLAYERS["simple"](1)
    done(table, "railways ask", "end", "move coutx to A39.22")
    before = table.state
    while asked(table.game) is ALLIED:
        before = table.state
        done(table, "end")
    while asked(table.game) is AXIS:
        table.submit(bot.command(table.game, AXIS))
    after = table.state
    assert "acts of the other side after it" in done(table, "undo")
    assert table.state is before
    done(table, "redo")
    assert table.state is after
    while where(table, "fr-mech-coutx") != "A40.22":
        done(table, "undo")
    assert where(table, "fr-mech-coutx") == "A40.22"
    done(table, "undo")
    assert "nothing of yours to take back" in refused(table, "undo")


def test_news_tell_what_the_other_side_did():
    """Nothing at first; after the Axis turn, its moves, and none of what the Allies did before."""
    table = race()
    assert done(table, "news") == "nothing changed since the game began"
    done(table, "move coutx to A39.22")
    assert "Fr Mech Rgt (Coutx): A40.22 to A39.22" in done(table, "news")
    done(table, "end")
    axis = Table(table.game, (AXIS,))
    while table.state.now.phase is not Phase.MOVEMENT or asked(table.game) is ALLIED:
        done(table if asked(table.game) is ALLIED else axis, "end")
    done(axis, "move witzig to A34.26")
    for each in (axis, table):
        while asked(each.game) is AXIS:
            done(axis, "1" if axis.asked_form() else "end")
    told = done(table, "news")
    assert told.startswith("since your turn of 15 Nov 1942:")
    assert "LW Para Eng Bn (Witzig): A34.27 Djebel Abiod to A34.26" in told
    assert "Coutx" not in told


def test_news_tell_of_the_dead_once_and_where_they_were():
    table = race()
    unit = table.state.units["fr-mech-coutx"]
    state = replace(table.state, units=table.state.units.set("fr-mech-coutx", replace(unit, place=DEAD, lost=1)))
    told = [line for line in news(table.game.entries, state, ALLIED) if "Coutx" in line]
    assert told == ["  Fr Mech Rgt (Coutx) was destroyed; it stood in A40.22"]


@pytest.mark.parametrize(("line", "told"), [
    ("what A41.22", "A41.22 Medjez el Bab: rough, village, Tunisia"),
    ("what A41.22", "Axis, 1/2 of 10 RE:"),
    ("what medjez", "victory turns on it; Axis holds it"),
    ("what A40.22", "Axis ZOC of LW Para Bn (I-5)"),
    ("what Algiers", "Algiers: an off-map box"),
    ("what bone", "Allied dump, 4T"),
    ("what coutx", "Allied, truck, in A40.22"),
    ("what le kef", "A31.16 Le Kef"),
    ("reach zouv", "A32.21 Souk el Khemis"),
    ("way zouv to A36.23", "of 3 MP"),
    ("way coutx to A41.22", "OCS 4.8c"),
    ("why zouv A41.22", "OCS 4.8c"),
    ("why zouv A36.23", "can go to A36.23"),
    ("why derby Souk el Arba", "can go to A30.20 Souk el Arba"),
    ("left", "14 can still act"),
    ("units", "A30.26 Tabarka: 78 Inf Div (11 Inf) (combat), 78 Inf Div (36 Inf) (combat)"),
    ("units axis", "Sicily B:"),
    ("standing", "A45.26 Djedeida: nobody; Axis there: LW Inf Bn (II-OBS) on top"),
    ("score", "as it stands: the Axis side wins"),
    ("help", "undo"),
    ("help mo", "move UNITS"),
    ("comment hello", "no log is kept"),
])  # fmt: skip
def test_questions_are_answered(line: str, told: str):
    table = race()
    before = table.state
    if line == "help mo":
        assert "may be move or mode" in refused(table, line)
        return
    assert told in done(table, line)
    assert table.state is before


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS])
def test_every_verb_alone_is_answered(verb: str):
    reply = hear(race(), verb)
    assert reply.lines or reply.over or verb == "end"


WORDS = st.sampled_from([
    *(verb.name for verb in VERBS), "coutx", "zouv", "fr pol", "A30.26", "A41.22", "A99.99", "Algiers", "to", "in",
    "strat", "reserve", "all", ",", "(", ")", '"', "1", "66", "axis", "", "Ž", "\x00", "78 Inf Div (11 Inf)", "#",
])  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=30)), max_size=6))
def test_no_line_whatever_raises(lines: list[str]):
    table = race()
    for line in lines:
        if asked(table.game) not in table.people:
            return
        hear(table, line)


def test_a_game_can_be_played_to_its_end_by_typing():
    """Both sides by hand, ending every segment; whoever is asked says the first thing offered."""
    table = opened(3, (ALLIED, AXIS))
    for _ in range(400):
        if asked(table.game) is None:
            break
        done(table, "1" if table.asked_form() else "end")
    assert table.state.verdict is not None
    assert table.state.turn == 14
