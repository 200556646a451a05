"""Commands, events and refusals: the only things that pass in and out of a game.

A command says what a side wants, an event what has happened, a refusal why a command was not carried out. All three
are values that can be written down; commands and events are frozen pydantic models told apart by their `kind`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError


class Message(BaseModel):
    """A frozen value with a JSON form; fields that it does not know are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Command(Message):
    """What one side asks for. Subclasses give `kind` a literal value of their own."""

    kind: str
    side: str


class Event(Message):
    """What has happened, with ids and figures and no objects. Subclasses give `kind` a literal value of their own."""

    kind: str


class Refusal(Message):
    """Why a command was not carried out: a code, the rule, what it concerns, and one plain sentence."""

    code: str
    rule: str
    sentence: str
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


class Refused(Exception):  # noqa: N818 (a refusal is an answer, not an error)
    """Raised by rule code inside a draft to throw the draft away; never leaves the kernel."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def refuse(code: str, rule: str, sentence: str, places: Iterable[str] = (), pieces: Iterable[str] = ()) -> Refused:
    """A Refused to raise, from the parts of its refusal."""
    return Refused(Refusal(code=code, rule=rule, sentence=sentence, places=tuple(places), pieces=tuple(pieces)))


def raise_if(refusal: Refusal | None) -> None:
    """Raise Refused where there is a refusal."""
    if refusal is not None:
        raise Refused(refusal)


class DiceRolled(Event):
    """Dice as thrown: what for, their faces in order, and the index of the first one in the game's dice."""

    kind: Literal["dice rolled"] = "dice rolled"
    purpose: str
    faces: tuple[int, ...]
    sides: int = 6
    index: int


class FactSet(Event):
    """A fact set by hand: the event that was applied, and the reason given for it."""

    kind: Literal["fact set"] = "fact set"
    reason: str
    fact: dict[str, Any]


class FrameOpened(Event):
    """A procedure began: its first record lies on top of the frames."""

    kind: Literal["frame opened"] = "frame opened"
    frame: dict[str, Any]


class FrameChanged(Event):
    """The procedure on top went on: these fields of its record have new values."""

    kind: Literal["frame changed"] = "frame changed"
    changes: dict[str, Any]


class FrameClosed(Event):
    """The procedure on top is over."""

    kind: Literal["frame closed"] = "frame closed"


class SetFact(Command):
    """The referee's command: apply one event by hand, with a reason, for the slips of a real table."""

    kind: Literal["set fact"] = "set fact"
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    fact: dict[str, Any]


KERNEL_EVENTS: tuple[type[Event], ...] = (DiceRolled, FactSet, FrameOpened, FrameChanged, FrameClosed)
KERNEL_COMMANDS: tuple[type[Command], ...] = (SetFact,)

M = TypeVar("M", bound=BaseModel)


class MessageError(ValueError):
    """A message that could not be read; the text says which field and what was expected."""


class Codec(Generic[M]):
    """Reads one family of messages from plain data, by `kind`, and gives its JSON Schema."""

    def __init__(self, name: str, kinds: Iterable[type[M]]) -> None:
        self.name = name
        self.kinds: dict[str, type[M]] = {kind_of(each): each for each in kinds}

    @cached_property
    def _adapter(self) -> TypeAdapter[M]:
        """Reads any kind; made when something is first read, for it takes a while."""
        union: Any = reduce(or_, self.kinds.values())
        form: Any = union if len(self.kinds) == 1 else Annotated[union, Field(discriminator="kind")]
        return TypeAdapter(form)

    def read(self, data: object) -> M:
        """The message of plain data; raises MessageError naming the field at fault and the kinds that exist."""
        try:
            return self._adapter.validate_python(data)
        except ValidationError as error:
            raise MessageError(f"not a valid {self.name}: {explain(error)}") from None

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of every kind."""
        return self._adapter.json_schema()


def kind_of(message: type[BaseModel]) -> str:
    """The literal `kind` of a message class."""
    return str(message.model_fields["kind"].default)


def explain(error: ValidationError) -> str:
    """A validation error as one line: where, what was expected."""
    parts = []
    for item in error.errors(include_url=False):
        where = ".".join(str(step) for step in item["loc"]) or "the message"
        parts.append(f"{where}: {item['msg']}")
    return "; ".join(parts)
