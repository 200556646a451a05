"""`ocs schema`: the JSON Schema of what goes into a game, what comes out of it, and what its log holds."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ocs_engine.cli.output import say_json

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HASH = {"type": "string", "pattern": "^[0-9a-f]{32}$"}


class What(StrEnum):
    """What has a schema."""

    COMMANDS = "commands"
    EVENTS = "events"
    LOG = "log"


def schema(what: Annotated[What, typer.Argument(help="Commands, events, or a line of a log.")]) -> None:
    """Print a JSON Schema."""
    say_json({"$schema": DIALECT, "title": f"ocs {what}"} | schemas()[what])


def schemas() -> dict[What, dict[str, Any]]:
    """All schemas."""
    from ocs_engine.kernel.messages import KERNEL_COMMANDS, KERNEL_EVENTS, Codec
    from ocs_engine.series.commands import COMMANDS
    from ocs_engine.state.events import EVENTS

    commands = Codec("command", [*COMMANDS, *KERNEL_COMMANDS]).schema()
    events = Codec("event", [*EVENTS, *KERNEL_EVENTS]).schema()
    return {What.COMMANDS: commands, What.EVENTS: events, What.LOG: log_schema(commands, events)}


def log_schema(commands: dict[str, Any], events: dict[str, Any]) -> dict[str, Any]:
    """The schema of one line of a log, as docs/log-format.md explains it."""
    from ocs_engine.kernel.log import FORMAT

    definitions = commands.get("$defs", {}) | events.get("$defs", {})
    command, event = without_definitions(commands), without_definitions(events)
    header = {
        "format": {"const": FORMAT},
        "engine": {"type": "string"},
        "ruleset": {"type": "string"},
        "scenario": {"type": "string"},
        "title": {"type": "string"},
        "options": {"type": "object"},
        "content": {"type": "object", "additionalProperties": {"type": "string"}},
        "seed": {"type": ["integer", "null"]},
        "start": HASH,
        "parent": {"type": ["object", "null"]},
        "from": {"type": ["object", "null"]},
    }
    faces = {"type": "array", "items": {"type": "integer", "minimum": 1}}
    dice = closed({"index": {"type": "integer", "minimum": 0}, "faces": faces})
    act = {
        "command": {"anyOf": [command, {"type": "null"}]},
        "dice": dice,
        "events": {"type": "array", "items": event},
        "say": {"type": "string"},
        "states": {"type": "array", "items": HASH},
    }
    members: dict[str, dict[str, Any]] = {
        "header": header,
        "act": act,
        "undo": {},
        "redo": {},
        "comment": {"text": {"type": "string"}},
        "bookmark": {"name": {"type": "string"}},
    }
    lines = [line_of(kind, own) for kind, own in members.items()]
    return {"oneOf": lines, "$defs": definitions}


def line_of(kind: str, members: dict[str, Any]) -> dict[str, Any]:
    """The schema of one type of line: its own members between those that every line has."""
    return closed({"line": {"type": "integer", "minimum": 1}, "type": {"const": kind}} | members | {"hash": HASH})


def closed(members: dict[str, Any]) -> dict[str, Any]:
    """An object with just these members, all of them there."""
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def without_definitions(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without its `$defs`, which stand at the top of the one that it goes into."""
    return {key: value for key, value in schema.items() if key != "$defs"}
