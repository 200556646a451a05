"""The Aircraft Refit Phase: bases and off-map boxes make Inactive planes Active again (OCS 15.1, T2 1.2a).

Weather never stops it. Surge planes wait for a Special result instead (T2 1.7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Ruleset, values
from ocs_engine.series.air.planes import planes_at, room_for_active
from ocs_engine.series.general import in_enemy_zoc, negated
from ocs_engine.series.modes import on_map
from ocs_engine.series.places import read_place
from ocs_engine.series.supply.payment import Need, payment_refusal, spend, unspent_ways
from ocs_engine.state.air_events import PlanesRefitted
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side


class Refit(Command):
    """Make planes of a base or an off-map box Active (OCS 15.1). payment: T by the way they come, as `Access.name`."""

    kind: Literal["refit"] = "refit"
    side: Side
    base: str
    planes: tuple[str, ...]
    payment: dict[str, int] = Field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (Refit,)
FRAMES: tuple[type[Frame], ...] = ()


def install(rules: Ruleset[State]) -> None:
    """Register refits."""
    rules.command(Refit, in_refit, _blank, _fill)(_refit)


@rule("OCS 15.1")
def in_refit(state: State, side: str) -> bool:
    """Whether a side may refit now: in its own Aircraft Refit Phase, in any weather (OCS 15.1)."""
    now, free = state.now, not state.frames and state.verdict is None and not state.memory.over
    return free and now.acts == side and now.phase is Phase.REFIT


def can_refit(state: State, side: Side) -> bool:
    """Whether anything of a side could be refitted in a Refit Phase of it, as the table lies now."""
    return any(place_refusal(state, side, place) is None for place in refit_places(state, side))


# --- what may be refitted, where, and for what


@rule("OCS 15.1", "T2 1.7")
def refittable(state: State, side: Side, place: int) -> list[str]:
    """The planes of a base or box that it could refit: Inactive ones but surge planes, in a fixed order."""
    based = ((pid, state.planes[pid]) for pid in planes_at(state, side, place))
    return [pid for pid, plane in based if not plane.active and not plane.aircraft.surge]


@rule("OCS 15.0b", "OCS 15.1", "OCS 15.2", "OCS 14.2a", "T2 1.2a", "T2 1.3c")
def most_refitted(state: State, side: Side, place: int) -> int:
    """How many planes a base or box may refit in the phase: by its limit, and as many as may be Active there."""
    return max(0, min(state.points.refit_limit(state, side, place), room_for_active(state, side, place)))


@rule("OCS 15.1", "T2 1.2a")
def refit_need(state: State, place: int) -> Need:
    """What a refit takes: 1T for a base, whatever the number of planes; nothing in an off-map box (OCS 15.1)."""
    free = not on_map(state, place) or state.points.everyone_supplied(state)
    tokens = 0 if free else int(state.world.tables["other_supply_costs"]["refit_T_per_base"])
    return Need(f"the refit at {state.world.label(place)}", place, tokens)


@rule("OCS 15.1", "OCS 4.5a", "OCS 4.5b")
def place_refusal(state: State, side: Side, place: int) -> Refusal | None:
    """Why no plane of a side can be refitted at a place now, or None: no base, enemy ZOC, done, nobody, no supply."""
    label = state.world.label(place)
    if state.points.refit_limit(state, side, place) < 1:
        return _no("no base", f"the {side} side has no air base at {label} that refits planes", label)
    if place in state.memory.refitted:
        return _no("done already", f"{label} has refitted planes in this phase already", label)
    if on_map(state, place) and in_enemy_zoc(state, side, place) and not negated(state, side, place):
        return _no("enemy ZOC", f"{label} lies in an enemy ZOC that no unit of the {side} side negates", label)
    if not refittable(state, side, place):
        return _no("nobody", f"no Inactive plane that a base refits is at {label}", label)
    if not most_refitted(state, side, place):
        return _no("full", f"{label} holds as many Active planes as it may", label)
    need = refit_need(state, place)
    if need.tokens and not unspent_ways(state, side, need, ()):
        return _no("no supply", f"{need.what} takes {need.tokens}T, and no supply comes there", label)
    return None


@rule("OCS 15.1", "OCS 14.2a", "T2 1.7")
def planes_refusal(state: State, side: Side, place: int, planes: Sequence[str]) -> Refusal | None:
    """Why a place that can refit may not refit just these planes, or None."""
    label, able, most = state.world.label(place), refittable(state, side, place), most_refitted(state, side, place)
    for pid in planes:
        if pid in state.planes and state.planes[pid].aircraft.surge:
            words = f"{pid} is a surge plane, which only a Special result refits"
            return Refusal(code="surge plane", rule="T2 1.7", sentence=words, places=(label,), pieces=(pid,))
        if pid not in able:
            return _no("not that plane", f"{pid} is no Inactive plane at {label}", label, pid)
    if not planes or len(set(planes)) < len(planes):
        return _no("planes", "name at least one plane, and each of them once", label, *planes)
    if len(planes) > most:
        return _no("too many", f"{label} may refit {most} of its planes now, not {len(planes)}", label, *planes)
    return None


def refit_places(state: State, side: Side) -> list[int]:
    """The places with planes of a side that a base could refit, in order."""
    owned = (plane for _, plane in sorted(state.planes.items()) if plane.side is side and plane.place >= 0)
    return sorted({plane.place for plane in owned if not plane.active and not plane.aircraft.surge})


# --- the command


@rule("OCS 15.1")
def _refit(draft: Draft[State], command: Refit) -> None:
    """Pay for a base, and make planes of the owner's choice Active there (OCS 15.1)."""
    state, side, place = draft.state, command.side, read_place(draft.state, command.base)
    raise_if(place_refusal(state, side, place))
    raise_if(planes_refusal(state, side, place, command.planes))
    need = refit_need(state, place)
    raise_if(payment_refusal(state, side, need, command.payment))
    spend(draft, side, need, "refit", command.payment)
    draft.emit(PlanesRefitted(side=side, base=state.world.label(place), planes=command.planes, tokens=need.tokens))


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The base or box, a plane, another one until enough or all that may be, and the way of each T."""
    own = Side(side)
    if not filled:
        able = (place for place in refit_places(state, own) if place_refusal(state, own, place) is None)
        return Blank("base", tuple(map(state.world.label, able)))
    place = state.world.place(str(filled[0][1]))
    chosen, enough = values(filled, "plane"), ("plane", ENOUGH) in filled
    left = tuple(pid for pid in refittable(state, own, place) if pid not in chosen)
    if not enough and left and len(chosen) < most_refitted(state, own, place):
        return Blank("plane", (*left, ENOUGH) if chosen else left)
    need, paid = refit_need(state, place), values(filled, "source")
    return None if len(paid) == need.tokens else Blank("source", unspent_ways(state, own, need, paid))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    payment = dict(Counter(values(filled, "source")))
    return Refit(side=Side(side), base=str(filled[0][1]), planes=values(filled, "plane"), payment=payment)


def _no(code: str, sentence: str, place: str, *pieces: str) -> Refusal:
    return Refusal(code=code, rule="OCS 15.1", sentence=sentence, places=(place,), pieces=pieces)
