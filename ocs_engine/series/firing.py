"""Who may fire at what, and what a barrage counts: pure questions of chapter 10, for artillery and planes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.air.planes import reaches as flies_to
from ocs_engine.series.general import enemy_units, size
from ocs_engine.series.modes import on_map
from ocs_engine.series.numbers import rounded
from ocs_engine.series.strength import barrage_strength
from ocs_engine.series.supply import barrage_supply
from ocs_engine.series.tables import barrage as table
from ocs_engine.series.tables import facility
from ocs_engine.series.tables.barrage import Source, counted_re
from ocs_engine.series.teams import in_one_team
from ocs_engine.state.fight_events import FactorTold, UnitTold
from ocs_engine.state.model import Mode, State, Work
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Side
from ocs_engine.world.options import ARTILLERY_IN_REACTION


class Aim(StrEnum):
    """What a barrage is announced against; nothing else in the hex is affected (OCS 10.0c, 10.0d)."""

    UNITS = "units"
    AIR_BASE = "air base"
    PORT = "port"
    RAILWAY = "railway"


# --- who fires


@rule("OCS 10.1b")
def supply_refusal(state: State, units: Sequence[str], aim: Aim) -> Refusal | None:
    """Why a barrage by artillery, strong enough for one, cannot be paid for, or None (OCS 10.1b)."""
    if state.points.everyone_supplied(state):
        return None
    tokens = price(state, total(state, units), aim)
    if barrage_supply.can_pay(state, units, tokens) or _has_shells(state, units):
        return None
    words = f"the barrage takes {tokens}T, and neither one dump nor one HQ supplies all that fire with as much"
    return _no("no supply", "OCS 10.1b", words, *units)


@rule("OCS 21.10")
def _has_shells(state: State, units: Sequence[str]) -> bool:
    """Whether supply caches could pay for a barrage with a part of its strength at least (OCS 21.10).

    One marker pays for the weakest column.
    """
    return bool(state.caches.get(state.units[units[0]].side)) and bool(barrage_supply.shell_hqs(state, units))


@rule("OCS 10.0e", "OCS 10.1", "OCS 7", "OCS 11", "OCS 5.7", "OCS 5.8")
def artillery_refusal(state: State, side: Side, uid: str) -> Refusal | None:
    """Why a unit may not fire for its side in this segment, at anything, or None."""
    unit = state.units.get(uid)
    if unit is None or unit.side is not side or not on_map(state, unit.place):
        return _no("no such unit", "OCS 10.0", f"the {side} side has no unit {uid!r} on the map", uid)
    if not unit.counter.is_artillery:
        return _no("no artillery", "OCS 10.1", f"{uid} is no artillery", uid)
    if state.now.phase is Phase.MOVEMENT:
        return _no("not in this phase", "OCS 10.0e", "artillery does not fire in the Movement Phase", uid)
    if unit.marker in (Mode.STRAT, Mode.RESERVE):
        return _no("mode", "OCS 10.1", f"{uid} may not fire in {unit.marker.capitalize()} Mode", uid)
    if state.now.phase in _RELEASED_ONLY and uid not in state.memory.released and not _reacts(state, uid):
        case, phase = _RELEASED_ONLY[state.now.phase], state.now.phase
        return _no("not released", case, f"{uid} was not released from Reserve in this {phase} Phase", uid)
    if uid in state.memory.fired:
        return _no("has fired", "OCS 10.0e", f"{uid} has fired in this phase already", uid)
    return None


@rule("OCS 21.9")
def _reacts(state: State, uid: str) -> bool:
    """Whether artillery fires in its own Reaction Phase as it stands: by option, in Combat or Move Mode (OCS 21.9)."""
    in_reaction = state.now.phase is Phase.REACTION and state.plays(ARTILLERY_IN_REACTION)
    return in_reaction and state.units[uid].mode in (Mode.COMBAT, Mode.MOVE)


_RELEASED_ONLY = {Phase.REACTION: "OCS 7", Phase.EXPLOITATION: "OCS 11"}
"""The phases in which artillery fires only if it was released in them, and the rules that say so."""


def gunners(state: State, side: Side) -> list[str]:
    """The artillery of a side that may fire in this segment, in the roster's order."""
    if state.now.segment is not Segment.BARRAGE:
        return []
    return [
        uid
        for uid, unit in state.in_order()
        if unit.side is side and unit.counter.is_artillery and artillery_refusal(state, side, uid) is None
    ]


# --- at what


