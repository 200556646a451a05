"""Logs and saves read back: replayed, proved against forgery, branched, saved and loaded."""

import pytest

from ocs_engine.kernel.dice import EnteredDice, RecordedDice, SeededDice
from ocs_engine.kernel.header import read_header
from ocs_engine.kernel.log import LogError, LogFile, LogWriter, chain, read_log
from ocs_engine.kernel.messages import SetFact
from ocs_engine.kernel.replay import read_save, replay, restore, verify, write_save
from ocs_engine.kernel.ruleset import DiceWanted
from ocs_engine.kernel.session import Game, state_hash
from tests.kernel.games import (
    do,
    finish,
    first,
    forge,
    header,
    new_game,
    offered,
    red,
    reopened,
    verified,
    write_small_log,
)
from tests.kernel.toy import RULES, Retreat, Table, ToyRules


@pytest.fixture
def path(tmp_path):
    """A small log in good order: lines 1 to 12 are header, begin, comment, 4 acts, bookmark, undo, undo, redo, act."""
    path = tmp_path / "game.ocslog"
    finish(write_small_log(path))
    return path


def by_hand(path):
    """A log with dice entered by hand: header, begin, Red's march to Dogwood with a 3, battle 2 against 5."""
    dice = EnteredDice()
    dice.enter(0, (3, 1, 2, 5, 2, 5))
    game = new_game(dice, path)
    do(game, red(3, "Birch", "Cedar", "Dogwood"))
    return game


# --- replay and restore


def test_replay_shows_the_state_after_every_line(tmp_path):
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)
    states = [game.state]
    for act in (lambda: do(game, offered(game, first)), game.undo, lambda: game.comment("hm"), game.redo):
        act()
        states.append(game.state)
    steps = list(replay(RULES, Table(), read_log(path)))
    assert [step.state for step in steps] == states
    assert [step.before for step in steps] == [Table(), *states[:-1]]
    act = steps[1].entry
    assert [step.entry for step in steps] == [steps[0].entry, act, act, None, act]
    assert (act.command, act.events) == (game.entries[-1].command, game.entries[-1].events)


def test_a_restored_game_can_undo_and_redo_what_was_done_before(path):
    live = write_small_log(path.with_name("live.ocslog"))
    game = restore(RULES, Table(), read_log(path), SeededDice(7))
    assert (game.state, game.next_die) == (live.state, live.next_die)
    while live.undo() is not None:
        assert game.undo() is not None
        assert game.state == live.state
    assert game.undo() is None
    while live.redo() is not None:
        game.redo()
        assert game.state == live.state


def test_what_was_undone_before_a_log_was_closed_can_be_redone_after(tmp_path):
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)
    after = do(game, offered(game, first)).state
    game.undo()
    finish(game)
    game = reopened(path, SeededDice(7))
    game.redo()
    assert game.state == after
    assert verified(path) == after


# --- verify


def test_verify_proves_a_log_line_by_line_and_gives_its_last_state(path):
    seen = []
    game = restore(RULES, Table(), read_log(path), SeededDice(7))
    assert verify(RULES, Table(), read_log(path), seen.append) == game.state
    assert seen == list(range(2, 13))


def test_verify_proves_a_log_of_dice_entered_by_hand(tmp_path):
    path = tmp_path / "game.ocslog"
    game = by_hand(path)
    do(game, Retreat(side="Red", to="Elm"))
    game.undo()
    assert read_log(path).header["seed"] is None
    assert verified(path) == game.state


def test_verify_proves_a_fact_set_by_hand(tmp_path):
    path = tmp_path / "game.ocslog"
    game = new_game(SeededDice(7), path)
    do(game, SetFact(side="Red", reason="a slip", fact={"kind": "moved", "side": "Red", "to": "Fir"}))
    line = read_log(path).lines[-1].data
    assert line["command"]["reason"] == "a slip"
    assert (line["events"][0]["kind"], line["say"]) == ("fact set", "fact set")
    assert verified(path) == game.state


def test_verify_tells_of_the_first_bad_line_after_proving_those_before(path):
    path.write_bytes(path.read_bytes()[:-5])
    seen = []
    with pytest.raises(LogError, match=":12: the line is cut off"):
        verify(RULES, Table(), read_log(path), seen.append)
    assert seen[-1] == 11


def at(number, **changes):
    """A forgery: these members of a line have other values."""

    def change(lines):
        lines[number - 1] |= changes

    return change


def inside(number, *way, value):
    """A forgery: one value deep in a line is another."""

    def change(lines):
        place = lines[number - 1]
        for step in way[:-1]:
            place = place[step]
        assert place[way[-1]] != value or type(place[way[-1]]) is not type(value)
        place[way[-1]] = value

    return change


