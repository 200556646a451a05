"""`ocs odds`: exact chances of an attack, a barrage, a round of air combat; of a position's attacks and missions."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from ocs_engine.cli import air, attacks
from ocs_engine.cli.attacks import ChartOption
from ocs_engine.cli.chances import (
    attack_document,
    attack_facts,
    case_document,
    draw,
    percent,
    print_cases,
    print_ways,
    shares,
)
from ocs_engine.cli.inputs import columns_moved, say_facts, tables_of, too_weak
from ocs_engine.cli.options import AttackOptions, BarrageOptions, gathered
from ocs_engine.cli.output import JsonOption, OverlayOption, say, say_json

app = typer.Typer(help="Exact chances: all dice counted, none thrown.", no_args_is_help=True)
StepsOption = Annotated[int | None, typer.Option(min=1, metavar="N", help="Steps that take part.")]


@app.command("attack")
@gathered(AttackOptions)
def attack(
    options: AttackOptions,
    defender_steps: StepsOption = None,
    attacker_steps: StepsOption = None,
    never_ignores: Annotated[
        bool, typer.Option("--never-ignores", help="The defender takes his option also where OCS 9.10c frees him.")
    ] = False,
    png: ChartOption = None,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """An attack: the chance of each result, of Exploit, of emptying the hex."""
    from ocs_engine.odds import ATTACK_WAYS, Chances
    from ocs_engine.series.tables.lines import mixed

    tables = tables_of(data_overlay)
    found = Chances(tables).attack(options.of(tables))
    cases = found.cases(defender_steps, attacker_steps, not never_ignores) if defender_steps else ()
    title, facts = f"{mixed(options.attack)} against {mixed(options.defend)}, {options.terrain}", attack_facts(found)
    if json:
        document = attack_document(found) | {"exploit": float(found.exploit())}
        say_json(document | ({"cases": [case_document(case) for case in cases]} if cases else {}))
    else:
        say_facts(facts)
        say()
        print_ways("result", found.results, ATTACK_WAYS)
        print_cases(cases)
    if png:
        draw(title, [f"{label}: {text}" for label, text in facts], found.results, ATTACK_WAYS, png)


@app.command("barrage")
@gathered(BarrageOptions)
def barrage(
    options: BarrageOptions,
    png: ChartOption = None,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """A barrage against units: the chance of each result, of DG, of steps lost."""
    from ocs_engine.odds import BARRAGE_WAYS, Chances
    from ocs_engine.series.tables.barrage import barrage_column, barrage_cost, barrage_label
    from ocs_engine.series.tables.lines import mixed

    tables = tables_of(data_overlay)
    fire = options.of(tables)
    if barrage_column(tables, fire.strength) is None:
        raise too_weak(fire.strength)
    found = Chances(tables).barrage(fire)
    start, end = barrage_label(tables, found.column), barrage_label(tables, found.final)
    cost, shift = barrage_cost(tables, found.column, fire.source), sum(each.value for each in found.shifts)
    steps = {str(lost): float(chance) for lost, chance in found.steps.items()}
    facts = [
        ("column", f"{start}, {columns_moved(shift)} to {end}"),
        ("cost", f"{cost}T"),
        ("DG", percent(found.dg)),
        ("steps lost", f"{float(found.losses):.3f} on average"),
    ]
    if json:
        document: dict[str, object] = {
            "column": start,
            "cost": cost,
            "shifts": [{"columns": each.value, "rule": each.rule, "why": each.why} for each in found.shifts],
            "final_column": end,
            "printed": shares(found.printed, BARRAGE_WAYS),
            "results": shares(found.results, BARRAGE_WAYS),
            "dg": float(found.dg),
            "steps": steps,
            "losses": float(found.losses),
            "ways": {"of": BARRAGE_WAYS, "printed": dict(found.printed), "results": dict(found.results)},
        }
        say_json(document)
    else:
        say_facts(facts)
        say()
        print_ways("result", found.results, BARRAGE_WAYS)
    if png:
        title = f"Barrage of {mixed(options.strength)}, {mixed(options.re)} RE, {options.terrain}"
        draw(title, [f"{label}: {text}" for label, text in facts], found.results, BARRAGE_WAYS, png)


@app.command("air-combat")
def air_combat(
    attacker: Annotated[int, typer.Option(metavar="N", help="The attacking plane's air combat rating.")],
    defender: Annotated[int, typer.Option(metavar="N", help="The defending plane's air combat rating.")],
    png: ChartOption = None,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """A round of air combat: who aborts, who loses a step."""
    from ocs_engine.odds import AIR_WAYS, Chances

    found = Chances(tables_of(data_overlay)).air(attacker, defender)
    each = {
        "attacker": {"aborts": found.attacker_aborts, "loses_step": found.attacker_loses},
        "defender": {"aborts": found.defender_aborts, "loses_step": found.defender_loses},
    }
    facts = [
        (
            who,
            f"aborts {percent(Fraction(ways['aborts'], AIR_WAYS))}, "
            f"loses a step {percent(Fraction(ways['loses_step'], AIR_WAYS))}",
        )
        for who, ways in each.items()
    ]
    if json:
        document: dict[str, object] = {
            "drm": attacker - defender,
            "results": shares(found.results, AIR_WAYS),
            "ways": {"of": AIR_WAYS, "results": dict(found.results), **each},
        }
        say_json(document | {who: shares(ways, AIR_WAYS) for who, ways in each.items()})
    else:
        say_facts(facts)
        say()
        print_ways("result", found.results, AIR_WAYS)
    if png:
        draw(f"Air combat, {attacker} against {defender}", [": ".join(fact) for fact in facts],
             found.results, AIR_WAYS, png)  # fmt: skip


app.command("position")(attacks.position)
app.command("attacks")(attacks.attacks)
app.command("air")(air.air)
