"""Chapter 5 and the scenarios' own conditions: who has won, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.stories.standing import condition_words
from ocs_engine.series.stories.words import day, does, listed
from ocs_engine.state.model import State, Verdict
from ocs_engine.state.standing import Need, Outcome, Spot
from ocs_engine.world.counters import Side
from ocs_engine.world.options import KNOWN
from ocs_engine.world.scenario import Condition, Goal


@rule("T2 5.1")
def sudden_verdict(state: State) -> Verdict | None:
    """The first goal that ends the game with this turn, before its last one; None where none is met (T2 5.1)."""
    early = (goal for goal in _goals(state) if goal.until is not None and state.turn <= goal.until)
    return next((_verdict(state, goal) for goal in early if _is_met(state, goal)), None)


@rule("T2 5.2", "T2 6.1", "T2 6.2", "T2 6.3", "T2 6.4", "T2 6.5", "T2 6.6")
def final_verdict(state: State) -> Verdict:
    """The first goal that is met when the last turn is over; a draw where none is (T2 5.2, 6)."""
    late = (goal for goal in _goals(state) if goal.until is None)
    met = next((goal for goal in late if _is_met(state, goal)), None)
    return _verdict(state, met) if met else Verdict(None, DRAW, "no condition of victory is met")


@rule("T2 4.2", "T2 4.9")
def shifted_by_options(state: State, verdict: Verdict) -> Verdict:
    """A verdict as the options that are on, and change anything in the scenario, shift it, all together (T2 4)."""
    world = state.world
    begins = world.calendar.date_of(world.scenario.first_turn)
    able = (option for option in KNOWN if option.shift and (option.until is None or begins <= option.until))
    on = [option for option in able if state.plays(option.name)]
    levels, names = sum(option.shift for option in on), " and ".join(option.name for option in on)
    return shifted(state, verdict, levels, f"the option{'s' * (len(on) > 1)} {names}") if levels else verdict


def shifted(state: State, verdict: Verdict, levels: int, why: str) -> Verdict:
    """A campaign's verdict by so many levels better for the Allies, or the Axis where below 0; not past either end.

    Scenarios without levels of victory are judged as they are.
    """
    known: tuple[str, ...] = getattr(state.world.scenario.victory, "levels", ())
    if verdict.level not in known:
        return verdict
    at, even = known.index(verdict.level), known.index(DRAW)
    to = min(max(at + levels, 0), len(known) - 1)
    winner = None if to == even else Side.AXIS if to < even else Side.ALLIED
    return Verdict(winner, known[to], f"{verdict.why}; {known[at]} made {known[to]} by {why}")


def _goals(state: State) -> tuple[Goal, ...]:
    return state.world.scenario.victory.goals


def _is_met(state: State, goal: Goal) -> bool:
    return all(each.least <= len(held(state, each)) <= each.most for each in goal.conditions)


@rule("T2 5.0")
def held(state: State, condition: Condition) -> dict[str, Hex]:
    """The hexes of a condition that its side controls, or has combat units in, as the condition asks (T2 5.0)."""
    return {name: hex_ for name, hex_ in condition.hexes.items() if _holds(state, condition, hex_)}


def _holds(state: State, condition: Condition, hex_: Hex) -> bool:
    if condition.present:
        return any(state.units[uid].side is condition.side for uid in state.here.get(hex_, ()))
    return state.control.get(hex_) is condition.side


@rule("T2 5.1", "T2 5.2", "T2 6.1", "T2 6.3")
def outcomes(state: State, judged: Callable[[Verdict], Verdict]) -> Iterator[Outcome]:
    """Every way in which the game can end, with what it still asks for (T2 5, 6).

    judged: a verdict of the last turn as the options have it. By level where the scenario has levels, else in the order
    of judging; the draw of those that say nothing else is among them.
    """
    goals = [*_goals(state)]
    if not any(goal.until is None and not goal.conditions for goal in goals):
        goals.append(Goal(None, DRAW, ()))
    deciding = next((goal for goal in goals if _is_due(state, goal) and _is_met(state, goal)), None)
    found = [_outcome(state, goal, goal is deciding, judged) for goal in goals]
    levels: tuple[str, ...] = getattr(state.world.scenario.victory, "levels", ())
    yield from sorted(found, key=lambda each: (levels.index(each.level), each.until or 0)) if levels else found


def _is_due(state: State, goal: Goal) -> bool:
    """Whether a goal is judged as things stand: with this turn, or as if it were the last one."""
    return goal.until is None or state.turn <= goal.until


def _outcome(state: State, goal: Goal, decides: bool, judged: Callable[[Verdict], Verdict]) -> Outcome:
    verdict = Verdict(goal.winner, goal.level, "")
    if goal.until is None:
        verdict = judged(verdict)
    needs = tuple(_need(state, each) for each in goal.conditions)
    late = not _is_due(state, goal)
    met = decides or (bool(needs) and not late and all(each.met for each in needs))
    return Outcome(verdict.winner, verdict.level, needs, goal.until, late, met, decides and state.verdict is None)


def _need(state: State, condition: Condition) -> Need:
    has = tuple(held(state, condition))
    lacks = tuple(name for name in condition.hexes if name not in has)
    return Need(condition.side, condition.least, condition.most, condition.present, has, lacks)


@rule("T2 5.0")
def spots(state: State) -> Iterator[Spot]:
    """Every hex that victory turns on: who controls it, and who stands there (T2 5.0)."""
    for name, hex_ in state.points.objectives(state).items():
        here = state.here.get(hex_, ())
        units = {side: tuple(uid for uid in here if state.units[uid].side is side) for side in Side}
        yield Spot(name, hex_, state.control.get(hex_), units)


DRAW = "draw"
"""The level between those of either side."""
FEW = 2
"""Conditions that are told one by one where none was met."""


def _verdict(state: State, goal: Goal) -> Verdict:
    goals = [goal] if goal.conditions else _goals(state)
    told = [_told(state, other, each) for other in goals for each in other.conditions]
    return Verdict(goal.winner, goal.level, "; ".join(told) if len(told) <= FEW else _all_held(state))


def _told(state: State, goal: Goal, condition: Condition) -> str:
    """What a side has of the hexes of a condition, and whether it has them too late."""
    words = condition_words(condition, tuple(held(state, condition)))
    if goal.until is None or _is_due(state, goal) or not _need(state, condition).met:
        return words
    return f"{words}, but not by {day(state.world.calendar.date_of(goal.until).isoformat())}"


def _all_held(state: State) -> str:
    """Who holds each hex that victory turns on."""
    hexes = state.world.scenario.victory.hexes
    found = {side: [name for name, hex_ in hexes.items() if state.control.get(hex_) is side] for side in (*Side, None)}
    told = ((does(side, "hold") if side else "nobody holds", names) for side, names in found.items() if names)
    return "; ".join(f"{who} {listed(names)}" for who, names in told)
