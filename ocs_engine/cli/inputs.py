"""What the commands on tables and odds take in: strengths, RE, words of a list, dice given or thrown."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.output import CommandError, ExitCode, meant, note, say, say_json

if TYPE_CHECKING:
    from ocs_engine.kernel.dice import SeededDice
    from ocs_engine.world.tables import Tables

Facts = list[tuple[str, str]]
"""What a command tells: a word or two, and what there is to say."""


def number(text: str) -> Fraction:
    """A number that is not negative, as 17, 3.5 or 7/2; anything else is a usage error."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?", text):
        raise typer.BadParameter(f"found {text!r}; expected a number such as 17, 3.5 or 7/2")
    return Fraction(text)


def from_one(text: str) -> int:
    """A whole number from 1 on, as of a turn or a line; anything else is a usage error."""
    if not re.fullmatch(r"0*[1-9]\d{0,8}", text):
        raise typer.BadParameter(f"found {text!r}; expected a whole number from 1 on")
    return int(text)


def regiments(text: str) -> Fraction:
    """RE, which come in quarters; none at all is a usage error."""
    found = number(text)
    if not found or found * 4 % 1:
        raise typer.BadParameter(f"found {text!r}; expected RE in quarters, such as 8, 3.5 or 3/4")
    return found


def word_of(*choices: str) -> Callable[[str], str]:
    """A reader of one word of a list, whatever its case and joints; names the nearest one where it is none."""

    def read(text: str) -> str:
        plain = text.casefold().replace("-", " ").replace("_", " ")
        if plain not in choices:
            raise typer.BadParameter(f"there is no {text!r}; {meant(plain, choices)}")
        return plain

    return read


TERRAINS = ("open", "close", "very close", "extremely close")
SOURCES = ("artillery", "air", "naval")

TerrainOption = Annotated[
    str,
    typer.Option(parser=word_of(*TERRAINS), metavar="CLASS", help=f"{', '.join(TERRAINS)}; - joins words."),
]
SourceOption = Annotated[
    str, typer.Option(parser=word_of(*SOURCES), metavar="WHAT", help="What fires: artillery, air or naval.")
]
AttackOption = Annotated[
    Fraction, typer.Option("--attack", parser=number, metavar="N", help="The attacker's total strength.")
]
DefendOption = Annotated[
    Fraction, typer.Option("--defend", parser=number, metavar="N", help="The defender's total strength.")
]
StrengthOption = Annotated[Fraction, typer.Option(parser=number, metavar="N", help="Of all that fires, added up.")]
RegimentsOption = Annotated[
    Fraction,
    typer.Option("--re", parser=regiments, metavar="N", help="RE in the hex, a division counted up to 3 of them."),
]
AttackerArOption = Annotated[int, typer.Option(min=-1, max=5, metavar="N", help="AR of the attacker's leading unit.")]
DefenderArOption = Annotated[int, typer.Option(min=-1, max=5, metavar="N", help="AR of the defender's leading unit.")]
HedgehogOption = Annotated[int, typer.Option(min=0, metavar="LEVEL", help="The hedgehog in the target hex.")]
OverrunOption = Annotated[bool, typer.Option("--overrun", help="An overrun, no regular attack.")]
NoSpotterOption = Annotated[bool, typer.Option("--no-spotter", help="Nobody spots, or a Strategic Bomber takes part.")]
CloseAirOption = Annotated[bool, typer.Option("--close-air", help="All planes fly from a base close by.")]
FarAirOption = Annotated[bool, typer.Option("--far-air", help="Option 21.4: a plane flies beyond half its range.")]
StratOption = Annotated[bool, typer.Option("--strat", help="A unit in the target hex is in Strat Mode.")]
DieOption = Annotated[int | None, typer.Option(min=1, max=6, metavar="N", help="One die; thrown if not given.")]
TwoDiceOption = Annotated[int | None, typer.Option(min=2, max=12, metavar="N", help="Two dice; thrown if not given.")]
SeedOption = Annotated[int | None, typer.Option(metavar="N", min=0, help="Of the dice thrown; drawn if not given.")]


class Dice:
    """The dice of one command: as given, or thrown from a seed, which is drawn and told where none is given."""

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self._drawn = seed is None
        self._source: SeededDice | None = None
        self._next = 0

    def one(self, given: int | None) -> int:
        """One die."""
        return self._throw() if given is None else given

    def two(self, given: int | None) -> int:
        """The total of two dice."""
        return self._throw() + self._throw() if given is None else given

    def _throw(self) -> int:
        from ocs_engine.kernel.dice import SeededDice

        if self._source is None:
            self.seed = secrets.randbelow(2**32) if self.seed is None else self.seed
            self._source = SeededDice(self.seed)
        self._next += 1
        return self._source.face(self._next - 1, 6)

    def tell(self) -> None:
        """Name the seed on stderr, where one was drawn."""
        if self._drawn and self._source is not None:
            note(f"dice thrown; the same again with --seed {self.seed}")


def tables_of(overlay: Path | None) -> Tables:
    """The series' tables, with corrections or without; neither map nor scenario is read."""
    from ocs_engine.world.catalogue import load_catalogue

    return load_catalogue(overlay).tables


def check_hedgehog(tables: Tables, level: int) -> None:
    """Raises CommandError for a hedgehog higher than there is."""
    most = tables.number("hedgehog_max_level")
    if level > most:
        raise CommandError(f"a hedgehog has a level up to {most}, not {level}", ExitCode.USAGE)


def too_weak(strength: Fraction) -> CommandError:
    """The error for a barrage whose strength rounds to nothing."""
    return CommandError(f"a strength of {strength} rounds to 0; a barrage takes 1 or more (OCS 10.0)", ExitCode.USAGE)


def columns_moved(shift: int) -> str:
    """A shift in words: "2 columns right"."""
    if not shift:
        return "no shift"
    return f"{abs(shift)} {'column' if abs(shift) == 1 else 'columns'} {'right' if shift > 0 else 'left'}"


def answer(document: dict[str, object], facts: Facts, json: bool, dice: Dice | None = None) -> None:
    """Print one answer, as a document or as lines of facts, and the seed of dice that were thrown."""
    if json:
        say_json(document | ({"seed": dice.seed} if dice else {}))
    else:
        say_facts(facts)
    if dice:
        dice.tell()


def say_facts(facts: Facts) -> None:
    """Facts as lines, what they are about in a column of its own."""
    width = max(len(label) for label, _ in facts) + 2
    for label, text in facts:
        say(f"{label:{width}}{text}")
