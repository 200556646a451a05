"""The header of a log: what is played, by which rules, on which data, with which dice, and from what it began."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ocs_engine.kernel.log import FORMAT, LogError, LogFile
from ocs_engine.kernel.messages import explain

Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Parent(BaseModel):
    """The log that a game goes on from: its name, the line and its hash, and the index of the next die there."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    log: str
    line: Annotated[int, Field(ge=1)]
    hash: Hash
    die: Annotated[int, Field(ge=0)]


class Header(BaseModel):
    """The first line of a log.

    content: hashes of what the game is played on, by name. seed: null for dice entered by hand. start: hash of the
    state at the start. begun_from: the whole of that state, where the game goes on from a parent.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)

    type: Literal["header"] = "header"
    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)] = FORMAT
    engine: str
    ruleset: str
    scenario: str
    title: str
    options: dict[str, Any] = Field(default_factory=dict)
    content: dict[str, str]
    seed: Annotated[int, Field(ge=0)] | None
    start: Hash
    parent: Parent | None = None
    begun_from: dict[str, Any] | None = Field(default=None, alias="from")

    @property
    def first_die(self) -> int:
        """The index of the game's first die: 0, or where its parent stood."""
        return self.parent.die if self.parent else 0

    def as_line(self) -> dict[str, Any]:
        """The header as a line of the log."""
        return self.model_dump(mode="json", by_alias=True)


    @model_validator(mode="after")
    def _parent_and_state(self) -> Header:
        if (self.parent is None) != (self.begun_from is None):
            raise ValueError("a game that goes on from a parent holds the state that it began from, no other does")
        return self


def read_header(log: LogFile) -> Header:
    """The header of a log; raises LogError naming the member at fault."""
    data = {name: value for name, value in log.header.items() if name != "line"}
    try:
        return Header.model_validate(data)
    except ValidationError as error:
        raise LogError(log.path, 1, f"the header makes no sense: {explain(error)}") from None
