"""What a game's Special and Air results bring: surge planes refitted, air strips placed, steps of planes regained.

Each result is a pure function that gives the event, and one that says why it cannot be (T2 1.4a, 1.7, 1.11d). Whoever
rolls for a result, or sets its event by hand, goes by these.
"""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Event, Refusal
from ocs_engine.series.air.merging import merge_refusal
from ocs_engine.series.air.planes import planes_at, room_to_stay
from ocs_engine.series.general import enemy_noncombat, enemy_units
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.trace import net_of
from ocs_engine.state.model import DEAD, State
from ocs_engine.state.plane_events import PlanesMerged, PlaneStepRegained, StripPlaced, SurgeRefitted
from ocs_engine.world.counters import Mobility, Side

# --- surge planes


@rule("T2 1.7")
def inactive_surge(state: State, side: Side) -> list[str]:
    """The Inactive surge planes of a side, in a fixed order (T2 1.7)."""
    planes = ((pid, plane) for pid, plane in sorted(state.planes.items()) if plane.aircraft.surge)
    return [pid for pid, plane in planes if plane.side is side and not plane.active and plane.place != DEAD]


@rule("T2 1.7", "T2 1.4a")
def surge_refusal(state: State, side: Side, planes: Sequence[str]) -> Refusal | None:
    """Why a Special result may not refit just these planes, or None: as many as it says, or all there are (T2 1.7).

    Neither Mud nor the refit limit of a box reduces their number.
    """
    able = inactive_surge(state, side)
    number = min(len(able), state.points.surge_refits(state, side))
    if not number:
        return _no("nobody", "T2 1.7", f"the {side} side has no Inactive surge plane to refit", *planes)
    for pid in planes:
        if pid not in able:
            return _no("not that plane", "T2 1.7", f"{pid} is no Inactive surge plane of the {side}", pid)
    if len(set(planes)) != len(planes) or len(planes) != number:
        return _no("planes", "T2 1.7", f"name {number} Inactive surge planes, each of them once", *planes)
    return None


# --- air strips


@rule("T2 1.11d")
def strips(state: State, side: Side) -> list[Hex]:
    """The hexes with air strips of a side, in order; those that it could place besides are off the map."""
    return [hex_ for hex_, base in sorted(state.bases.items()) if base.side is side and not base.level]


@rule("T2 1.11d")
def free_strips(state: State, side: Side) -> int:
    """How many air strips of a side are off the map: not placed yet, or raised to a base or overrun since."""
    return max(0, state.points.air_strips(state, side) - len(strips(state, side)))


@rule("T2 1.11d")
def movable_strips(state: State, side: Side) -> list[Hex]:
    """The hexes from which a side could move an air strip: those on which no plane is based (T2 1.11d)."""
    return [hex_ for hex_ in strips(state, side) if not planes_at(state, side, hex_)]


@rule("T2 1.11d", "OCS 12.6")
def strip_site_refusal(state: State, side: Side, hex_: Hex) -> Refusal | None:
    """Why an air strip of a side may not be placed in a hex, or None; whether there is one is not asked (T2 1.11d)."""
    label = state.world.label(hex_)
    if not on_map(state, hex_) or not state.world.in_play(hex_):
        return _at("not in play", f"an air strip is placed on the map that is in play, not at {label}", label)
    if (refusal := state.points.strip_site(state, hex_)) is not None:
        return refusal
    if hex_ in state.bases:
        return _at("base there", f"{label} has an air base or an air strip already", label)
    theirs = enemy_units(state, side, hex_) or enemy_noncombat(state, side, hex_)
    if theirs or hex_ in state.points.closed_to(state, side):
        return _at("not its own", f"{label} is not in the hands of the {side}", label)
    if not _in_trace(state, side, hex_):
        return _at("no trace", f"{label} is not in trace supply of the {side}", label)
    return None


