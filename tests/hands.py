"""A person at the table, for tests: what he types is carried out, or refused with nothing lost."""

from __future__ import annotations

from ocs_engine.players.human import hear
from ocs_engine.players.human_table import Table


def done(table: Table, *lines: str) -> str:
    """What the last of some lines that must be carried out answers."""
    told = ""
    for line in lines:
        reply = hear(table, line)
        assert not reply.problem, (line, reply.lines)
        told = "\n".join(reply.lines)
    return told


def refused(table: Table, line: str) -> str:
    """What a line that must be refused answers; nothing is lost by it."""
    before, asks_before = table.state, table.opening()
    reply = hear(table, line)
    assert reply.problem, reply.lines
    assert table.state is before and table.opening() == asks_before
    return "\n".join(reply.lines)


def asks(table: Table) -> str:
    """What the person who is asked is told."""
    return "\n".join(table.opening())