@rule("OCS 10.1")
def reaches(state: State, uid: str, hex_: Hex) -> bool:
    """Whether a hex lies in a unit's range: 1 hex up to what is printed, in a straight line, over anything."""
    unit = state.units[uid]
    return 1 <= state.world.atlas.grid.distance(unit.place, hex_) <= unit.counter.range


@rule("OCS 10.0c", "OCS 10.0d")
def aims(state: State, side: Side, hex_: Hex) -> tuple[Aim, ...]:
    """What a side may announce against a hex: the enemy's combat units, air base and port, as they are there.

    A railway is the target of trainbusting alone, which has an order of its own (OCS 14.8).
    """
    there = {
        Aim.UNITS: bool(enemy_units(state, side, hex_)),
        Aim.AIR_BASE: _holds(state.bases.get(hex_), side.other),
        Aim.PORT: _holds(state.ports.get(hex_), side.other),
    }
    return tuple(aim for aim, found in there.items() if found)


def _holds(work: Work | None, side: Side) -> bool:
    return work is not None and work.side is side


@rule("OCS 10.0", "OCS 10.0d", "OCS 10.0e")
def target_refusal(state: State, side: Side, hex_: Hex, aim: Aim) -> Refusal | None:
    """Why a hex may not be barraged with this aim, or None; who fires is not asked."""
    return barraged_refusal(state, hex_) or aim_refusal(state, side, hex_, aim)


@rule("OCS 10.0e")
def barraged_refusal(state: State, hex_: Hex) -> Refusal | None:
    """Why a hex may have no barrage any more in this phase, whatever the kind, or None (OCS 10.0e)."""
    if hex_ not in state.memory.barraged:
        return None
    label = state.world.label(hex_)
    words = f"{label} has had its barrage of this phase already"
    return Refusal(code="barraged", rule="OCS 10.0e", sentence=words, places=(label,))


@rule("OCS 10.0d")
def aim_refusal(state: State, side: Side, hex_: Hex, aim: Aim) -> Refusal | None:
    """Why a side may not announce this kind of target in a hex, or None: it must be there (OCS 10.0d)."""
    if aim in aims(state, side, hex_):
        return None
    label = state.world.label(hex_)
    words = f"{label} holds no enemy {'combat units' if aim is Aim.UNITS else aim}"
    return Refusal(code="no such target", rule="OCS 10.0d", sentence=words, places=(label,))


def possible_barrages(state: State, side: str) -> dict[Hex, tuple[str, ...]]:
    """The hexes that artillery of a side could barrage in this segment, in order.

    Each with all that reaches it and can take part in a barrage that can be paid.
    """
    return dict(_possible(state, side))


def any_barrage(state: State, side: str) -> bool:
    """Whether artillery of a side could barrage anything in this segment."""
    return any(True for _ in _possible(state, side))


def _possible(state: State, side: str) -> Iterator[tuple[Hex, tuple[str, ...]]]:
    for hex_, units in sorted(_in_range(state, side).items()):
        able = {uid for aim in aims(state, Side(side), hex_) for uid in _joiners(state, units, (), aim)}
        if able:
            yield hex_, tuple(uid for uid in units if uid in able)


def _in_range(state: State, side: str) -> dict[Hex, list[str]]:
    """The hexes that have not had their barrage and hold something, with the artillery that reaches them."""
    own = Side(side)
    if state.now.acts is not own or not (guns := gunners(state, own)):
        return {}
    grid = state.world.atlas.grid
    taken = {*state.here, *state.bases, *state.ports}
    reached: dict[Hex, list[str]] = {}
    for uid in guns:
        unit = state.units[uid]
        for hex_ in grid.within(unit.place, unit.counter.range):
            if hex_ in taken and hex_ not in state.memory.barraged and reaches(state, uid, hex_):
                reached.setdefault(hex_, []).append(uid)
    return reached


@rule("OCS 10.1b")
def joiners(state: State, side: str, hex_: Hex, chosen: Sequence[str], aim: Aim) -> list[str]:
    """The artillery that can join others chosen for a barrage of a hex, so that it can still be given and paid."""
    return _joiners(state, _in_range(state, side).get(hex_, ()), chosen, aim)


def _joiners(state: State, units: Sequence[str], chosen: Sequence[str], aim: Aim) -> list[str]:
    more = [uid for uid in units if uid not in chosen]
    return [uid for uid in more if _completes(state, (*chosen, uid), [each for each in more if each != uid], aim)]


def _completes(state: State, chosen: Sequence[str], more: Sequence[str], aim: Aim) -> bool:
    """Whether artillery makes a barrage that can be paid, joined by others only where it is too weak without."""
    if not in_one_team(state, chosen):
        return False
    if strong_enough(state, chosen):
        return supply_refusal(state, chosen, aim) is None
    return any(_completes(state, (*chosen, uid), more[at + 1 :], aim) for at, uid in enumerate(more))


