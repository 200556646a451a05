"""Chapter 5 and the scenarios' own conditions: who has won, and why."""

from __future__ import annotations

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.state.model import State, Verdict
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


@rule("T2 4.2")
def shifted_by_options(state: State, verdict: Verdict) -> Verdict:
    """A verdict as the options that are on shift it, all together (T2 4)."""
    on = [option for option in KNOWN if state.plays(option.name) and option.shift]
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


DRAW = "draw"
"""The level between those of either side."""
FEW = 2
"""Conditions that are told one by one where none was met."""


def _verdict(state: State, goal: Goal) -> Verdict:
    conditions = goal.conditions or tuple(each for other in _goals(state) for each in other.conditions)
    told = [_told(state, each) for each in conditions]
    return Verdict(goal.winner, goal.level, "; ".join(told) if len(told) <= FEW else _all_held(state))


def _told(state: State, condition: Condition) -> str:
    have = held(state, condition)
    found = f"{len(have)} ({', '.join(have)})" if have else "none"
    needs = "just " if condition.most < len(condition.hexes) else ""
    return f"the {condition.side} side holds {found} of {', '.join(condition.hexes)} and needs {needs}{condition.least}"


def _all_held(state: State) -> str:
    """Who holds each hex that victory turns on."""
    hexes = state.world.scenario.victory.hexes
    found = {side: [name for name, hex_ in hexes.items() if state.control.get(hex_) is side] for side in (*Side, None)}
    return "; ".join(f"{side or 'nobody'} holds {', '.join(names)}" for side, names in found.items() if names)
