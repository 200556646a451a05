"""`ocs scenarios`: what can be played."""

from __future__ import annotations

from ocs_engine.cli.output import JsonOption, say_json, say_table


def scenarios(json: JsonOption = False) -> None:
    """List the scenarios."""
    from ocs_engine.world.world import list_scenarios

    found = list_scenarios()
    names = ("number", "id", "title", "first", "last", "turns")
    rows = [(each.number, each.id, each.title, str(each.first), str(each.last), each.turns) for each in found]
    if json:
        say_json({"scenarios": [dict(zip(names, row, strict=True)) for row in rows]})
    else:
        say_table(("No.", *names[1:]), rows)
