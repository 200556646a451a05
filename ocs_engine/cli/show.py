"""`ocs show`: a position in words: who is where, in one hex or in all, and what one side may see of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ocs_engine.cli.output import CommandError, ExitCode, JsonOption, OverlayOption, say, say_json
from ocs_engine.cli.render import LineOption, TurnOption, place_named, side_named, state_of

if TYPE_CHECKING:
    from ocs_engine.state.model import State
    from ocs_engine.state.standing import Need, Spot
    from ocs_engine.world.counters import Side


def show(
    what: Annotated[str, typer.Argument(metavar="SCENARIO|LOG", help="A scenario's id or file, or a log.")],
    turn: TurnOption = None,
    line: LineOption = None,
    hex_: Annotated[str | None, typer.Option("--hex", metavar="HEX", help="One hex or box alone.")] = None,
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="Only what this side may see.")] = None,
    dead: Annotated[bool, typer.Option("--dead", help="What lies in the Dead Piles.")] = False,
    standing: Annotated[
        bool, typer.Option("--standing", help="Who would win now, why, and what each side lacks, hex by hex.")
    ] = False,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """Tell who is where in a position, or who would win now."""
    state = state_of(what, turn, line, data_overlay)
    if dead and (json or hex_ is not None or side is not None):
        raise CommandError("--dead tells of both Dead Piles; leave --hex, --side and --json out", ExitCode.USAGE)
    if standing and hex_ is not None:
        raise CommandError("--standing tells of the whole game; leave --hex out", ExitCode.USAGE)
    if standing:
        eyes = None if side is None else side_named(side)
        say_json(standing_document(state, eyes)) if json else tell(told_standing(state, eyes))
        return
    if side is not None and hex_ is not None:
        raise CommandError("--side tells of the whole table; leave --hex out", ExitCode.USAGE)
    if side is not None:
        seen = seen_by(state, side)
        say_json(seen) if json else tell(told_view(state, seen))
    elif json:
        say_json(everything(state, hex_))
    elif dead:
        tell(told_dead(state))
    else:
        tell(told_hex(state, hex_) if hex_ else told_table(state))


def tell(lines: Iterator[str]) -> None:
    """Print lines."""
    for line in lines:
        say(line)


def seen_by(state: State, name: str) -> dict[str, Any]:
    """What a side may see (OCS 4.9); raises CommandError for a side that there is not."""
    from ocs_engine.series.view import view

    return view(state, side_named(name))


def everything(state: State, hex_: str | None) -> dict[str, Any]:
    """A position as data, or the units of one place of it."""
    from ocs_engine.state.codec import dump_state

    data = dump_state(state)
    if hex_ is None:
        return data
    label = state.world.label(place_named(state, hex_))
    return {"place": label, "units": [row for row in data["units"] if row[2] == label]}


def told_standing(state: State, eyes: Side | None) -> Iterator[str]:
    """Who would win now, and what each outcome asks for (T2 5, 6)."""
    from ocs_engine.series.stories.standing import standing_lines

    yield heading(state)
    yield from standing_lines(state, eyes)


def standing_document(state: State, eyes: Side | None) -> dict[str, Any]:
    """The same for a program; units by id, those of the other side as far as they show (OCS 4.9)."""
    from ocs_engine.query import standing
    from ocs_engine.series.view import top_unit

    found = standing(state)

    def units(spot: Spot) -> dict[str, list[str]]:
        shown: dict[str, list[str]] = {}
        for side, ids in spot.units.items():
            top = top_unit(state, side, spot.hex) if eyes is side.other else None
            shown[side] = list(ids) if eyes is not side.other else [top] if top else []
        return shown

    verdict = found.verdict
    return {
        "turn": state.turn, "over": found.over,
        "winner": verdict.winner, "level": verdict.level, "why": verdict.why,
        "outcomes": [
            {"winner": each.winner, "level": each.level, "until_turn": each.until, "late": each.late, "met": each.met,
             "decides": each.decides, "needs": [need_document(need) for need in each.needs]}
            for each in found.outcomes
        ],
        "hexes": [
            {"name": spot.name, "hex": state.world.label(spot.hex), "holder": spot.holder, "units": units(spot)}
            for spot in found.spots
        ],
    }  # fmt: skip


def need_document(need: Need) -> dict[str, Any]:
    """A condition for a program: how many hexes it asks for, and how they stand."""
    return {"side": need.side, "least": need.least, "most": need.most, "present": need.present,
            "has": list(need.has), "lacks": list(need.lacks), "short": need.short, "spare": need.spare}  # fmt: skip


def told_hex(state: State, hex_: str) -> Iterator[str]:
    """All that is to be said of one place."""
    from ocs_engine.players.human_answers import about_place

    return about_place(state, place_named(state, hex_))


def told_table(state: State) -> Iterator[str]:
    """A heading, and a line for each side in each place."""
    from ocs_engine.series.story import place_name
    from ocs_engine.world.counters import Side

    yield heading(state)
    yield from under_way(state)
    for place in sorted(place for place in state.here if place >= 0):
        for side in Side:
            own = [uid for uid in state.here[place] if state.units[uid].side is side]
            if own:
                yield f"{place_name(state.world, state.world.label(place))}, {side}: {units(state, own)}"


def told_dead(state: State) -> Iterator[str]:
    """A heading, and what lies in the Dead Pile of each side, with what it takes to rebuild it."""
    from ocs_engine.players.human_replacements import pile
    from ocs_engine.world.counters import Side

    yield heading(state)
    for side in Side:
        yield f"Dead Pile of the {side} side:"
        yield from (f"  {line}" for line in (*pile(state, side),) or ("nothing",))


def heading(state: State) -> str:
    """Scenario, turn and date."""
    from ocs_engine.series.story import day

    date = day(state.world.calendar.date_of(state.turn).isoformat())
    return f"{state.world.scenario.title}, turn {state.turn}, {date}"


def under_way(state: State) -> Iterator[str]:
    """What the game asks in the middle of a fight, a move or a phase, of whom, and under which rule."""
    from ocs_engine.players.human_answers import spoken
    from ocs_engine.series.combat import CombatFrame
    from ocs_engine.series.rules import OcsRules
    from ocs_engine.series.story import place_name

    for frame in state.frames:
        if isinstance(frame, CombatFrame):
            what = "overrun" if frame.overrun else "attack"
            yield f"an {what} by the {frame.side} side on {place_name(state.world, frame.target)} is under way"
    if state.frames and (asked := OcsRules(state.world, state.points).pending(state)):
        yield f"{asked.side} is asked: {spoken(state, asked.prompt)}"


def units(state: State, uids: list[str]) -> str:
    """Units by name, each with its mode where that is not Combat."""
    from ocs_engine.series.story import name
    from ocs_engine.state.events import stance

    def one(uid: str) -> str:
        mode = stance(state.units[uid])
        return name(state.world, uid) + ("" if mode == "combat" else f" ({mode})")

    return ", ".join(one(uid) for uid in uids)


def told_view(state: State, seen: dict[str, Any]) -> Iterator[str]:
    """What a side may see, in words: its own units by place, and what lies open of the other side."""
    from ocs_engine.series.story import place_name

    yield f"{heading(state)}: what the {seen['side']} side may see"
    places: dict[str, list[str]] = {}
    for unit in seen["own"]["units"]:
        places.setdefault(unit["place"], []).append(unit["id"])
    for label, own in places.items():
        yield f"{place_name(state.world, label)}: {units(state, own)}"
    yield f"of the {seen['side'].other} side:"
    for found in seen["enemy"]:
        yield f"{place_name(state.world, found['hex'])}: {open_to_all(state, found)}"


def open_to_all(state: State, found: dict[str, Any]) -> str:
    """What shows of a hex: top unit, top plane, ZOC, loose things."""
    parts = list(found["other"])
    if found["top"]:
        counter = state.world.counters.get(found["top"]["counter"]) or state.world.repls[found["top"]["counter"]]
        status = "".join(f", {word.upper()}" for word in found["top"]["status"])
        parts.append(f"{counter.booklet_name} on top, {found['top']['up']} side up{status}")
    if found["plane"]:
        parts.append(f"{state.world.aircraft[found['plane']].name} on top")
    if found["zoc"]:
        parts.append("ZOC")
    return "; ".join(parts)