def put_in(number, data):
    """A forgery: another line stands before line `number`, all numbered anew."""

    def change(lines):
        lines.insert(number - 1, data)
        for count, line in enumerate(lines, start=1):
            lines[count - 1] = {"line": count} | {name: line[name] for name in line if name != "line"}

    return change


def take_out(number):
    """A forgery: a line is missing, all numbered anew."""

    def change(lines):
        del lines[number - 1]
        for count, line in enumerate(lines, start=1):
            line["line"] = count

    return change


NOTHING = {"type": "act", "command": None, "dice": {"index": 6, "faces": []}, "events": [], "say": "", "states": []}
HALT = "halt"

PARENT = {"log": "a.ocslog", "line": 4, "hash": "0" * 32, "die": 0}
FORGED = {
    # what happened
    "an event": (inside(4, "events", 1, "to", value="Birch"), 4, "'events' is not what the rules make"),
    "an event left out": (at(4, events=[]), 4, "'events' is not what the rules make"),
    "an event put in": (inside(2, "events", value=[{"kind": "turn ended"}]), 2, "'events' is not what the rules make"),
    "an event of no kind": (inside(4, "events", 1, "kind", value="flew"), 4, "cannot be replayed: not a valid event: "),
    "an event that cannot be": (inside(4, "events", value=[{"kind": "frame changed", "changes": {}}]), 4, "replayed"),
    "a frame that is none": (
        inside(4, "events", 4, "frame", value={"kind": "siege"}),
        4,
        "'siege' is not a kind",
    ),
    # dice
    "a die": (inside(4, "dice", "faces", 0, value=1), 4, "'dice' is not what the rules make"),
    "a die in the event": (inside(4, "events", 5, "faces", 0, value=1), 4, "'events' is not what the rules make"),
    "dice thrown twice": (inside(4, "dice", "index", value=0), 4, "first die is number 0; the next one is 4"),
    "dice skipped": (inside(4, "dice", "index", value=5), 4, "first die is number 5; the next one is 4"),
    "a die too few": (inside(4, "dice", "faces", value=[2]), 4, "'dice' is not what the rules make"),
    "faces that are none": (inside(4, "dice", "faces", value={"0": 1}), 4, "not a list of whole numbers"),
    "a face written 2.0": (inside(4, "dice", "faces", 0, value=2.0), 4, "not a list of whole numbers"),
    "an index written 4.0": (inside(4, "dice", "index", value=4.0), 4, "'dice' is not what the rules make"),
    # sentence, hashes, command
    "the sentence": (at(4, say="Red fled"), 4, "'say' is not what the rules make"),
    "a state's hash": (inside(5, "states", 0, value="0" * 32), 5, "'states' is not what the rules make"),
    "a state's hash left out": (at(5, states=[]), 5, "'states' is not what the rules make"),
    "another command": (inside(4, "command", "path", value=["Fir"]), 4, "'dice' is not what the rules make"),
    "a command that is refused": (inside(4, "command", "card", value=6), 4, "refuse this command: Red holds no 6"),
    "a command of no kind": (inside(4, "command", "kind", value=HALT), 4, "cannot be replayed: not a valid command: "),
    "a field too many": (at(4, why=1), 4, "'why' is not what"),
    "a member left out": (lambda lines: lines[3].pop("say"), 4, "'say' is not what the rules make"),
    "no events at all": (lambda lines: lines[3].pop("events"), 4, "cannot be replayed: it lacks 'events'"),
    # lines
    "an undo too many": (put_in(3, {"type": "undo"}), 3, "there is nothing to undo here"),
    "a redo of nothing": (put_in(6, {"type": "redo"}), 6, "there is nothing to redo here"),
    "a redo after a new act": (put_in(13, {"type": "redo"}), 13, "there is nothing to redo here"),
    "an undo left out": (take_out(9), 11, "is not what the rules make|cannot be replayed|nothing to redo"),
    "an act left out": (take_out(4), 4, "first die is number"),
    "an act of nobody": (put_in(5, NOTHING), 5, "only the first act of a game has no command"),
    "a line of no kind": (put_in(3, {"type": "halt"}), 3, "'halt' is not a kind of line; expected one of header, act"),
    "a line without a kind": (put_in(3, {}), 3, "None is not a kind of line"),
    "a second header": (put_in(3, {"type": "header", "format": 1}), 3, "'header' is not a kind of line"),
    "a line's number": (at(3, line=30), 3, "the line calls itself number 30"),
    # header
    "another ruleset": (at(1, ruleset="toy/2"), 1, "under ruleset 'toy/2'; these rules are 'toy/1'"),
    "another start": (at(1, start="0" * 32), 1, "the state at the start is not the one that the header names"),
    "another seed": (at(1, seed=8), 2, "'dice' is not what the rules make"),
    "a seed in quotes": (at(1, seed="7"), 1, "the header makes no sense: seed: "),
    "a seed that is true": (at(1, seed=True), 1, "the header makes no sense: seed: "),
    "no seed": (lambda lines: lines[0].pop("seed"), 1, "the header makes no sense: seed: Field required"),
    "contents that are none": (at(1, content=[]), 1, "the header makes no sense: content: "),
    "a parent without a die": (at(1, parent={"log": "a"}), 1, "parent.die: Field required"),
    "a parent that is none": (at(1, parent=True), 1, "the header makes no sense: parent: "),
    "a parent with a die below 0": (at(1, parent=PARENT | {"die": -4}), 1, "the header makes no sense: parent.die: "),
    "another first die": (at(1, parent=PARENT | {"die": 2}, **{"from": {}}), 2, "number 0; the next one is 2"),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_forgery_hashed_anew_is_found_and_its_line_named(path, case):
    change, line, told = FORGED[case]
    forge(path, change)
    with pytest.raises(LogError, match=told) as caught:
        verified(path)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_forging_nothing_leaves_the_log_as_it_was(path):
    """So that the cases above are found for what they change."""
    before = path.read_bytes()
    forge(path, lambda _: None)
    assert path.read_bytes() == before


@pytest.mark.parametrize("face", [0, 7, -1, 10**30])
def test_a_face_that_no_die_has_is_found_in_a_log_of_dice_entered_by_hand(tmp_path, face):
    path = tmp_path / "game.ocslog"
    by_hand(path)
    forge(path, inside(3, "dice", "faces", 0, value=face))
    with pytest.raises(LogError, match=f":3: {face} is not the face of a die with 6 sides"):
        verified(path)


def test_a_die_missing_in_a_log_of_dice_entered_by_hand_is_found(tmp_path):
    path = tmp_path / "game.ocslog"
    by_hand(path)
    forge(path, inside(3, "dice", "faces", value=[2]))
    with pytest.raises(LogError, match=":3: a die is missing: battle"):
        verified(path)


def test_the_seed_cannot_be_taken_away_to_choose_dice_freely(path):
    """Without a seed the dice of the record count; but then the events must be theirs."""
    forge(path, at(1, seed=None))
    verified(path)
    forge(path, inside(2, "dice", "faces", 0, value=6))
    with pytest.raises(LogError, match=":2: 'events' is not what the rules make"):
        verified(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"say":"dice rolled; dealt"', b'"say":"all quiet","say":"dice rolled; dealt"'),
        (b'"type":"act"', b'"type": "act"'),
        (b'"faces":[3,', b'"faces":[3 ,'),
        (b'"say":"dice', b'"say":"\\u0064ice'),
        (b'"line":2,"type":"act"', b'"type":"act","line":2'),
    ],
)
def test_a_line_with_anything_twice_or_written_otherwise_is_found(path, old, new):
    before, begin, *_ = path.read_bytes().splitlines(keepends=True)
    digest = read_log(path).lines[0].hash
    body = begin.split(b',"hash":"')[0].replace(old, new)
    assert new in body
    path.write_bytes(before + body + f',"hash":"{chain(digest, body)}"}}\n'.encode())
    assert read_log(path).problem is None
    with pytest.raises(LogError, match=r":2: ('line' is not what the rules make|the line is not written the way)"):
        verified(path)


