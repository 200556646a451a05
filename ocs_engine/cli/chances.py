"""Chances in words, as documents and as charts, for all of `ocs odds`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ocs_engine.cli.output import say, say_table
from ocs_engine.cli.render import save

if TYPE_CHECKING:
    from ocs_engine.cli.inputs import Facts
    from ocs_engine.odds import AttackOdds, Case


def attack_document(found: AttackOdds) -> dict[str, object]:
    """An attack's chances but for Exploit, for a document."""
    from ocs_engine.odds import ATTACK_WAYS

    surprise = {str(who): ways for who, ways in found.surprise.items()}
    return {
        "odds": str(found.odds) if found.odds else None,
        "column": str(found.columns[found.column]),
        "drm": found.drm,
        "surprise": shares(surprise, ATTACK_WAYS),
        "results": shares(found.results, ATTACK_WAYS),
        "ways": {"of": ATTACK_WAYS, "surprise": surprise, "results": dict(found.results)},
    }


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
