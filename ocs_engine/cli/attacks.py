"""`ocs odds position` and `ocs odds attacks`: chances of the attacks of a position, each side choosing well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.chances import attack_document, attack_facts, case_document, draw, percent, print_cases, print_ways
from ocs_engine.cli.inputs import Facts, say_facts
from ocs_engine.cli.output import (
    CommandError,
    ExitCode,
    JsonOption,
    OverlayOption,
    note,
    say,
    say_json,
    say_table,
)
from ocs_engine.cli.render import LineOption, TurnOption, check_picture, hex_of, looker, state_of, unit_named

if TYPE_CHECKING:
    from ocs_engine.odds.position import Prospect
    from ocs_engine.state.fight_events import UnitTold
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

WhatArgument = Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")]
ChartOption = Annotated[
    Path | None,
    typer.Option(
        "--png", metavar="FILE", readable=False, callback=check_picture, help="Draw the chances as a chart, too."
    ),
]


def position(
    what: WhatArgument,
    target: Annotated[str, typer.Option(metavar="HEX", help="The hex that is attacked.")],
    units: Annotated[
        str | None, typer.Option(metavar="ID,ID,...", help="Who attacks; else all that may, from all hexes.")
    ] = None,
    turn: TurnOption = None,
    line: LineOption = None,
    png: ChartOption = None,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """An attack in a position, with its full working; hidden units count as well."""
    from ocs_engine.odds import ATTACK_WAYS
    from ocs_engine.odds.position import prospect

    state = state_of(what, turn, line, data_overlay)
    hex_ = hex_of(state, target)
    state = in_combat(state, attacker_of(state, hex_))
    found = prospect(state, hex_, attackers_of(state, hex_, units))
    facts = position_facts(state, found)
    if json:
        say_json(position_document(state, found))
    else:
        say_facts(facts)
        print_working(state, found)
        say()
        print_ways("result", found.odds.results, ATTACK_WAYS)
        print_cases(found.odds.cases(found.steps[1], found.steps[0]))
    if png:
        title = f"{found.side} attack on {state.world.label(hex_)}"
        draw(title, [f"{label}: {text}" for label, text in facts], found.odds.results, ATTACK_WAYS, png)


def attacks(
    what: WhatArgument,
    turn: TurnOption = None,
    line: LineOption = None,
    side: Annotated[str | None, typer.Option(help="Who attacks: Axis or Allied; else who acts.")] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Tell the best N alone.")] = 20,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """The attacks that a side may make, the best first; hidden units count as well."""
    from ocs_engine.odds.position import prospects

    state = state_of(what, turn, line, data_overlay)
    attacker = looker(state, side)
    state = in_combat(state, attacker)
    found = prospects(state, attacker)
    if json:
        best = [prospect_document(state, each) for each in found[:limit]]
        say_json({"side": attacker, "of": len(found), "attacks": best})
        return
    if not found:
        note(f"the {attacker} side may attack nothing")
        return
    say_table(HEADINGS, [row(state, each) for each in found[:limit]])
    if len(found) > limit:
        note(f"{limit} of {len(found)} attacks; --limit {len(found)} tells all")


HEADINGS = ("target", "from", "units", "odds", "DRM", "hex emptied", "Exploit", "own steps lost", "enemy steps lost")


def row(state: State, found: Prospect) -> tuple[object, ...]:
    """An attack as a line of the list."""
    return (
        state.world.label(found.target),
        " ".join(found.hexes),
        len(found.units),
        found.odds.columns[found.odds.column] if found.odds.odds is None else found.odds.odds,
        f"{found.odds.drm:+}",
        percent(found.case.empty),
        percent(found.exploit),
        f"{float(found.case.attacker_losses):.3f}",
        f"{float(found.case.defender_losses):.3f}",
    )


# --- what the command line names


def in_combat(state: State, side: Side) -> State:
    """The state in a combat segment of a side, with a note where it is not in one."""
    from ocs_engine.odds.position import as_combat

    changed = as_combat(state, side)
    if changed is not state:
        note(f"no combat segment of the {side} side: told as if it were, with all units where they are")
    return changed


def attacker_of(state: State, hex_: int) -> Side:
    """The side that could attack a hex: the enemy of the units in it; raises CommandError where there are none."""
    from ocs_engine.series.general import enemy_units
    from ocs_engine.world.counters import Side

    found = next((side for side in Side if enemy_units(state, side, hex_)), None)
    if found is None:
        raise CommandError(f"{state.world.label(hex_)} holds no combat units to attack", ExitCode.USAGE)
    return found


def attackers_of(state: State, hex_: int, units: str | None) -> Sequence[str]:
    """The attackers that are named, or all that may; raises CommandError where they may not, or there are none."""
    from ocs_engine.players.human_words import split_units
    from ocs_engine.series.attack import attackers, units_refusal

    side = attacker_of(state, hex_)
    if units is None:
        able = attackers(state, side, hex_)
        if not able:
            told = f"no unit of the {side} side may attack {state.world.label(hex_)}"
            raise CommandError(told, ExitCode.PROBLEMS)
        return able
    named = list(dict.fromkeys(unit_named(state, side, text) for text in split_units(units)))
    if not named:
        raise CommandError(f"--units {units}: name one or more units, parted by commas", ExitCode.USAGE)
    refusal = units_refusal(state, named, hex_)
    if refusal is not None:
        raise CommandError(f"{refusal.sentence} ({refusal.rule})", ExitCode.PROBLEMS)
    return named


# --- what is told of an attack


def position_facts(state: State, found: Prospect) -> Facts:
    """Who attacks whom, who leads, on what terrain, and the chances but for the results."""
    from ocs_engine.series.story import name, place_name

    world = state.world
    against = ", ".join(f"{choice.replace('_', ' ')} against {start}" for start, choice in found.against.items())
    lead, answer = (name(world, uid) for uid in found.leads)
    return [
        ("attack", f"{found.side} on {place_name(world, world.label(found.target))}, {in_steps(found.steps[0])}"),
        ("defence", in_steps(found.steps[1])),
        ("leads", f"{lead}, AR {found.odds.attack.attacker_ar}; {answer}, AR {found.odds.attack.defender_ar}"),
        ("terrain", f"{found.terrain.replace('_', ' ')}; {against}"),
        ("strength", f"{found.odds.attack.attack} to {found.odds.attack.defend}"),
        *(fact for fact in attack_facts(found.odds) if fact[0] != "Exploit"),
        ("Exploit", percent(found.exploit)),
        ("emptied", f"{percent(found.case.empty)} at the defender's best choice"),
    ]


def in_steps(number: int) -> str:
    """A number of steps in words."""
    return f"{number} {'step' if number == 1 else 'steps'}"


def print_working(state: State, found: Prospect) -> None:
    """What each unit brings, with every multiplier and its rule."""
    from ocs_engine.odds.position import working

    told = working(state, found)
    say()
    rows = [told_unit(state, side, each) for side, units in
            ((found.side, told.attack), (found.side.other, told.defend)) for each in units]  # fmt: skip
    say_table(("side", "hex", "unit", "printed", "multipliers", "strength"), rows)


def told_unit(state: State, side: Side, unit: UnitTold) -> tuple[object, ...]:
    """What a unit brings, as a line."""
    from ocs_engine.series.story import name

    factors = ", ".join(f"x{factor.value} {factor.why} ({factor.rule})" for factor in unit.factors)
    return side, unit.hex, name(state.world, unit.unit), unit.printed, factors, unit.total


def prospect_document(state: State, found: Prospect) -> dict[str, object]:
    """An attack of the list, for a document."""
    return {
        "target": state.world.label(found.target),
        "units": dict(found.units),
        "defenders": list(found.defenders),
        "leads": {"attacker": found.leads[0], "defender": found.leads[1]},
        "terrain": found.terrain,
        "against": dict(found.against),
        "strength": {"attacker": str(found.odds.attack.attack), "defender": str(found.odds.attack.defend)},
        "steps": {"attacker": found.steps[0], "defender": found.steps[1]},
        "odds": str(found.odds.odds) if found.odds.odds else None,
        "column": str(found.odds.columns[found.odds.column]),
        "drm": found.odds.drm,
        "exploit": float(found.exploit),
        "empty": float(found.case.empty),
        "attacker_losses": float(found.case.attacker_losses),
        "defender_losses": float(found.case.defender_losses),
    }


def position_document(state: State, found: Prospect) -> dict[str, object]:
    """An attack with its working and all its chances, for a document."""
    from ocs_engine.odds.position import working

    told = working(state, found)
    return prospect_document(state, found) | attack_document(found.odds) | {
        "side": found.side,
        "attack": [each.model_dump(mode="json") for each in told.attack],
        "defend": [each.model_dump(mode="json") for each in told.defend],
        "modifiers": [each.model_dump(mode="json") for each in told.modifiers],
        "cases": [case_document(case) for case in found.odds.cases(found.steps[1], found.steps[0])],
    }  # fmt: skip
