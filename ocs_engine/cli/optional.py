"""`ocs options`: the optional rules that a game can be played with."""

from __future__ import annotations

from dataclasses import asdict

from ocs_engine.cli.output import JsonOption, say_json, say_table


def options(json: JsonOption = False) -> None:
    """List the optional rules, as `ocs play --option` takes them."""
    from ocs_engine.world.options import KNOWN

    if json:
        rows = [asdict(option) | {"until": option.until and option.until.isoformat()} for option in KNOWN]
        say_json({"options": rows})
        return
    table = [(option.name, option.rule, shift_words(option.shift), option.what) for option in KNOWN]
    say_table(("option", "rule", "victory", "what it changes"), table)


def shift_words(shift: int) -> str:
    """How an option shifts a campaign's victory (T2 4)."""
    side = "Allies" if shift > 0 else "Axis"
    return f"{abs(shift)} to the {side}" if shift else ""
