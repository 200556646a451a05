"""`ocs map`: bake the map from its sources, prove it, draw it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ocs_engine.cli.output import CommandError, ExitCode, JsonOption, note, say, say_json, writing
from ocs_engine.cli.render import SCALE, PngOption, ScaleOption, save

app = typer.Typer(help="Bake, prove and draw the map.", no_args_is_help=True)


OutOption = Annotated[
    Path | None, typer.Option(metavar="DIR", readable=False, help="Where to; the project's own if not given.")
]
SourcesOption = Annotated[
    Path | None, typer.Option(metavar="DIR", readable=False, help="Sources other than the project's own.")
]


@app.command("build")
def build(
    out: OutOption = None,
    sources: SourcesOption = None,
    json: JsonOption = False,
) -> None:
    """Bake the sheets from their sources; the same sources give the same bytes."""
    from ocs_engine.mapmaking.bake import bake
    from ocs_engine.mapmaking.sources import SourceError
    from ocs_engine.world.resources import bundled

    folder = out or bundled("maps", "baked")
    try:
        with writing(folder / "sheets.csv"):
            report = bake(folder, sources)
    except SourceError as error:
        raise CommandError(str(error), ExitCode.INPUT) from error
    if json:
        say_json({"folder": str(folder), "files": list(report.files), "idle_overrides": list(report.idle_overrides)})
        return
    for override in report.idle_overrides:
        note(f"this override changes nothing: {override}")
    for file in report.files:
        say(str(folder / file))


@app.command("check")
def check(json: JsonOption = False) -> None:
    """Prove the map against its sources, the places that the rulebook names, and the set-up of every scenario."""
    from dataclasses import asdict

    from ocs_engine.mapmaking.check import check_map
    from ocs_engine.mapmaking.sources import SourceError
    from ocs_engine.world.world import list_scenarios, load_world

    try:
        found = check_map(worlds=[load_world(each.path) for each in list_scenarios()])
    except SourceError as error:
        raise CommandError(str(error), ExitCode.INPUT) from error
    if json:
        say_json({"proofs": [asdict(proof) | {"holds": proof.holds} for proof in found.proofs]})
    else:
        for proof in found.proofs:
            say(f"{'yes' if proof.holds else 'NO '} {proof.count:6} {proof.statement}")
            for finding in proof.findings:
                say(f"           {finding}")
    if found.findings:
        raise typer.Exit(ExitCode.PROBLEMS)


@app.command("render")
def render(
    png: PngOption,
    sheets: Annotated[str, typer.Option(metavar="LETTERS", help="The sheets to draw.")] = "AB",
    scale: ScaleOption = SCALE,
) -> None:
    """Draw map sheets with relief, rivers, roads, rails, towns, ports and hex numbers."""
    from ocs_engine.world.atlas import load_atlas
    from ocs_view.mapdraw import render_map

    save(lambda: render_map(load_atlas(), sheets, scale), png)
