"""`ocs rules`: which rule cases are carried out, where, and which tests check them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ocs_engine.cli.output import CommandError, ExitCode, JsonOption, meant, note, say, say_json, say_table

if TYPE_CHECKING:
    from ocs_engine.rulebook import Case

StatusOption = Annotated[
    list[str] | None, typer.Option("--status", metavar="STATUS", help="Only these: done, part, untested, missing, out.")
]


def rules(
    which: Annotated[
        list[str] | None, typer.Argument(metavar="[CHAPTER|CASE]...", help="As in: 4, OCS 4.5, T2 1.3c.")
    ] = None,
    status: StatusOption = None,
    json: JsonOption = False,
) -> None:
    """List the rule cases: how far each has come, where it is carried out, which tests check it, what is left."""
    from ocs_engine.rulebook import faults, in_words, select, summary, table

    try:
        cases = select(table(), which or [])
    except LookupError as error:
        raise CommandError(str(error.args[0]), ExitCode.USAGE) from None
    wanted = [status_of(word) for word in status or []]
    cases = [case for case in cases if not wanted or case.status in wanted]
    if json:
        say_json({"cases": [as_data(case) for case in cases], "summary": summary(cases)})
    elif len(cases) == 1:
        print_case(cases[0])
    else:
        say_table(("rule", "status", "tests", "what", "carried out by", "left"), [row(case) for case in cases])
        note(in_words(cases))
    problems = faults()
    for problem in problems:
        note(problem)
    if problems:
        raise typer.Exit(ExitCode.PROBLEMS)


def status_of(word: str) -> str:
    """The status that a word begins; raises CommandError for none."""
    from ocs_engine.rulebook import Status

    found = [status for status in Status if status.startswith(word.casefold())]
    if len(found) != 1 or not word:
        raise CommandError(f"there is no status {word!r}; {meant(word, Status)}", ExitCode.USAGE)
    return found[0]


def as_data(case: Case) -> dict[str, Any]:
    """A case for a program."""
    return {
        "rule": case.rule,
        "title": case.title,
        "scope": case.scope,
        "implemented": list(case.implemented),
        "tests": list(case.tests),
        "status": case.status,
        "left": case.left,
    }


def print_case(case: Case) -> None:
    """One case at length, a line for each function and each test."""
    say(f"{case.rule}: {case.title}")
    say(f"{case.status} ({case.scope})" + (f"; left: {case.left}" if case.left else ""))
    for heading, found in (("carried out by", case.implemented), ("tested by", case.tests)):
        say(f"{heading}:" if found else f"{heading} nothing")
        for each in found:
            say(f"  {each}")


def row(case: Case) -> tuple[object, ...]:
    """A case as a row of the table; functions without the name of the engine."""
    places = ", ".join(where.partition(".")[2] for where in case.implemented)
    return case.rule, case.status, len(case.tests), case.title, places, case.left
