"""`ocs table`: any table of the series, looked up or rolled on, also for players at a real table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from ocs_engine.cli.inputs import (
    AttackerArOption,
    DefenderArOption,
    Dice,
    DieOption,
    Facts,
    HedgehogOption,
    OverrunOption,
    SeedOption,
    SourceOption,
    StrengthOption,
    TerrainOption,
    TwoDiceOption,
    answer,
    check_hedgehog,
    columns_moved,
    number,
    tables_of,
    too_weak,
    word_of,
)
from ocs_engine.cli.options import AttackOptions, BarrageOptions, gathered
from ocs_engine.cli.output import CommandError, ExitCode, JsonOption, OverlayOption

if TYPE_CHECKING:
    from ocs_engine.world.tables import Tables

app = typer.Typer(help="Look a table up, or roll on it.", no_args_is_help=True)
TokensOption = Annotated[int, typer.Option(min=0, metavar="N", help="Supply in tokens, 4 to the SP.")]


@app.command("combat")
def combat(
    terrain: TerrainOption,
    column: Annotated[str, typer.Option(metavar="ODDS", help="A column of that terrain's row, as 4:1.")],
    roll: Annotated[int | None, typer.Option(metavar="N", help="Two dice with the DRM; thrown if not given.")] = None,
    drm: Annotated[int | None, typer.Option(metavar="N", help="Added to the roll, which is then bare dice.")] = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """The combat table (OCS 9.9): one cell of it."""
    from ocs_engine.series.tables.combat import combat_result
    from ocs_engine.series.tables.odds_column import columns

    tables, dice = tables_of(data_overlay), Dice(seed)
    row = [str(each) for each in columns(tables, terrain)]
    if column not in row:
        raise CommandError(f"the {terrain} row has no column {column!r}; it has {' '.join(row)}", ExitCode.USAGE)
    if drm is not None and roll is not None and not 2 <= roll <= 12:
        raise CommandError(f"with --drm, --roll is two dice, 2 to 12, not {roll}", ExitCode.USAGE)
    thrown = dice.two(roll)
    result = combat_result(tables, row.index(column), thrown + (drm or 0))
    total = thrown + (drm or 0)
    document = {"terrain": terrain, "column": column, "roll": thrown, "total": total, "result": result.text}
    facts = [("column", f"{column}, {terrain}"), ("roll", sum_of(thrown, drm or 0)), ("result", result.text)]
    answer(document | parts(result.text), facts, json, dice)


def parts(text: str) -> dict[str, object]:
    """A combat result taken apart for a document."""
    from ocs_engine.series.tables.combat import parse_result

    result = parse_result(text)
    attacker = {"loss": result.attacker_loss, "option": result.attacker_option, "exploit": result.exploit}
    return {
        "attacker": attacker,
        "defender": {"loss": result.defender_loss, "option": result.defender_option, "dg": result.dg},
    }


def sum_of(roll: int, added: int) -> str:
    """A roll with what is added: "8 + 3 = 11", "5 - 1 = 4", "7"."""
    return f"{roll} {'+' if added > 0 else '-'} {abs(added)} = {roll + added}" if added else str(roll)


@app.command("surprise")
def surprise(
    roll: TwoDiceOption = None,
    attacker_ar: AttackerArOption = 0,
    defender_ar: DefenderArOption = 0,
    drm: Annotated[int | None, typer.Option(metavar="N", help="The AR modifier, instead of the two AR.")] = None,
    hedgehog: HedgehogOption = 0,
    overrun: OverrunOption = False,
    shift_roll: DieOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """Surprise (OCS 9.8): who gains it, and the shift."""
    tables, dice = tables_of(data_overlay), Dice(seed)
    check_hedgehog(tables, hedgehog)
    modifier = attacker_ar - defender_ar if drm is None else drm
    document, facts, _ = surprised(tables, dice, modifier, hedgehog, overrun, roll, shift_roll)
    answer(document | {"drm": modifier, "result": document["surprise"]}, facts, json, dice)


def surprised(
    tables: Tables, dice: Dice, drm: int, hedgehog: int, overrun: bool, roll: int | None, shift_roll: int | None
) -> tuple[dict[str, object], Facts, int]:
    """The surprise of an attack for a document, in words, and the shift that it brings."""
    from ocs_engine.series.tables.surprise import Surprise, surprise_drm, surprise_on, surprise_shift

    thrown, added = dice.two(roll), surprise_drm(tables, drm, hedgehog)
    found = surprise_on(tables, thrown, drm, hedgehog, overrun)
    die = None if found is Surprise.NONE else dice.one(shift_roll)
    shift = surprise_shift(found, die or 0)
    document: dict[str, object] = {
        "surprise": str(found),
        "surprise_roll": thrown,
        "surprise_total": thrown + added,
        "shift_roll": die,
        "shift": shift,
    }
    facts = [("surprise", f"{sum_of(thrown, added)}: {found}")]
    if die is not None:
        facts.append(("shift", f"{die}: {columns_moved(shift)}"))
    return document, facts, shift


@app.command("attack")
@gathered(AttackOptions)
def attack(
    options: AttackOptions,
    surprise_roll: TwoDiceOption = None,
    shift_roll: DieOption = None,
    combat_roll: TwoDiceOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """A whole attack (OCS 9.7 to 9.9): odds, column, surprise, combat roll, result."""
    from ocs_engine.series.tables.combat import combat_drm, combat_result, table_width
    from ocs_engine.series.tables.odds_column import columns, rounded_odds, shifted, starting_column

    tables, dice = tables_of(data_overlay), Dice(seed)
    fight = options.of(tables)
    row = columns(tables, fight.terrain)
    odds = rounded_odds(fight.attack, fight.defend)
    start = starting_column(tables, fight.terrain, fight.attack, fight.defend)
    drm = fight.drm
    found, told, shift = surprised(tables, dice, drm, fight.hedgehog, fight.overrun, surprise_roll, shift_roll)
    final = shifted(start, shift, table_width(tables))
    thrown, added = dice.two(combat_roll), combat_drm(drm, fight.hedgehog)
    result = combat_result(tables, final, thrown + added)
    document: dict[str, object] = {
        "odds": str(odds) if odds else None,
        "column": str(row[start]),
        "drm": drm,
        "final_column": str(row[final]),
        "combat_roll": thrown,
        "combat_total": thrown + added,
        "result": result.text,
    }
    facts = [
        ("odds", odds_in_words(fight.attack, fight.defend, str(odds))),
        ("column", f"{row[start]}, {fight.terrain}"),
        ("DRM", f"{drm:+}"),
        *told,
        ("final column", str(row[final])),
        ("combat", sum_of(thrown, added)),
        ("result", result.text),
    ]
    answer(document | found | parts(result.text), facts, json, dice)


def odds_in_words(attack: Fraction, defend: Fraction, odds: str) -> str:
    """Odds with the strengths behind them."""
    if attack and defend:
        return f"{attack} against {defend} is {odds}"
    if not attack and not defend:
        return f"no strength on either side is {odds} (OCS 9.14a)"
    return f"{attack} against {defend}: the end of the table (OCS 9.14a)"


@app.command("barrage")
@gathered(BarrageOptions)
def barrage(
    options: BarrageOptions,
    roll: TwoDiceOption = None,
    half_roll: DieOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """A barrage against units (OCS 10.0): column, cost, shifts, result."""
    from ocs_engine.series.tables import barrage as chart

    tables, dice = tables_of(data_overlay), Dice(seed)
    fire = options.of(tables)
    column = chart.barrage_column(tables, fire.strength)
    if column is None:
        raise too_weak(fire.strength)
    shifts = chart.barrage_shifts(tables, fire)
    final = chart.final_column(tables, column, shifts)
    thrown = dice.two(roll)
    raw = chart.barrage_result(tables, final, thrown)
    result = chart.reduced(tables, raw, fire.hedgehog, fire.source, fire.spotted)
    die = dice.one(half_roll) if result == chart.HALF else None
    effect = chart.barrage_effect(tables, result, die)
    cost, start, end = (
        chart.barrage_cost(tables, column, fire.source),
        chart.barrage_label(tables, column),
        chart.barrage_label(tables, final),
    )
    document: dict[str, object] = {
        "column": start,
        "cost": cost,
        "shifts": [{"columns": each.value, "rule": each.rule, "why": each.why} for each in shifts],
        "final_column": end,
        "roll": thrown,
        "raw": raw,
        "result": result,
        "half_roll": die,
        "steps": effect.steps,
        "dg": effect.dg,
    }
    facts = [("column", start), ("cost", f"{cost}T")]
    facts += [("shift", f"{columns_moved(each.value)}: {each.why} ({each.rule})") for each in shifts]
    facts += [("final column", end), ("roll", str(thrown))]
    facts.append(("result", raw if raw == result else f"{raw}, which is {result} here"))
    if die is not None:
        facts.append(("die of 1/2", str(die)))
    facts.append(("effect", effect_in_words(effect.steps, effect.dg)))
    answer(document, facts, json, dice)


def effect_in_words(steps: int, dg: bool) -> str:
    """What a barrage does: "1 step lost, the hex goes DG"."""
    if not dg:
        return "none"
    lost = f"{steps} {'step' if steps == 1 else 'steps'} lost, " if steps else ""
    return f"{lost}the hex goes DG"


@app.command("facility")
def facility(
    strength: StrengthOption,
    roll: DieOption = None,
    source: SourceOption = "artillery",
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """A barrage against an air base, a port or a railway (OCS 10.0c)."""
    from ocs_engine.series.tables import facility as chart
    from ocs_engine.series.tables.barrage import Source

    tables, dice = tables_of(data_overlay), Dice(seed)
    column = chart.facility_column(tables, strength)
    if column is None:
        raise too_weak(strength)
    thrown = dice.one(roll)
    result = chart.facility_result(tables, column, thrown)
    cost, label = chart.facility_cost(tables, column, Source(source)), chart.facility_label(tables, column)
    document: dict[str, object] = {
        "column": label,
        "cost": cost,
        "roll": thrown,
        "result": result.text,
        "hits": result.hits,
        "trainbust": result.trainbust,
        "plane_loss": result.plane_loss,
    }
    facts = [("column", label), ("cost", f"{cost}T"), ("roll", str(thrown)), ("result", result.text)]
    facts += [
        ("hits", f"{result.hits}: levels of an air base, or hits on a port"),
        ("trainbusting", "succeeds" if result.trainbust else "fails"),
        ("planes there", f"lose a step on {result.plane_loss} or more each" if result.plane_loss else "lose nothing"),
    ]
    answer(document, facts, json, dice)


@app.command("port")
def port(
    tokens: TokensOption,
    hits: Annotated[int, typer.Option(min=0, metavar="N", help="Hits on the port.")],
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """What hits leave of a port's capacity (OCS 19.0b)."""
    from ocs_engine.series.tables.port import port_capacity

    try:
        left = port_capacity(tables_of(data_overlay), tokens, hits)
    except ValueError as error:
        raise CommandError(str(error), ExitCode.USAGE) from error
    answer({"tokens": tokens, "hits": hits, "result": left}, [("capacity", f"{left}T")], json)