def test_a_header_with_a_seed_twice_is_found(tmp_path):
    path = tmp_path / "game.ocslog"
    finish(new_game(SeededDice(7), path))
    body = path.read_bytes().split(b',"hash":"')[0].replace(b'"seed":7', b'"seed":8,"seed":7')
    path.write_bytes(body + f',"hash":"{chain("", body)}"}}\n'.encode())
    assert read_log(path).header["seed"] == 7
    with pytest.raises(LogError, match=":1: the line is not written the way that a log is written"):
        verified(path)


def test_older_rules_replay_by_their_events_but_do_not_verify(path):
    other = ToyRules("toy/2", (Retreat,), ())
    with pytest.raises(LogError, match=":1: the log was made under ruleset 'toy/1'; these rules are 'toy/2'"):
        verify(other, Table(), read_log(path))
    forge(path, at(1, ruleset="toy/0"))
    assert len(list(replay(RULES, Table(), read_log(path)))) == 11


# --- branches


def test_a_game_goes_on_from_any_line_of_another_with_its_next_die(path, tmp_path):
    log = read_log(path)
    for number in range(2, len(log.lines) + 1):
        part = LogFile(path, log.lines[:number], None, b"", cut_off=False)
        parent = restore(RULES, Table(), part, RecordedDice(()))
        branch_path = tmp_path / f"branch{number}.ocslog"
        where = {"log": path.name, "line": number, "hash": log.lines[number - 1].hash, "die": parent.next_die}
        top = header(parent.state, 7, parent=where, **{"from": RULES.dump(parent.state)})
        branch = Game(RULES, parent.state, SeededDice(7), parent.next_die)
        branch.keep_log(LogWriter(branch_path, top))
        assert branch.undo() is None
        do(branch, offered(branch, first))
        found = read_log(branch_path)
        assert read_header(found).first_die == parent.next_die
        assert found.lines[1].data["dice"]["index"] == parent.next_die
        assert verify(RULES, parent.state, found) == branch.state
        with pytest.raises(LogError, match=":1: the state at the start is not"):
            verify(RULES, Table(turns=99), found)