@rule("T2 1.11d", "OCS 12.6")
def _in_trace(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a source of trace comes to a hex, drawn or thrown by any HQ of the side."""
    if state.points.everyone_supplied(state):
        return True
    net = net_of(state, side)
    return net.drawn(hex_, Mobility.TRUCK) is not None or any(net.throws(hq, hex_) for hq in net.throwing)


@rule("T2 1.11d")
def strip_sites(state: State, side: Side) -> list[Hex]:
    """The hexes in which a side could place an air strip now, in order."""
    grid = state.world.atlas.grid
    return [hex_ for hex_ in range(grid.size) if strip_site_refusal(state, side, hex_) is None]


@rule("T2 1.11d")
def strip_refusal(state: State, side: Side, hex_: Hex, moved_from: Hex | None = None) -> Refusal | None:
    """Why a side may not place an air strip in a hex, or move the one of another hex there, or None (T2 1.11d)."""
    if moved_from is None and not free_strips(state, side):
        most = state.points.air_strips(state, side)
        return _no("no strip", "T2 1.11d", f"all {most} air strips of the {side} side are on the map; move one of them")
    if moved_from is not None and moved_from not in strips(state, side):
        label = state.world.label(moved_from)
        return _at("no strip", f"the {side} side has no air strip at {label}", label)
    if moved_from is not None and moved_from not in movable_strips(state, side):
        label = state.world.label(moved_from)
        return _at("planes there", f"planes are based at {label}, and its strip stays", label)
    return strip_site_refusal(state, side, hex_)


# --- steps of planes


@rule("T2 1.4a")
def hurt_planes(state: State, side: Side) -> list[str]:
    """The planes of a side that lack a step, dead ones too, in a fixed order."""
    return [pid for pid, plane in sorted(state.planes.items()) if plane.side is side and plane.lost]


def returns_to(state: State, pid: str) -> tuple[int, ...]:
    """Where a plane that regains a step may be then: where it is, and any base of its own from the Dead Pile."""
    plane = state.planes[pid]
    return state.points.air_bases(state, pid) if plane.place == DEAD else (plane.place,)


@rule("T2 1.4a", "OCS 14.2a", "OCS 21.5")
def regained(state: State, pid: str, base: int) -> PlaneStepRegained:
    """A plane that lacks a step regains it at a base; from the Dead Pile it appears Active where there is room."""
    plane = state.planes[pid]
    active = room_to_stay(state, plane.side, base) > 0 if plane.place == DEAD else plane.active
    return PlaneStepRegained(plane=pid, base=state.world.label(base), active=active)


@rule("T2 1.4a")
def step_refusal(state: State, pid: str, base: int) -> Refusal | None:
    """Why a plane regains no step at a base, or None."""
    plane = state.planes.get(pid)
    if plane is None or not plane.lost:
        return _no("not hurt", "T2 1.4a", f"no plane {pid!r} lacks a step", pid)
    if base not in returns_to(state, pid):
        label = state.world.label(base)
        words = f"{pid} regains no step at {label}, where it is not and may not appear"
        return Refusal(code="not there", rule="T2 1.4a", sentence=words, places=(label,), pieces=(pid,))
    return None


# --- set by hand


@rule("T2 1.4a", "T2 1.7", "T2 1.11d", "OCS 13.9")
def fact_refusal(state: State, fact: Event) -> Refusal | None:
    """Why a Special or Air result, or a merging of planes, cannot be set by hand, or None; None for any other event.

    Raises ValueError for a place that there is not.
    """
    place = state.world.place
    match fact:
        case SurgeRefitted():
            return surge_refusal(state, fact.side, fact.planes)
        case StripPlaced():
            moved_from = place(fact.moved_from) if fact.moved_from else None
            return strip_refusal(state, fact.side, place(fact.hex), moved_from)
        case PlaneStepRegained():
            base = place(fact.base)
            refusal = step_refusal(state, fact.plane, base)
            if refusal is None and fact.active is not regained(state, fact.plane, base).active:
                words = f"{fact.plane} is {'Inactive' if fact.active else 'Active'} at {fact.base}"
                return _no("wrong status", "T2 1.4a", words, fact.plane)
            return refusal
        case PlanesMerged():
            refusal = merge_refusal(state, fact.side, fact.kept, fact.spent)
            if refusal is None and place(fact.place) != state.planes[fact.kept].place:
                return _no("not there", "OCS 13.9", f"{fact.kept} is not at {fact.place}", fact.kept)
            return refusal
    return None


def _at(code: str, sentence: str, place: str) -> Refusal:
    return Refusal(code=code, rule="T2 1.11d", sentence=sentence, places=(place,))


def _no(code: str, case: str, sentence: str, *pieces: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, pieces=pieces)
