"""Messages as values that can be written down, and errors that say where and what was expected."""

import pytest
from pydantic import ValidationError

from ocs_engine.kernel import cases
from ocs_engine.kernel.messages import DiceRolled, MessageError, Refusal, SetFact, explain, refuse
from tests.kernel.games import red
from tests.kernel.toy import RULES, Moved, Play, Retreat

WRITTEN = [
    (RULES.commands, red(3, "Birch", "Cedar"), {"kind": "play", "side": "Red", "card": 3, "path": ["Birch", "Cedar"]}),
    (RULES.commands, Retreat(side="Blue", to="Elm"), {"kind": "retreat", "side": "Blue", "to": "Elm"}),
    (RULES.events, Moved(side="Red", to="Ash"), {"kind": "moved", "side": "Red", "to": "Ash"}),
    (
        RULES.events,
        DiceRolled(purpose="battle", faces=(2, 5), index=4),
        {"kind": "dice rolled", "purpose": "battle", "faces": [2, 5], "sides": 6, "index": 4},
    ),
]


@pytest.mark.parametrize(("codec", "message", "data"), WRITTEN)
def test_a_message_and_its_plain_data_stand_for_each_other(codec, message, data):
    assert message.model_dump(mode="json") == data
    assert codec.read(data) == message


def test_messages_are_frozen():
    with pytest.raises(ValidationError, match="frozen"):
        red(3, "Birch").card = 4


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"kind": "ploy", "side": "Red"}, "'ploy'.*'play', 'retreat', 'set fact'"),
        ({"side": "Red"}, "kind"),
        ({"kind": "play", "side": "Red", "path": []}, "play.card: Field required"),
        ({"kind": "play", "side": "Red", "card": "ace", "path": []}, "play.card: Input should be a valid integer"),
        ({"kind": "play", "side": "Red", "card": 3, "path": [1]}, "play.path.0: Input should be a valid string"),
        ({"kind": "play", "side": "Red", "card": 3, "path": [], "x": 1}, "play.x: Extra inputs are not permitted"),
        ([], "Input should be"),
        (None, "Input should be"),
    ],
)
def test_what_cannot_be_read_is_told_by_field(data, told):
    with pytest.raises(MessageError, match=f"^not a valid command: .*{told}"):
        RULES.commands.read(data)


def test_every_fault_is_told_in_one_line():
    with pytest.raises(ValidationError) as caught:
        Play(side="Red", card="ace", path=3)
    told = explain(caught.value)
    assert told.startswith("card: Input should be a valid integer")
    assert "; path: Input should be a valid tuple" in told
    assert "\n" not in told


def test_the_schema_names_every_kind_of_command():
    mapping = RULES.commands.schema()["discriminator"]["mapping"]
    assert list(mapping) == ["play", "retreat", "set fact"]
    assert RULES.commands.schema()["$defs"]["Play"]["required"] == ["side", "card", "path"]
    assert "dice rolled" in RULES.events.schema()["discriminator"]["mapping"]


def test_a_refusal_carries_all_its_parts():
    told = refuse("no way", "Toy 2", "there is no road", places=iter(["Ash"]), pieces=["army"])
    parts = {"code": "no way", "rule": "Toy 2", "sentence": "there is no road", "places": ("Ash",), "pieces": ("army",)}
    assert told.refusal == Refusal(**parts)
    assert str(told) == "there is no road"


def test_blanks_around_a_reason_do_not_count():
    assert SetFact(side="Red", reason=" a slip\n", fact={}).reason == "a slip"


def test_a_function_notes_which_cases_it_carries_out_and_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(cases, "CARRIED_OUT", {})

    def march(card):
        return card + 1

    assert cases.rule("Toy 1", "Toy 2")(march) is march
    cases.rule("Toy 2")(len)
    here = f"{__name__}:{march.__qualname__}"
    assert {"Toy 1": [here], "Toy 2": [here, "builtins:len"]} == cases.CARRIED_OUT