@app.command("attrition")
def attrition(
    ar: Annotated[int, typer.Option(min=0, max=5, metavar="N", help="Best AR out of supply there, DG ignored.")],
    steps: Annotated[int, typer.Option(min=1, metavar="N", help="Steps out of supply in the hex.")],
    roll: TwoDiceOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """Attrition of a hex out of supply (OCS 12.8b)."""
    from ocs_engine.series.tables.attrition import attrition as look_up

    dice = Dice(seed)
    thrown = dice.two(roll)
    found = look_up(tables_of(data_overlay), ar, steps, thrown)
    document: dict[str, object] = {
        "roll": thrown,
        "total": found.total,
        "result": found.text,
        "steps": found.steps,
    }
    facts = [("roll", sum_of(thrown, found.total - thrown)), ("result", found.text), ("steps lost", str(found.steps))]
    answer(document, facts, json, dice)


KINDS = ("dump", "trucks", "wagons")


@app.command("capture")
def capture(
    kind: Annotated[str, typer.Option(parser=word_of(*KINDS), metavar="WHAT", help="dump, trucks or wagons.")],
    tokens: Annotated[int, typer.Option(min=0, metavar="N", help="In the dump, or loaded on the transport.")],
    points: Annotated[
        Fraction | None,
        typer.Option(parser=number, metavar="N", help="Transport Points there; if not given, what the load takes."),
    ] = None,
    round_to: Annotated[
        int | None, typer.Option(min=1, metavar="TOKENS", help="2 where a 2T truck is there; else full points.")
    ] = None,
    roll: DieOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """Capture of a dump or of transport with its load (OCS 9.14b, 9.14c)."""
    from ocs_engine.series.tables.capture import Captured, captured_supply, captured_transport

    tables, dice = tables_of(data_overlay), Dice(seed)
    what, size = Captured(kind), tables.number("tokens_per_SP")
    room = tokens if points is None else points * size
    if what is Captured.DUMP and (points is not None or round_to is not None):
        raise CommandError("--points and --round-to go with trucks and wagons; a dump has none", ExitCode.USAGE)
    if int(room) != room:
        raise CommandError(f"{points} Transport Points are no whole number of tokens", ExitCode.USAGE)
    thrown = dice.one(roll)
    load = captured_supply(tables, what, tokens, thrown)
    document: dict[str, object] = {
        "roll": thrown,
        "result": f"{load.percent}%",
        "captured": load.taken,
        "rest": load.rest,
    }
    fate = "destroyed" if what is Captured.DUMP else "gets away with the transport"
    facts = [
        ("roll", str(thrown)),
        ("result", f"{load.percent}%"),
        ("captured", f"{load.taken}T"),
        ("rest", f"{load.rest}T, {fate}"),
    ]
    if what is not Captured.DUMP:
        transport = captured_transport(tables, what, int(room), thrown, round_to)
        taken, rest = Fraction(transport.taken, size), Fraction(transport.rest, size)
        document |= {"captured_points": float(taken), "rest_points": float(rest)}
        facts.append((kind, f"{points_in_words(taken)} captured, {points_in_words(rest)} away"))
    answer(document, facts, json, dice)


def points_in_words(points: Fraction) -> str:
    """Transport Points, "1 point" or "3/2 points"."""
    return f"{points} {'point' if points == 1 else 'points'}"


@app.command("dump-blowing")
def dump_blowing(
    tokens: TokensOption,
    roll: DieOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """Blowing up an own dump, or part of it (OCS 12.11a)."""
    from ocs_engine.series.tables.dump_blowing import dump_blowing as look_up

    dice = Dice(seed)
    thrown = dice.one(roll)
    found = look_up(tables_of(data_overlay), tokens, thrown)
    document: dict[str, object] = {
        "roll": thrown,
        "result": f"{found.percent}%",
        "destroyed": found.taken,
        "left": found.rest,
    }
    facts = [("roll", str(thrown)), ("result", f"{found.percent}%"), ("destroyed", f"{found.taken}T")]
    answer(document, [*facts, ("left", f"{found.rest}T")], json, dice)


@app.command("flak")
def flak(
    modifier: Annotated[int, typer.Option(metavar="N", help="All that is added to the roll.")] = 0,
    roll: TwoDiceOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """Flak against a mission (OCS 14.4): loss or none."""
    from ocs_engine.series.tables.flak import LOSS, NONE, flak_hits

    dice = Dice(seed)
    thrown = dice.two(roll)
    result = LOSS if flak_hits(tables_of(data_overlay), modifier, thrown) else NONE
    document: dict[str, object] = {"roll": thrown, "total": thrown + modifier, "result": result}
    answer(document, [("roll", sum_of(thrown, modifier)), ("result", result)], json, dice)


@app.command("mission-loss")
def mission_loss(
    planes: Annotated[int, typer.Option(min=1, metavar="N", help="Planes of the mission.")],
    roll: DieOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """Which plane of a mission flak hits (OCS 14.4f)."""
    from ocs_engine.series.tables.flak import mission_loss as look_up

    dice = Dice(seed)
    thrown = dice.one(roll)
    try:
        result = look_up(tables_of(data_overlay), planes, thrown)
    except ValueError as error:
        raise CommandError(str(error), ExitCode.USAGE) from error
    answer({"roll": thrown, "result": result}, [("roll", str(thrown)), ("result", result)], json, dice)


@app.command("air-combat")
def air_combat(
    attacker: Annotated[int, typer.Option(metavar="N", help="The attacking plane's air combat rating.")],
    defender: Annotated[int, typer.Option(metavar="N", help="The defending plane's air combat rating.")],
    roll: TwoDiceOption = None,
    loss_roll: DieOption = None,
    json: JsonOption = False,
    seed: SeedOption = None,
    data_overlay: OverlayOption = None,
) -> None:
    """One round of air combat (OCS 14.3)."""
    from ocs_engine.series.tables.air_combat import aborting_loses_step
    from ocs_engine.series.tables.air_combat import air_combat as look_up

    tables, dice = tables_of(data_overlay), Dice(seed)
    thrown, die = dice.two(roll), dice.one(loss_roll)
    found, loses = look_up(tables, attacker, defender, thrown), aborting_loses_step(tables, die)
    document: dict[str, object] = {
        "roll": thrown,
        "total": thrown + attacker - defender,
        "result": found.text,
        "loss_roll": die,
        "attacker": {"aborts": found.attacker_aborts, "loses_step": found.attacker_aborts and loses},
        "defender": {"aborts": found.defender_aborts, "loses_step": found.defender_aborts and loses},
    }
    loss = "every plane that aborts loses a step" if loses else "no loss"
    facts = [("roll", sum_of(thrown, attacker - defender)), ("result", found.text), ("loss die", f"{die}: {loss}")]
    answer(document, facts, json, dice)
