"""`ocs odds air`: what reaches a hex, the flak and Fighters that it meets there, and what a mission comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ocs_engine.cli.attacks import WhatArgument
from ocs_engine.cli.chances import percent
from ocs_engine.cli.inputs import Facts, say_facts, word_of
from ocs_engine.cli.output import (
    CommandError,
    ExitCode,
    JsonOption,
    OverlayOption,
    meant,
    note,
    say,
    say_json,
    say_table,
)
from ocs_engine.cli.render import LineOption, SideOption, TurnOption, looker, place_named, state_of

if TYPE_CHECKING:
    from ocs_engine.air_lens import Flight
    from ocs_engine.kernel.messages import Refusal
    from ocs_engine.odds.air import Sortie
    from ocs_engine.series.firing import Aim
    from ocs_engine.series.tables.lines import Modifier
    from ocs_engine.state.air_events import Mission
    from ocs_engine.state.model import State
    from ocs_engine.world.counters import Side

MISSIONS = (
    "barrage",
    "trainbusting",
    "hip shoot",
    "fighter sweep",
    "air transport",
    "air drop",
    "base transfer",
)
AIMS = ("units", "air base", "port")
NONE, BEST, EACH = "none", "best", "each"


def air(
    what: WhatArgument,
    hex_: Annotated[str, typer.Option("--hex", metavar="HEX", help="Where to: a hex or box, or a town by name.")],
    planes: Annotated[
        str | None,
        typer.Option(
            metavar="ID,ID,...", help="Who flies, in the order of the stack; else all that reach it are told."
        ),
    ] = None,
    mission: Annotated[
        str, typer.Option(parser=word_of(*MISSIONS), metavar="KIND", help=f"{', '.join(MISSIONS)}; - joins words.")
    ] = MISSIONS[0],
    at: Annotated[
        str | None, typer.Option(parser=word_of(*AIMS), metavar="WHAT", help="Of a barrage: units, air base or port.")
    ] = None,
    interceptor: Annotated[
        str, typer.Option(metavar="WHO", help="Whom the enemy sends: none, best, each, or a Fighter by its id.")
    ] = EACH,
    side: SideOption = None,
    turn: TurnOption = None,
    line: LineOption = None,
    json: JsonOption = False,
    data_overlay: OverlayOption = None,
) -> None:
    """What reaches a hex and meets planes there; with --planes, what a mission comes to."""
    state = state_of(what, turn, line, data_overlay)
    place = place_named(state, hex_)
    if planes is None:
        flier = looker(state, side)
        say_json(place_document(state, flier, place)) if json else tell_place(state, flier, place)
        return
    found = planned(state, place, mission, planes_named(state, planes, side), interceptor, at)
    if json:
        say_json(mission_document(state, found))
    else:
        tell_mission(state, found)


# --- what the command line names


def planes_named(state: State, text: str, side: str | None) -> list[str]:
    """The planes of a list, all of one side; raises CommandError with the nearest name."""
    named = [plane_named(state, part.strip()) for part in text.split(",") if part.strip()]
    if not named:
        raise CommandError(f"--planes {text}: name one or more planes, parted by commas", ExitCode.USAGE)
    sides = {state.planes[pid].side for pid in named} | ({looker(state, side)} if side is not None else set())
    if len(sides) > 1:
        raise CommandError(f"--planes {text}: all planes of a mission are of one side", ExitCode.USAGE)
    return named


def plane_named(state: State, text: str) -> str:
    """The plane in play of an id, or of a name that one alone has; raises CommandError with the nearest id."""
    from ocs_engine.state.model import DEAD
    from ocs_engine.world.names import fold

    wanted = fold(text)
    known = {pid: fold(plane.aircraft.name) for pid, plane in sorted(state.planes.items()) if plane.place != DEAD}
    found = [pid for pid, name in known.items() if wanted in (pid, name)]
    if len(found) > 1:
        raise CommandError(f"{text!r} may be {', '.join(found)}", ExitCode.USAGE)
    if not found:
        raise CommandError(f"there is no plane {text!r}; {meant(wanted, known)}", ExitCode.USAGE)
    return found[0]


def planned(
    state: State, place: int, kind: str, planes: Sequence[str], interceptor: str, at: str | None
) -> list[Sortie]:  # fmt: skip
    """The mission against whom the enemy sends; raises CommandError where it cannot be flown, however things stand."""
    from ocs_engine.odds.air import as_planned, best_answer, sortie, sorties
    from ocs_engine.series.air.missions import mission_refusal
    from ocs_engine.state.air_events import Mission

    side, mission = state.planes[planes[0]].side, Mission(kind)
    ready = as_planned(state, planes)
    if ready is not state:
        note("not all of them may fly now: told as if they were Active and had not flown, in weather to fly in")
    far = mission in (Mission.TRANSFER, Mission.TRANSPORT)
    ranges = state.world.tables.number("base_transfer_range") if far else 1
    refusal = mission_refusal(ready, side, mission, place, planes, ranges)
    if refusal is not None:
        raise CommandError(f"{refusal.sentence} ({refusal.rule})", ExitCode.PROBLEMS)
    aim = aim_of(ready, side, mission, place, at)
    if interceptor not in (NONE, BEST, EACH):
        who = fighter_named(ready, side, mission, place, interceptor)
        return [sortie(ready, side, mission, place, planes, who, aim)]
    if interceptor == NONE:
        return [sortie(ready, side, mission, place, planes, "", aim)]
    found = sorties(ready, side, mission, place, planes, aim)
    return [best_answer(ready, found)] if interceptor == BEST else found


def aim_of(state: State, side: Side, mission: Mission, place: int, at: str | None) -> Aim | None:
    """What is barraged, None for other missions; raises CommandError where it is not there."""
    from ocs_engine.series.firing import aims
    from ocs_engine.series.modes import on_map
    from ocs_engine.state.air_events import Mission

    if mission not in (Mission.BARRAGE, Mission.HIP_SHOOT):
        if at is not None:
            raise CommandError(f"--at goes with a barrage or a hip shoot, not with {mission}", ExitCode.USAGE)
        return None
    able, label = aims(state, side, place) if on_map(state, place) else (), state.world.label(place)
    if not able:
        raise CommandError(f"there is nothing of the enemy's to barrage in {label}", ExitCode.PROBLEMS)
    if at is None:
        return able[0]
    chosen = next((aim for aim in able if aim == at), None)
    if chosen is None:
        raise CommandError(f"{label} holds no {at} of the enemy's, but {', '.join(able)}", ExitCode.PROBLEMS)
    return chosen


def fighter_named(state: State, side: Side, mission: Mission, place: int, text: str) -> str:
    """The enemy Fighter that is named; raises CommandError where it may not intercept this mission."""
    from ocs_engine.air_lens import threat

    pid = plane_named(state, text)
    able = threat(state, side, mission, place, ()).interceptors
    if pid not in able:
        others = f"{', '.join(able)} may" if able else "nobody may"
        raise CommandError(f"{pid} may not intercept that {mission}; {others} (OCS 14.5)", ExitCode.PROBLEMS)
    return pid


# --- a place


SIZES = (("1 or 2 planes", 1), ("3 or 4 planes", 3))
ESCORTS = ((", no Fighter", False), (", a Fighter with them", True))
"""Missions that flak tells apart; Fighters where it lies in a Patrol Zone."""


def flak_lines(state: State, side: Side, place: int) -> Iterator[tuple[str, str, tuple[Modifier, ...] | None]]:
    """Kind and size of mission with what is added to the flak roll, None for no flak at all."""
    from dataclasses import replace

    from ocs_engine.air_lens import flak_facts
    from ocs_engine.series.tables.flak import flak_modifiers
    from ocs_engine.state.air_events import Mission

    kinds = (
        ("barrage, hip shoot", Mission.BARRAGE),
        ("trainbusting", Mission.TRAINBUSTING),
        ("transport, drop, transfer", Mission.TRANSPORT),
    )
    for name, kind in kinds:
        facts = flak_facts(state, side, kind, place)
        if facts is None:
            yield name, "any", None
            continue
        for size, number in SIZES:
            for escort, fighter in ESCORTS if facts.zone else (("", False),):
                target = replace(facts, planes=number, fighter=fighter)
                yield name, size + escort, flak_modifiers(state.world.tables, target)


def tell_place(state: State, side: Side, place: int) -> None:
    """What reaches a place, and what it meets there, in words."""
    from ocs_engine.air_lens import flights, threat
    from ocs_engine.odds.air import flak_chance
    from ocs_engine.series.story import place_name
    from ocs_engine.state.air_events import Mission

    found = flights(state, side, place)
    met = threat(state, side, Mission.BARRAGE, place, ())
    facts = [
        ("hex", place_name(state.world, state.world.label(place))),
        ("reached by", f"{len(found)} planes of the {side} side"),
        ("in the air", f"{name_planes(state, met.defenders)}: Active there, and fights at once"),
        ("intercept", f"{name_planes(state, met.interceptors)}: may be sent"),
    ]
    say_facts([fact for fact in facts if not fact[1].startswith(":")])
    if found:
        say()
        rows = [flight_row(state, each) for each in found]
        say_table(("plane", "from", "hexes", "Active", "could fly", "but now"), rows)
    say()
    tables = state.world.tables
    lines = [
        (kind, size, "none", "-") if added is None
        else (kind, size, percent(flak_chance(tables, sum(each.value for each in added))), modifiers_in_words(added))
        for kind, size, added in flak_lines(state, side, place)
    ]  # fmt: skip
    say_table(("mission", "planes", "flak", "added to the roll"), lines)


def flight_row(state: State, found: Flight) -> tuple[object, ...]:
    """A plane that reaches a place, as a line."""
    active = "yes" if state.planes[found.plane].active else "no"
    base = state.world.label(found.base)
    return found.plane, base, found.distance, active, ", ".join(found.missions), told_refusal(found.refusal)


def told_refusal(refusal: Refusal | None) -> str:
    """A refusal with its rule, "" for none."""
    return "" if refusal is None else f"{refusal.sentence} ({refusal.rule})" if refusal.rule else refusal.sentence


def name_planes(state: State, planes: Sequence[str]) -> str:
    """Planes by name and id."""
    return ", ".join(f"{state.planes[pid].aircraft.name} [{pid}]" for pid in planes)


def modifiers_in_words(added: Sequence[Modifier]) -> str:
    """Modifiers with their rules: "+2 air base (OCS 14.4)"."""
    return ", ".join(f"{each.value:+} {each.why} ({each.rule})" for each in added)


def place_document(state: State, side: Side, place: int) -> dict[str, object]:
    """What reaches a place, and what it meets there, for a program."""
    from ocs_engine.air_lens import flights, patrols, threat
    from ocs_engine.odds.air import flak_chance
    from ocs_engine.state.air_events import Mission

    label, tables = state.world.label, state.world.tables
    met = threat(state, side, Mission.BARRAGE, place, ())
    return {
        "side": side,
        "hex": label(place),
        "planes": [
            {"id": each.plane, "base": label(each.base), "distance": each.distance,
             "active": state.planes[each.plane].active, "missions": list(each.missions),
             "refusal": told_refusal(each.refusal) or None}
            for each in flights(state, side, place)
        ],
        "defenders": list(met.defenders),
        "interceptors": list(met.interceptors),
        "patrolled_from": {str(each): [label(base) for base in patrols(state, each).get(place, ())]
                           for each in (side, side.other)},
        "flak": [
            {"mission": kind, "planes": size, "modifiers": modifier_documents(added or ()),
             "hit": float(flak_chance(tables, sum(each.value for each in added))) if added is not None else 0.0}
            for kind, size, added in flak_lines(state, side, place)
        ],
    }  # fmt: skip


def modifier_documents(added: Sequence[Modifier]) -> list[dict[str, object]]:
    """Modifiers for a program."""
    return [{"value": each.value, "rule": each.rule, "why": each.why} for each in added]


# --- a mission


def tell_mission(state: State, found: Sequence[Sortie]) -> None:
    """A mission against each that the enemy may send, in words."""
    from ocs_engine.odds.air import steps_lost
    from ocs_engine.series.story import place_name

    first = found[0]
    where = place_name(state.world, state.world.label(first.hex))
    say_facts([("mission", f"{first.side} {first.mission} of {where}"), ("planes", name_planes(state, first.planes)),
               *threat_facts(state, first)])  # fmt: skip
    for each in found:
        say()
        sent = f"{name_planes(state, (each.interceptor,))} is sent" if each.interceptor else "nobody intercepts"
        losses = " to ".join(f"{float(steps_lost(state, each.lost, side)):.3f}" for side in
                             (each.side, each.side.other))  # fmt: skip
        arriving = f"{percent(each.comes_through)}, {float(each.mean_planes):.3f} planes on average"
        facts = [("interceptor", sent), ("comes through", arriving), ("flak", percent(each.hit) + " takes a step")]
        facts += effect_facts(each)
        facts.append(("plane steps", f"{losses} lost on average, own to enemy"))
        say_facts(facts)
        rows = [(names_or_nobody(planes), percent(chance)) for planes, chance in likely(each.arrive)]
        say_table(("arrive", "chance"), rows)
        if each.effect is not None:
            say_table(("result", "chance"), [(text, percent(share)) for text, share in likely(each.effect.results)])


def likely(chances: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    """What may come, the likeliest first."""
    return sorted(chances.items(), key=lambda pair: -pair[1])


def names_or_nobody(planes: Sequence[str]) -> str:
    """Ids, or "nobody"."""
    return ", ".join(planes) or "nobody"


def threat_facts(state: State, found: Sortie) -> Facts:
    """What the mission meets as things stand, in words."""
    from ocs_engine.air_lens import threat

    met = threat(state, found.side, found.mission, found.hex, found.planes)
    facts = [("in the air", f"{name_planes(state, met.defenders)}: Active there, and fights at once")]
    added = "never fires at it" if met.flak is None else modifiers_in_words(met.flak) or "nothing is added"
    return [*(facts if met.defenders else ()), ("flak", added)]


def effect_facts(found: Sortie) -> Facts:
    """What a barrage does, in words; nothing for other missions."""
    from ocs_engine.series.firing import Aim

    effect = found.effect
    if effect is None:
        return []
    facts = [("strength", f"{float(found.mean_strength):.2f} on average")]
    if effect.steps:
        facts += [("DG", percent(effect.dg)), ("steps lost", f"{float(effect.losses):.3f} on average")]
    if effect.level:
        levels = ", ".join(f"{level}: {percent(chance)}" for level, chance in effect.level.items())
        facts.append(("base's level" if found.aim is Aim.AIR_BASE else "port's hits", levels))
    if effect.busted:
        facts.append(("trainbusting", f"succeeds {percent(effect.busted)}"))
    return facts


def mission_document(state: State, found: Sequence[Sortie]) -> dict[str, object]:
    """A mission against each that the enemy may send, for a program."""
    from ocs_engine.air_lens import threat

    first = found[0]
    met = threat(state, first.side, first.mission, first.hex, first.planes)
    return {
        "side": first.side,
        "mission": first.mission,
        "hex": state.world.label(first.hex),
        "planes": list(first.planes),
        "defenders": list(met.defenders),
        "interceptors": list(met.interceptors),
        "flak": None if met.flak is None else modifier_documents(met.flak),
        "answers": [answer_document(state, each) for each in found],
    }


def answer_document(state: State, found: Sortie) -> dict[str, object]:
    """A mission against one interceptor or none, for a program."""
    from ocs_engine.odds.air import steps_lost

    document: dict[str, object] = {
        "interceptor": found.interceptor or None,
        "intercepted": float(found.met),
        "flak": {"fires": float(found.fired_at), "hits": float(found.hit)},
        "comes_through": float(found.comes_through),
        "arrive": [{"planes": list(planes), "chance": float(chance)} for planes, chance in likely(found.arrive)],
        "strength": {str(power): float(chance) for power, chance in found.strength.items()},
        "lost": {pid: float(steps) for pid, steps in found.lost.items()},
        "plane_steps_lost": {str(side): float(steps_lost(state, found.lost, side)) for side in type(found.side)},
    }
    effect = found.effect
    if effect is not None:
        document["effect"] = {
            "results": {text: float(chance) for text, chance in likely(effect.results)},
            "dg": float(effect.dg),
            "steps": {str(steps): float(chance) for steps, chance in effect.steps.items()},
            "losses": float(effect.losses),
            "level": {str(level): float(chance) for level, chance in effect.level.items()},
            "trainbust": float(effect.busted),
        }
    return document
