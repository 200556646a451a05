"""`ocs odds`: exact chances of an attack, a barrage, a round of air combat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.inputs import (
    AttackerArOption,
    AttackOption,
    CloseAirOption,
    DefenderArOption,
    DefendOption,
    Facts,
    FarAirOption,
    HedgehogOption,
    NoSpotterOption,
    OverrunOption,
    RegimentsOption,
    SourceOption,
    StratOption,
    StrengthOption,
    TerrainOption,
    barrage_of,
    check_hedgehog,
    columns_moved,
    say_facts,
    tables_of,
    too_weak,
)
from ocs_engine.cli.output import JsonOption, OverlayOption, say, say_json, say_table
from ocs_engine.cli.render import save

if TYPE_CHECKING:
    from ocs_engine.odds import AttackOdds, Case

app = typer.Typer(help="Exact chances: all dice counted, none thrown.", no_args_is_help=True)
ChartOption = Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the chances as a chart, too.")]
StepsOption = Annotated[int | None, typer.Option(min=1, metavar="N", help="Steps that take part.")]


@app.command("attack")
def attack(
    attack: AttackOption,
    defend: DefendOption,
    terrain: TerrainOption,
    attacker_ar: AttackerArOption,
    defender_ar: DefenderArOption,
    hedgehog: HedgehogOption = 0,
    overrun: OverrunOption = False,
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
    from ocs_engine.series.tables.combat import Attack

    tables = tables_of(data_overlay)
    check_hedgehog(tables, hedgehog)
    found = Chances(tables).attack(Attack(attack, defend, terrain, attacker_ar, defender_ar, hedgehog, overrun))
    cases = found.cases(defender_steps, attacker_steps, not never_ignores) if defender_steps else ()
    surprise = {str(who): ways for who, ways in found.surprise.items()}
    title, facts = f"{attack} against {defend}, {terrain}", attack_facts(found)
    if json:
        document: dict[str, object] = {
            "odds": str(found.odds) if found.odds else None,
            "column": str(found.columns[found.column]),
            "drm": found.drm,
            "surprise": shares(surprise, ATTACK_WAYS),
            "results": shares(found.results, ATTACK_WAYS),
            "exploit": float(found.exploit()),
            "ways": {"of": ATTACK_WAYS, "surprise": surprise, "results": dict(found.results)},
        }
        say_json(document | ({"cases": [case_document(case) for case in cases]} if cases else {}))
    else:
        say_facts(facts)
        say()
        print_ways("result", found.results, ATTACK_WAYS)
        print_cases(cases)
    if png:
        draw(title, [f"{label}: {text}" for label, text in facts], found.results, ATTACK_WAYS, png)


def attack_facts(found: AttackOdds) -> Facts:
    """An attack's chances but for its results, in words."""
    from ocs_engine.odds import ATTACK_WAYS

    who = ", ".join(f"{each} {percent(Fraction(ways, ATTACK_WAYS))}" for each, ways in found.surprise.items())
    return [
        ("odds", str(found.odds or "none, one side has no strength")),
        ("column", str(found.columns[found.column])),
        ("DRM", f"{found.drm:+}, on the combat roll {found.combat_drm:+}"),
        ("surprise", who),
        ("Exploit", f"{percent(found.exploit())} for a unit of AR {found.attack.attacker_ar}"),
    ]


def case_document(case: Case) -> dict[str, object]:
    """A case of options taken, for a document."""
    return {
        "attacker": str(case.attacker),
        "defender": str(case.defender),
        "empty": float(case.empty),
        "attacker_losses": float(case.attacker_losses),
        "defender_losses": float(case.defender_losses),
    }


def print_cases(cases: tuple[Case, ...]) -> None:
    """The cases of options taken as a table; nothing where there are none."""
    if not cases:
        return
    say()
    say_table(
        ("attacker's options", "defender's options", "hex emptied", "attacker's steps lost", "defender's steps lost"),
        [
            (
                f"all as {case.attacker}",
                f"all as {case.defender}",
                percent(case.empty),
                f"{float(case.attacker_losses):.3f}",
                f"{float(case.defender_losses):.3f}",
            )
            for case in cases
        ],
    )


@app.command("barrage")
def barrage(
    strength: StrengthOption,
    re: RegimentsOption,
    terrain: TerrainOption,
    source: SourceOption = "artillery",
    hedgehog: HedgehogOption = 0,
    no_spotter: NoSpotterOption = False,
    strat: StratOption = False,
    close_air: CloseAirOption = False,
    far_air: FarAirOption = False,
    png: ChartOption = None,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """A barrage against units: the chance of each result, of DG, of steps lost."""
    from ocs_engine.odds import BARRAGE_WAYS, Chances
    from ocs_engine.series.tables.barrage import barrage_column, barrage_cost, barrage_label

    tables = tables_of(data_overlay)
    fire = barrage_of(tables, strength, re, terrain, source, hedgehog, no_spotter, strat, close_air, far_air)
    if barrage_column(tables, strength) is None:
        raise too_weak(strength)
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
        title = f"Barrage of {strength}, {re} RE, {terrain}"
        draw(title, [f"{label}: {text}" for label, text in facts], found.results, BARRAGE_WAYS, png)


@app.command("air")
def air(
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


def shares(ways: Mapping[str, int], of: int) -> dict[str, float]:
    """Chances as numbers from 0 to 1."""
    return {name: each / of for name, each in ways.items()}


def percent(chance: Fraction) -> str:
    """A chance in percent, to a hundredth."""
    return f"{float(100 * chance):.2f} %"


def print_ways(heading: str, ways: Mapping[str, int], of: int) -> None:
    """Results, their ways and their chances as a table."""
    rows = [(name, each, percent(Fraction(each, of))) for name, each in ways.items()]
    say_table((heading, f"ways of {of}", "chance"), rows)


def draw(title: str, lines: list[str], ways: Mapping[str, int], of: int, png: Path) -> None:
    """Draw results as a chart into a PNG file."""
    from ocs_view.chart import Bar, draw_chart

    bars = [Bar(name, each / of, percent(Fraction(each, of))) for name, each in ways.items()]
    save(lambda: draw_chart(title, lines, bars), png)
