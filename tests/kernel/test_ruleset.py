"""The kernel carries a game that is not OCS: deciding, applying, forms, frames, questions, refusals, the referee."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from ocs_engine.kernel.dice import EnteredDice, RecordedDice
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import (
    DiceRolled,
    FactSet,
    FrameChanged,
    FrameClosed,
    FrameOpened,
    MessageError,
    Refusal,
    SetFact,
    refuse,
)
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Decision, DiceWanted, Ruleset
from ocs_engine.kernel.session import Entry, Game
from tests.kernel.games import at_battle, blue, do, new_game, red, thrown
from tests.kernel.toy import RULES, SIDES, TOWNS, Battle, Dealt, Moved, Play, Retreat, Spent, Table, TurnEnded


def test_begin_runs_to_the_first_thing_a_side_must_say():
    game = thrown(3, 1, 2, 5)
    (entry,) = game.entries
    deal = DiceRolled(purpose="the deal", faces=(3, 1, 2, 5), index=0)
    assert (entry.command, entry.events) == (None, (deal, Dealt(hands=((3, 1), (2, 5)))))
    assert game.state == Table(hands=((3, 1), (2, 5)), deals=1)
    assert game.next_die == 4


def test_a_command_becomes_events_and_the_state_after_them():
    entry = do(thrown(3, 1, 2, 5), red(3, "Birch", "Cedar"))
    moves = (Moved(side="Red", to="Birch"), Moved(side="Red", to="Cedar"))
    assert entry.events == (Spent(side="Red", card=3), *moves, TurnEnded())
    assert entry.state == Table(hands=((1,), (2, 5)), armies=("Cedar", "Dogwood"), turns=1, deals=1)


def test_decide_changes_nothing_and_gives_the_same_again():
    state = thrown(3, 1, 2, 5).state
    before = replace(state)
    command, dice = red(3, "Birch", "Cedar", "Dogwood"), RecordedDice((4, 4), start=4)
    assert RULES.decide(state, command, dice, 4) == RULES.decide(state, command, dice, 4)
    assert state == before


def test_apply_alone_follows_the_events_of_a_decision():
    state = thrown(3, 1, 2, 5).state
    decided = RULES.decide(state, red(3, "Birch", "Cedar", "Dogwood"), RecordedDice((4, 4), start=4), 4)
    assert isinstance(decided, Decision)
    for event in decided.events:
        state = RULES.apply(state, event)
    assert state == decided.state
    assert decided.index == 6


# --- frames and questions


def test_a_procedure_stops_half_done_in_the_state_and_asks():
    game = at_battle()
    opened = FrameOpened(frame={"kind": "battle", "step": "throw", "comer": "Red", "loser": ""})
    asked = FrameChanged(changes={"step": "retreat", "loser": "Red"})
    fight = DiceRolled(purpose="battle", faces=(2, 5), index=4)
    assert game.entries[-1].events[-3:] == (opened, fight, asked)
    assert game.state.frames == (Battle(step="retreat", comer="Red", loser="Red"),)
    pending = game.pending()
    assert pending is not None
    assert (pending.side, pending.rule, pending.kinds) == ("Red", "Toy 3", ("retreat",))
    assert pending.prompt == "Where does your army at Dogwood go?"


def test_the_answer_carries_the_procedure_to_its_end():
    game = at_battle()
    entry = do(game, Retreat(side="Red", to="Elm"))
    assert entry.events == (Moved(side="Red", to="Elm"), FrameClosed(), TurnEnded())
    assert game.state == Table(hands=((1,), (2, 5)), armies=("Elm", "Dogwood"), turns=1, deals=1)
    assert game.pending() is None
    assert RULES.legal(game.state, "Blue") == ("play",)


@pytest.mark.parametrize(("faces", "loser"), [((2, 5), "Red"), ((5, 2), "Blue"), ((4, 4), "Red")])
def test_the_side_that_is_asked_need_not_be_the_one_that_acted(faces, loser):
    game = thrown(3, 1, 2, 5, *faces)
    do(game, red(3, "Birch", "Cedar", "Dogwood"))
    assert game.pending().side == loser
    assert [side for side in SIDES if RULES.legal(game.state, side)] == [loser]


def test_while_a_question_is_open_everything_else_is_refused_with_the_question():
    game = at_battle()
    for command in (blue(2, "Elm"), red(1, "Elm"), Retreat(side="Blue", to="Elm")):
        refusal = game.submit(command)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.rule) == ("other question", "Toy 3")
        assert refusal.sentence == "Red must first answer: Where does your army at Dogwood go?"


def test_the_game_goes_on_by_itself_when_hands_are_empty():
    game = thrown(1, 1, 1, 1, 6, 5, 4, 3)
    for command in (red(1, "Birch"), blue(1, "Elm"), red(1, "Ash"), blue(1, "Dogwood")):
        entry = do(game, command)
    assert entry.events[-1] == Dealt(hands=((6, 5), (4, 3)))
    assert game.state.deals == 2


# --- refusals


REFUSED = {
    "no such card": (red(2, "Birch"), "no card", "Toy 1", (), ("2",)),
    "no path": (red(3), "too far", "Toy 2", (), ()),
    "path too long": (red(1, "Birch", "Cedar"), "too far", "Toy 2", (), ()),
    "no road": (red(3, "Birch", "Dogwood"), "no way", "Toy 2", ("Birch", "Dogwood"), ()),
    "on from the other army": (red(5, "Birch", "Cedar", "Dogwood", "Elm"), "no way", "Toy 2", ("Dogwood", "Elm"), ()),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_a_value_with_code_rule_and_what_it_concerns(case):
    command, code, rule, places, pieces = REFUSED[case]
    game = thrown(3, 5, 2, 5) if command.card == 5 else thrown(3, 1, 2, 5)
    refusal = game.submit(command)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule, refusal.places, refusal.pieces) == (code, rule, places, pieces)
    assert game.check(command) == refusal


def test_a_refusal_says_what_was_expected_in_one_sentence():
    refusal = thrown(3, 1, 2, 5).submit(red(1, "Birch", "Cedar"))
    assert refusal.sentence == "a 1 takes an army along 1 to 1 towns; the path has 2"


def test_a_refusal_never_changes_anything():
    """Even where events were written into the draft before it: the card spent, the first towns entered."""
    game = thrown(3, 1, 2, 5, 6, 6)
    state, heard = game.state, []
    game.subscribe(heard.append)
    for command, *_ in REFUSED.values():
        game.submit(command)
    assert game.state is state
    assert (len(game.entries), game.next_die, heard) == (1, 4, [])


def test_out_of_turn_the_refusal_names_what_is_open():
    refusal = thrown(3, 1, 2, 5).submit(blue(2, "Elm"))
    assert (refusal.code, refusal.sentence) == ("not now", "Blue may not play now; open to Blue: nothing")
    refusal = thrown(3, 1, 2, 5).submit(Retreat(side="Red", to="Birch"))
    assert refusal.sentence == "Red may not retreat now; open to Red: play"


def test_check_allows_a_command_without_throwing_what_it_would_throw():
    state = thrown(3, 1, 2, 5).state
    assert RULES.check(state, red(3, "Birch", "Cedar", "Dogwood")) is None


def test_refusing_after_a_die_is_a_fault_of_the_rules():
    rules = Ruleset("cheat/1", (Play,), (Moved,))

    @rules.command(Play, lambda _s, _side: True, lambda _s, _side, _f: None, lambda _side, _f: red(1))
    def play(draft: Draft[Table], _: Play) -> None:
        draft.roll("a peep", 1)
        raise refuse("no", "Toy 9", "the die was not to my liking")

    with pytest.raises(RuntimeError, match="play was refused after a die was thrown"):
        rules.decide(Table(), red(1), RecordedDice((1,)), 0)
    assert rules.check(Table(), red(1)) is None


# --- forms


def test_legal_names_the_kinds_a_side_can_fill_in_now():
    state = thrown(3, 1, 2, 5).state
    assert [RULES.legal(state, side) for side in SIDES] == [("play",), ()]
    assert [RULES.legal(at_battle().state, side) for side in SIDES] == [("retreat",), ()]


def test_a_form_whose_first_blank_has_no_value_is_not_legal():
    rules = Ruleset("empty/1", (Retreat,), (Moved,))
    blanks = {"red": None, "blue": Blank("town", ())}

    def blank(_state: Table, side: str, _filled: Sequence[Answer]) -> Blank | None:
        return blanks[side]

    rules.command(Retreat, lambda _s, _side: True, blank, lambda side, _f: Retreat(side=side, to=""))(lambda *_: None)
    assert rules.legal(Table(), "red") == ("retreat",)
    assert rules.legal(Table(), "blue") == ()


def test_blanks_are_filled_one_at_a_time_until_enough():
    state = thrown(3, 1, 2, 5).state
    filled = []
    for name, values, chosen in [
        ("card", (1, 3), 3),
        ("town", ("Fir", "Birch"), "Birch"),
        ("town", ("Ash", "Cedar", ENOUGH), "Cedar"),
        ("town", ("Birch", "Dogwood", ENOUGH), ENOUGH),
    ]:
        blank = RULES.blank(state, "Red", "play", filled)
        assert (blank.name, blank.values) == (name, values)
        filled.append((name, chosen))
    assert RULES.blank(state, "Red", "play", filled) is None
    assert RULES.fill("Red", "play", filled) == red(3, "Birch", "Cedar")


def test_filled_forms_are_exactly_what_check_accepts():
    """On this position with a 3 and a 1; what comes after reaching the other army is not offered."""
    state = thrown(3, 1, 2, 5).state
    forms, open_forms = set(), [()]
    while open_forms:
        filled = open_forms.pop()
        blank = RULES.blank(state, "Red", "play", filled)
        if blank is None:
            forms.add(RULES.fill("Red", "play", filled))
        else:
            open_forms += [(*filled, (blank.name, value)) for value in blank.values]
    paths = [path for length in range(5) for path in product(TOWNS, repeat=length)]
    accepted = {play for card in range(1, 7) for path in paths if RULES.check(state, play := red(card, *path)) is None}
    assert forms == accepted
    assert len(forms) == 2 + (2 + 4 + 8)


def test_a_form_of_no_kind_names_the_kinds_that_there_are():
    state = thrown(3, 1, 2, 5).state
    for ask in (lambda: RULES.blank(state, "Red", "ploy", ()), lambda: RULES.fill("Red", "ploy", ())):
        with pytest.raises(
            MessageError, match="'ploy' is not a kind of command; expected one of play, retreat, set fact"
        ):
            ask()


def test_a_frame_of_no_kind_names_the_kinds_that_there_are():
    with pytest.raises(MessageError, match="'siege' is not a kind of frame; expected one of battle"):
        RULES.read_frame({"kind": "siege", "step": "start"})


# --- the referee


def test_the_referee_sets_a_fact_with_a_reason_and_it_is_marked():
    game = thrown(3, 1, 2, 5)
    fact = {"kind": "moved", "side": "Blue", "to": "Fir"}
    entry = do(game, SetFact(side="Red", reason="knocked off the table", fact=fact))
    assert entry.events == (FactSet(reason="knocked off the table", fact=fact),)
    assert game.state.armies == ("Ash", "Fir")
    assert game.state.turns == 0


def test_the_referee_is_heard_while_a_question_is_open_and_the_question_stays():
    game = at_battle()
    asked = game.pending()
    do(game, SetFact(side="Blue", reason="it stood elsewhere", fact={"kind": "moved", "side": "Blue", "to": "Fir"}))
    assert game.pending() == asked
    do(game, Retreat(side="Red", to="Cedar"))
    assert game.state.armies == ("Cedar", "Fir")


def test_the_referee_is_never_among_the_legal_kinds():
    assert "set fact" not in RULES.legal(thrown(3, 1, 2, 5).state, "Red")


BAD_FACTS = {
    "no kind": ({}, "kind"),
    "unknown kind": ({"kind": "teleported"}, "teleported"),
    "a field too few": ({"kind": "moved", "side": "Red"}, "moved.to: Field required"),
    "a field too many": ({"kind": "turn ended", "why": "tea"}, "turn ended.why: Extra inputs are not permitted"),
    "a bad value": ({"kind": "moved", "side": "Green", "to": "Ash"}, "moved.side: Input should be 'Red' or 'Blue'"),
    "not in this game": ({"kind": "moved", "side": "Red", "to": "Tunis"}, "'Tunis' is no free town"),
    "not in this state": ({"kind": "spent", "side": "Red", "card": 6}, "Red holds no 6"),
    "a die": ({"kind": "dice rolled", "purpose": "mine", "faces": [6], "index": 0}, "'dice rolled' cannot be set"),
    "a frame": ({"kind": "frame closed"}, "'frame closed' cannot be set by hand"),
    "a fact set": ({"kind": "fact set", "reason": "x", "fact": {"kind": "turn ended"}}, "'fact set' cannot be set"),
}


@pytest.mark.parametrize("case", BAD_FACTS)
def test_a_bad_fact_is_refused(case):
    fact, told = BAD_FACTS[case]
    game = at_battle()
    state = game.state
    refusal = game.submit(SetFact(side="Red", reason="a slip", fact=fact))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not a fact"
    assert told in refusal.sentence
    assert game.state is state
    assert game.check(SetFact(side="Red", reason="a slip", fact=fact)) == refusal


@pytest.mark.parametrize("reason", ["", "   "])
def test_the_referee_must_give_a_reason(reason):
    with pytest.raises(ValueError, match="reason"):
        SetFact(side="Red", reason=reason, fact={"kind": "turn ended"})


# --- dice entered by hand


def test_a_command_that_wants_dice_says_which_and_changes_nothing():
    dice = EnteredDice()
    dice.enter(0, (3, 1, 2, 5))
    game = new_game(dice)
    state = game.state
    command = red(3, "Birch", "Cedar", "Dogwood")
    assert game.submit(command) == DiceWanted("battle", 4, 2, 6)
    assert game.state is state
    assert (game.next_die, len(game.entries)) == (4, 1)
    dice.enter(4, (2, 5))
    assert isinstance(game.submit(command), Entry)
    assert game.pending().side == "Red"
    assert game.next_die == 6


def test_a_game_can_wait_for_dice_before_it_begins():
    dice = EnteredDice()
    game = Game(RULES, Table(), dice)
    assert game.begin() == DiceWanted("the deal", 0, 4, 6)
    assert game.entries == ()
    dice.enter(0, (1, 2, 3, 4))
    game.begin()
    assert game.state.hands == ((1, 2), (3, 4))