def test_the_same_act_after_a_branch_sees_the_dice_it_would_have_seen():
    parent = new_game(SeededDice(7))
    branch = Game(RULES, parent.state, SeededDice(7), parent.next_die)
    for _ in range(4):
        assert do(parent, offered(parent, first)).events == do(branch, offered(branch, first)).events


def test_a_game_of_its_own_starts_with_die_0(path):
    assert read_header(read_log(path)).first_die == 0


# --- saves


def test_a_save_is_the_state_and_names_its_line(tmp_path):
    game = by_hand(tmp_path / "game.ocslog")
    top = header(Table(), None)
    write_save(tmp_path / "save", RULES, top, game)
    save = read_save(tmp_path / "save", RULES)
    assert (save.header, save.line, save.hash) == (top, 3, game.log.hash)
    assert (save.state, save.index) == (game.state, 6)
    assert state_hash(RULES, save.state) == state_hash(RULES, game.state)


def test_a_loaded_game_goes_on_in_the_middle_of_a_question(tmp_path):
    write_save(tmp_path / "save", RULES, {}, by_hand(tmp_path / "game.ocslog"))
    save = read_save(tmp_path / "save", RULES)
    game = Game(RULES, save.state, EnteredDice(), save.index)
    assert game.pending().side == "Red"
    do(game, Retreat(side="Red", to="Elm"))
    assert game.submit(SetFact(side="Red", reason="x", fact={"kind": "turn ended"})).state.turns == 2


def test_a_save_without_a_log_names_no_line(tmp_path):
    write_save(tmp_path / "save", RULES, {}, new_game(SeededDice(7)))
    save = read_save(tmp_path / "save", RULES)
    assert (save.line, save.hash, save.index) == (0, "", 4)


def test_every_changed_byte_of_a_save_is_found(tmp_path):
    path = tmp_path / "save"
    write_save(path, RULES, header(Table(), 7), new_game(SeededDice(7)))
    raw = path.read_bytes()
    for at_byte in range(len(raw)):
        path.write_bytes(raw[:at_byte] + bytes([raw[at_byte] ^ 1]) + raw[at_byte + 1 :])
        with pytest.raises(LogError, match=r"save:1: not a saved game: the line (was changed|is cut off)"):
            read_save(path, RULES)


def test_a_save_cut_off_anywhere_is_no_save(tmp_path):
    path = tmp_path / "save"
    write_save(path, RULES, header(Table(), 7), new_game(SeededDice(7)))
    raw = path.read_bytes()
    for size in range(len(raw)):
        path.write_bytes(raw[:size])
        with pytest.raises(LogError, match=r"save:1: not a saved game: the line is cut off"):
            read_save(path, RULES)


def test_a_save_that_cannot_be_written_leaves_the_one_before(tmp_path, monkeypatch):
    path = tmp_path / "save"
    game = new_game(SeededDice(7))
    write_save(path, RULES, {}, game)
    before = game.state
    do(game, offered(game, first))

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_save(path, RULES, {}, game)
    assert read_save(path, RULES).state == before
    assert [each.name for each in tmp_path.iterdir()] == ["save"]


def test_waiting_for_dice_writes_no_line(tmp_path):
    path = tmp_path / "game.ocslog"
    dice = EnteredDice()
    game = new_game(dice, path)
    assert len(read_log(path).lines) == 1
    finish(game)
    game = reopened(path, dice)
    assert game.begin() == DiceWanted("the deal", 0, 4, 6)
    dice.enter(0, (1, 2, 3, 4))
    game.begin()
    assert verified(path) == game.state
