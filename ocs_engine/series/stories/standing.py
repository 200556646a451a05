"""Where a game stands in words: how it would end now, what each outcome still asks for, and who stands in which hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ocs_engine.series.general import worth
from ocs_engine.series.stories.turns import outcome
from ocs_engine.series.stories.words import (
    FEW,
    counted,
    day,
    does,
    force,
    listed,
    name,
    place_name,
    spelled,
    verb_of,
)
from ocs_engine.series.view import top_unit
from ocs_engine.state.model import State
from ocs_engine.state.standing import Need, Outcome, Spot, Standing
from ocs_engine.world.counters import Side
from ocs_engine.world.scenario import Condition


def standing_lines(state: State, seen_by: Side | None = None) -> Iterator[str]:
    """Where a game stands: a line on the verdict, one for each outcome, one for each hex.

    seen_by: the side that is told, which sees of the other's stacks the top unit alone (OCS 4.9); None sees all.
    """
    found = state.points.standing(state)
    yield headline(found)
    yield from (f"  {told_outcome(state, each)}" for each in found.outcomes)
    yield from (f"  {told_spot(state, each, seen_by)}" for each in found.spots)


def headline(found: Standing) -> str:
    """How the game ended, or would end now: "as it stands: Allied minor; the Allies hold Tunis alone of ..."."""
    verdict = found.verdict
    begun = "the game is over" if found.over else "as it stands"
    return f"{begun}: {outcome(verdict.winner or '', verdict.level)}; {verdict.why}"


def short_line(state: State) -> str:
    """The same in a few words, with who controls what: "as it stands: draw; Axis: Tunis, Bizerte; nobody: Gafsa"."""
    found = state.points.standing(state)
    begun = "the game is over" if found.over else "as it stands"
    parts = [f"{begun}: {outcome(found.verdict.winner or '', found.verdict.level)}"]
    for side in (*Side, None):
        if held := [each.name for each in found.spots if each.holder is side]:
            parts.append(f"{side or 'nobody'}: {', '.join(held)}")
    return "; ".join(parts)


def told_outcome(state: State, each: Outcome) -> str:
    """What an outcome is, whether it is the one that holds or is met at all, and what it still asks for."""
    title = _title(state, each)
    mark = " (as it stands)" if each.decides else " (met)" if each.met else " (not met)"
    if each.late:
        return f"{title}: too late"
    if not each.needs:
        return f"{title}{mark if each.decides else ''}: where no other is met"
    parts = [need_words(need) for need in each.needs]
    if each.decides:
        return f"{title}{mark}: {'; '.join([*parts, *_holds_by(each)])}"
    return f"{title}{mark}: {'; '.join(parts)}"


def _title(state: State, each: Outcome) -> str:
    ending = outcome(each.winner or "", each.level)
    if each.until is None:
        return ending
    date = state.world.calendar.date_of(each.until).isoformat()
    return f"{ending}, at the end of any turn up to {day(date)}"


def condition_words(condition: Condition, has: Sequence[str]) -> str:
    """What a side has of the hexes of a condition, and how many it needs. has: the names of those that it holds.

    As "the Allies hold Tunis and Bizerte, all that they need", "the Axis holds none of Tunis and Bizerte, and needs
    both", "the Axis has no combat units in Tebessa".
    """
    names, held = list(condition.hexes), listed(list(has))
    hold, lack = _HOLDS[condition.present]
    if len(names) == 1:
        return f"{does(condition.side, hold if has else lack)} {names[0]}"
    if not has:
        told = f"{does(condition.side, hold)} none of {listed(names)}"
    elif len(has) < len(names):
        told = f"{does(condition.side, hold)} {held}{' alone' if len(has) == 1 else ''} of {listed(names)}"
    elif condition.least == len(names):
        they = "it" if condition.side is Side.AXIS else "they"
        return f"{does(condition.side, hold)} {held}, all that {they} {verb_of(condition.side, 'need')}"
    else:
        told = f"{does(condition.side, hold)} {held}"
    return f"{told}, and {verb_of(condition.side, 'need')} {_how_many(condition)}"


def _how_many(condition: Condition) -> str:
    """How many of its hexes a side must hold: "two", "just one", "both"."""
    if condition.least == len(condition.hexes):
        return "both" if condition.least == BOTH else "all of them"
    return f"{'just ' if condition.most < len(condition.hexes) else ''}{spelled(condition.least)}"


_HOLDS = {False: ("hold", "do not hold"), True: ("have combat units in", "have no combat units in")}
"""How it is said that a side holds a hex, and that it does not: by control, or by combat units that are in it."""
BOTH = 2


def need_words(need: Need) -> str:
    """A condition, and what its side lacks: "the Allies hold Mateur; wanted: 2 more of Tunis, Bizerte"."""
    hold, lack = _HOLDS[need.present]
    if not need.has and len(need.lacks) == 1:
        return f"{does(need.side, lack)} {need.lacks[0]}"
    told = f"{does(need.side, hold)} {listed(list(need.has)) if need.has else 'none'}"
    if need.short:
        return f"{told}; wanted: {_wanted(need)}"
    return f"{told}, {need.surplus} too many" if need.surplus else told


def _wanted(need: Need) -> str:
    """What is lacking: "Tunis and Bizerte" where it is all, else "2 more of Tunis, Bizerte, Mateur"."""
    if need.short == len(need.lacks):
        return listed(list(need.lacks))
    just = "just " if need.most < len(need.has) + len(need.lacks) else ""
    more = " more" if need.has else ""
    return f"{just}{need.short}{more} of {', '.join(need.lacks)}"


def _holds_by(each: Outcome) -> Iterator[str]:
    """What the outcome that holds can bear."""
    least = min(each.needs, key=lambda need: need.spare)
    if least.spare:
        yield f"it bears the loss of {least.spare}"
    else:
        alone = sum(len(need.has) for need in each.needs) == 1
        yield f"{force(least.side)} must not lose it" if alone else f"{force(least.side)} can lose none of them"


def told_spot(state: State, spot: Spot, seen_by: Side | None = None) -> str:
    """A hex: who controls it, and who stands there: "A48.24 Tunis: Axis; Axis there: Pz Bn (190) and 5 more"."""
    label = state.world.label(spot.hex)
    named = place_name(state.world, label)
    title = named if spot.name in named else f"{label} {spot.name}"
    there = [f"{side} there: {_units(state, spot, side, seen_by)}" for side, units in spot.units.items() if units]
    return f"{title}: {spot.holder or 'nobody'}; {'; '.join(there) or 'no unit there'}"


def _units(state: State, spot: Spot, side: Side, seen_by: Side | None) -> str:
    """The units of a side in a hex, the strongest first; of the enemy the top one."""
    if seen_by is side.other:
        top = top_unit(state, side, spot.hex)
        return f"{name(state.world, top)} on top" if top else "units"
    ranked = sorted(spot.units[side], key=lambda uid: worth(state.units[uid]), reverse=True)
    told = [name(state.world, uid) for uid in ranked[:FEW]]
    more = len(ranked) - len(told)
    return listed([*told, counted(more, "more unit")] if more else told)