# --- with what strength


@rule("OCS 10.0", "OCS 4.2")
def total(state: State, units: Iterable[str]) -> Fraction:
    """The strengths of artillery added up, not rounded (OCS 4.2, 10.0)."""
    each = (barrage_strength(state.world.tables, state.units[uid]).total for uid in units)
    return sum(each, start=Fraction(0))


@rule("OCS 10.0")
def strong_enough(state: State, units: Iterable[str]) -> bool:
    """Whether artillery makes a barrage together: a strength of at least 1 once it is rounded (OCS 10.0)."""
    return rounded(total(state, units)) >= 1


@rule("OCS 10.0")
def start_column(state: State, strength: Fraction, aim: Aim) -> int:
    """The column on which a barrage starts, from 0 on the left; raises ValueError for a strength below 1."""
    find = table.barrage_column if aim is Aim.UNITS else facility.facility_column
    column = find(state.world.tables, strength)
    if column is None:
        raise ValueError(f"a barrage with a strength of {strength}, below 1")
    return column


@rule("OCS 10.1b")
def price(state: State, strength: Fraction, aim: Aim, source: Source = Source.ARTILLERY) -> int:
    """The T that the column before shifts takes (OCS 10.1b); raises ValueError for a strength below 1."""
    cost = table.barrage_cost if aim is Aim.UNITS else facility.facility_cost
    return cost(state.world.tables, start_column(state, strength, aim), source)


def told(state: State, uid: str) -> UnitTold:
    """What one unit brings to a barrage, with its working."""
    unit = state.units[uid]
    strength = barrage_strength(state.world.tables, unit)
    return UnitTold(
        unit=uid,
        hex=state.world.label(unit.place),
        printed=strength.printed,
        factors=tuple(FactorTold(value=str(each.value), rule=each.rule, why=each.why) for each in strength.factors),
        total=str(strength.total),
    )


# --- planes


@rule("OCS 10.0", "OCS 10.2")
def air_total(state: State, planes: Iterable[str]) -> Fraction:
    """The barrage strengths of planes added up, each by the side that is up (OCS 10.0)."""
    return Fraction(sum(state.planes[pid].face.barrage for pid in planes))


@rule("OCS 10.2", "OCS 14.1e")
def from_close_by(state: State, planes: Sequence[str], hex_: Hex) -> bool:
    """Whether all planes of a barrage come from bases within short range, none a Strategic Bomber (OCS 10.2b)."""
    short = state.world.tables.number("short_range_hexes")
    near = all(flies_to(state, pid, hex_, short) for pid in planes)
    return bool(planes) and near and not any_strategic(state, planes)


@rule("OCS 14.1e")
def any_strategic(state: State, planes: Iterable[str]) -> bool:
    """Whether a Strategic Bomber is among planes, which leaves a barrage without a spotter (OCS 10.0b, 14.1e)."""
    return any(state.planes[pid].aircraft.strategic for pid in planes)


def plane_told(state: State, pid: str) -> UnitTold:
    """What one plane brings to a barrage."""
    plane = state.planes[pid]
    strength = plane.face.barrage
    return UnitTold(
        unit=pid, hex=state.world.label(plane.place), printed=strength, factors=(), total=str(strength)
    )


# --- against what


@rule("OCS 10.0b")
def spotter_near(state: State, side: Side, hex_: Hex, firers: Sequence[str] = ()) -> bool:
    """Whether a combat unit of a side, in any mode, is next to a hex and so spots for a barrage of it (OCS 10.0b).

    firers: units or planes for which it must do so.
    """
    near = (uid for hex_near in state.world.atlas.grid.around(hex_) for uid in state.here.get(hex_near, ()))
    return any(state.units[uid].side is side and state.points.may_spot(state, uid, firers) for uid in near)


@rule("OCS 10.0a")
def crowd(state: State, units: Sequence[str]) -> int:
    """Quarters of RE that count for density: what is of one formation, or a unit of several steps, up to the cap."""
    divisions: dict[str, int] = {}
    others = 0
    for uid in units:
        unit = state.units[uid]
        if unit.counter.independent:
            others += size(unit)
        else:
            division = unit.counter.formation or uid
            divisions[division] = divisions.get(division, 0) + size(unit)
    return counted_re(state.world.tables, divisions.values(), others)


def _no(code: str, case: str, sentence: str, *pieces: str) -> Refusal:
    return Refusal(code=code, rule=case, sentence=sentence, pieces=pieces)
