"""Air Drop (OCS 14.10): SP and paratroops come down in any hex of land, without a base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Literal

from pydantic import Field

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Ruleset
from ocs_engine.series.air.airlift import check_profiles, in_airlift, set_out
from ocs_engine.series.air.landing import open_landing
from ocs_engine.series.air.lift_forms import (
    LiftForm,
    Planes,
    Profiles,
    Smallest,
    carriers,
    fleet,
    flight_fields,
    lift_blank,
    most,
)
from ocs_engine.series.air.loads import (
    Profile,
    glider_lift,
    gliders_left,
    glides,
    jumps,
    load_refusal,
    pool,
    profile_refusal,
    reach_out,
    riders,
    unit_room,
    ways_home,
)
from ocs_engine.series.air.missions import MissionFrame, flying, mission_refusal
from ocs_engine.series.air.plans import landing_hex_refusal, landing_hexes
from ocs_engine.series.air.shedding import lose
from ocs_engine.series.capture import entered
from ocs_engine.series.cargo import Cargo, as_fields, read_cargo, room, supply_there
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_hex, read_place
from ocs_engine.series.supply.access import ENDLESS
from ocs_engine.series.tables.air_drop import clear_terrains, drop_needs, drop_succeeds, glider_bonus, terrain_drm
from ocs_engine.series.terrain_effects import terrain_row, terrains
from ocs_engine.series.transport_size import supply_cargo, unit_cargo
from ocs_engine.state.air_events import Mission
from ocs_engine.state.events import UnitsFinished
from ocs_engine.state.lift_events import CargoFlown, DropRolled
from ocs_engine.state.model import State
from ocs_engine.state.points import Points
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side
from ocs_engine.world.options import DROP_TERRAIN
from ocs_engine.world.world import World

Filled = Sequence[Answer]

MISSED, ON_THE_ENEMY = "lost in an air drop", "dropped on the enemy"
"""What destroys what is dropped, as events say it."""


class AirDrop(Command):
    """Drop cargo from a base on a hex (OCS 14.10): units by id, and SP from the ground, in T.

    start: a hex or an off-map box. planes: in the order of their stack; profiles: how each of them flies.
    """

    kind: Literal["air drop"] = "air drop"
    side: Side
    start: str
    to: str
    planes: tuple[str, ...]
    profiles: tuple[Profile, ...]
    cargo: tuple[str, ...] = ()
    tokens: int = Field(default=0, ge=0)


COMMANDS: tuple[type[Command], ...] = (AirDrop,)
FRAMES: tuple[type[Frame], ...] = ()


# --- who drops what, and where


@rule("OCS 14.10")
def plane_refusal(state: State, start: int, to: int, pid: str, profile: Profile) -> Refusal | None:
    """Why a plane that may fly at all may not fly so on a drop, or None: it comes back, and is made for drops."""
    if profile is Profile.FAR:
        words = f"{pid} cannot fly by profile A to where there is no base to stay at"
        return Refusal(code="no base there", rule="OCS 14.10", sentence=words, pieces=(pid,))
    return profile_refusal(state, start, to, pid, profile, state.planes[pid].aircraft.drop)


@rule("OCS 14.10", "OCS 14.10b", "OCS 14.10f")
def unit_refusal(state: State, to: Hex, units: Sequence[str], gliding: int) -> Refusal | None:
    """Why some units may not be dropped on a hex now, or None: in the Movement Phase, by plan (OCS 14.10b).

    gliding: the half tokens that go by glider, as all must that bears no Para symbol (OCS 14.10a).
    """
    if units and state.now.phase is not Phase.MOVEMENT:
        words = "combat units are dropped in the Movement Phase alone"
        return Refusal(code="not in this phase", rule="OCS 14.10b", sentence=words, pieces=tuple(units))
    for uid in units:
        plan = state.drop_plans.get(uid)
        if plan is None or (plan.hex, plan.turn) != (to, state.turn):
            words = f"no written plan has {uid} dropped on {state.world.label(to)} in this turn"
            return Refusal(code="no plan", rule="OCS 14.10b", sentence=words, pieces=(uid,))
    others = tuple(uid for uid in units if not jumps(state.units[uid]))
    if unit_room(state, others) > gliding:
        words = f"without the Para symbol {', '.join(others)} can go by glider alone, and those do not hold as much"
        return Refusal(code="no paratroops", rule="OCS 14.10a", sentence=words, pieces=others)
    return None


@rule("OCS 14.10", "OCS 4.7d", "OCS 14.10f")
def drop_refusal(
    state: State, side: Side, start: int, to: Hex, cargo: Cargo, capacity: int, gliding: int
) -> Refusal | None:
    """Why planes at a base may not drop some cargo on a hex, or None. capacity, gliding: theirs, in half tokens."""
    refusal = load_refusal(state, side, start, to, cargo, capacity, then_still=True)
    return refusal or unit_refusal(state, to, cargo.units, gliding)


@rule("OCS 14.10")
def _fly(draft: Draft[State], command: AirDrop) -> None:
    """Let planes set out for a drop (OCS 14.10)."""
    state, side, planes, profiles = draft.state, command.side, command.planes, command.profiles
    start, to = read_place(state, command.start), read_hex(state, command.to)
    raise_if(landing_hex_refusal(state.world, to))
    raise_if(mission_refusal(state, side, Mission.DROP, to, planes))
    check_profiles(planes, profiles)
    for pid, profile in zip(planes, profiles, strict=True):
        raise_if(plane_refusal(state, start, to, pid, profile))
    cargo = read_cargo(state, command.cargo, command.tokens)
    raise_if(_too_much(state, side, start, to, planes, profiles, cargo))
    set_out(draft, Mission.DROP, side, start, to, planes, profiles, cargo)


# --- down they go


@rule("OCS 14.10d")
def has_friends(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a hex counts as Friendly to a drop: a unit of the side, or transport, was there as the phase began."""
    began = state.memory.began
    units = ((name, unit.place) for name, unit in state.units.items() if unit.side is side)
    transport = ((name, each.place) for name, each in state.transport.items() if each.side is side)
    return any(began.get(name, place) == hex_ for name, place in chain(units, transport))


@rule("OCS 14.10d")
def is_clear(state: State, hex_: Hex) -> bool:
    """Whether the terrain of a hex is Clear to a drop: open, or a village, or any with an air base (OCS 14.10d)."""
    return hex_ in state.bases or terrains(state.world, hex_)[-1] in clear_terrains(state.world.tables)


@rule("OCS 21.12")
def ground_modifier(state: State, hex_: Hex) -> int:
    """What the terrain of a hex adds to the roll of a drop: by option, where it is not Clear to one (OCS 21.12e)."""
    if not state.plays(DROP_TERRAIN) or is_clear(state, hex_):
        return 0
    world = state.world
    return terrain_drm(world.tables, terrain_row(world, terrains(world, hex_)[-1]))


@rule("OCS 14.10d", "OCS 14.10f")
def by_glider(state: State, frame: MissionFrame) -> tuple[tuple[str, ...], int]:
    """The units and T of SP that land by glider: who must, then the others in their order, then SP, while room is."""
    room = gliders_left(state, frame)
    found: list[str] = []
    for uid in sorted(frame.units, key=lambda uid: jumps(state.units[uid])):
        if (needed := unit_cargo(state.world.tables, state.units[uid])) <= room:
            room -= needed
            found.append(uid)
    return tuple(found), min(room // supply_cargo(1), frame.tokens)


@rule("OCS 14.10d")
def _drop(draft: Draft[State], frame: MissionFrame) -> None:
    """Roll for each unit and each 1T; what fails is destroyed, and all that lands on combat units (OCS 14.10d)."""
    state, hex_ = draft.state, draft.state.world.place(frame.hex)
    needed = drop_needs(state.world.tables, has_friends(state, frame.side, hex_), is_clear(state, hex_))
    gliding, tokens_gliding = by_glider(state, frame)
    added, glides = ground_modifier(state, hex_), glider_bonus(state.world.tables)
    modifiers = {uid: added + (glides if uid in gliding else 0) for uid in frame.units}
    whole = [uid for uid, modifier in modifiers.items() if _comes_down(draft, frame, uid, needed, modifier)]
    tokens = sum(
        _comes_down(draft, frame, "", needed, added + (glides if each < tokens_gliding else 0))
        for each in range(frame.tokens)
    )
    lose(draft, frame, tuple(uid for uid in frame.units if uid not in whole), frame.tokens - tokens, MISSED)
    draft.change_frame(step="drop supply", units=())
    if not whole:
        return
    if _lands_badly(draft.state, frame.side, hex_, whole):
        lose(draft, frame, tuple(whole), 0, ON_THE_ENEMY)
    else:
        _land_units(draft, frame, tuple(whole))


def _comes_down(draft: Draft[State], frame: MissionFrame, uid: str, needed: int, modifier: int) -> bool:
    roll = sum(draft.roll(f"air drop on {frame.hex}", 2))
    success = drop_succeeds(needed, modifier, roll)
    draft.emit(
        DropRolled(
            side=frame.side, hex=frame.hex, unit=uid, roll=roll, modifier=modifier, needed=needed, success=success
        )
    )
    return success


@rule("OCS 14.10d", "OCS 4.8c")
def _lands_badly(state: State, side: Side, hex_: Hex, units: Iterable[str]) -> bool:
    """Whether units land where they cannot be: with enemy combat units, or with others that they cannot take (4.8c)."""
    if enemy_units(state, side, hex_):
        return True
    return bool(enemy_noncombat(state, side, hex_)) and not any(attack_capable(state.units[uid]) for uid in units)


@rule("OCS 14.10d", "OCS 12.6h", "T2 5.0")
def _land_units(draft: Draft[State], frame: MissionFrame, units: tuple[str, ...]) -> None:
    """Units that landed whole have done moving, and take what the enemy has there besides combat units (9.14)."""
    draft.emit(CargoFlown(side=frame.side, start=frame.start, to=frame.hex, units=units, dropped=True))
    take_control(draft, units)
    draft.emit(UnitsFinished(units=units))
    entered(draft, units, draft.state.world.place(frame.hex))


@rule("OCS 14.10d")
def _drop_supply(draft: Draft[State], frame: MissionFrame) -> None:
    """SP that landed whole is there, unless anything of the enemy is; the planes go home by their profiles (14.9e)."""
    state, hex_ = draft.state, draft.state.world.place(frame.hex)
    if frame.tokens and (enemy_units(state, frame.side, hex_) or enemy_noncombat(state, frame.side, hex_)):
        lose(draft, frame, (), frame.tokens, ON_THE_ENEMY)
    elif frame.tokens:
        draft.emit(CargoFlown(side=frame.side, start=frame.start, to=frame.hex, tokens=frame.tokens, dropped=True))
    draft.change_frame(step="landed", tokens=0)
    home = flying(draft.state, frame)
    open_landing(draft, frame.side, frame.hex, home, ways_home(draft.state, frame.planes, frame.profiles, home))


# --- the form


@lru_cache(maxsize=128)
def flights(points: Points, world: World, place: int) -> tuple[tuple[Hex, int], ...]:
    """The hexes on which something can be dropped, in order, each with its distance from a base or box."""
    found = ((hex_, points.air_distance(world, place, hex_)) for hex_ in landing_hexes(world))
    return tuple((hex_, off) for hex_, off in found if off is not None)


def droppers(state: State, side: Side, start: int) -> list[str]:
    """The planes of a base that could drop something now."""
    return [pid for pid in carriers(state, side, start) if state.planes[pid].aircraft.drop]


def smallest(state: State, side: Side, start: int, to: Hex) -> Smallest:
    """The smallest thing that could be dropped from a base on a hex now."""
    loads = [Cargo(tokens=1), *(Cargo(units=(uid,)) for uid in riders(state, side, start) if uid in state.drop_plans)]
    fits = [load for load in loads if drop_refusal(state, side, start, to, load, ENDLESS, ENDLESS) is None]
    free = (room(state, load) for load in fits if all(jumps(state.units[uid]) for uid in load.units))
    bound = (room(state, load) for load in fits if not all(jumps(state.units[uid]) for uid in load.units))
    return Smallest(min(free, default=None), min(bound, default=None))


def ends(state: State, side: Side, start: int) -> Iterator[Hex]:
    """The hexes on which planes of a base could drop something of what is there now, in order."""
    planned = {state.drop_plans[uid].hex for uid in riders(state, side, start) if uid in state.drop_plans}
    planes, closed = droppers(state, side, start), state.points.closed_to(state, side)
    towing = [pid for pid in planes if glides(state, pid)]
    supply, pools = bool(supply_there(state, side, start)), dict[int, tuple[int, int]]()
    for hex_, off in flights(state.points, state.world, start) if planes else ():
        if hex_ in closed or not (supply or hex_ in planned):
            continue
        if off not in pools:
            whole, gliding = (fleet(state, {pid: _most(state, pid, off) for pid in each}) for each in (planes, towing))
            pools[off] = whole, gliding
        least = smallest(state, side, start, hex_) if hex_ in planned else Smallest(supply_cargo(1))
        if least.fits(*pools[off]):
            yield hex_


def _most(state: State, pid: str, hexes: int) -> int:
    """The most that a plane could drop so many hexes away, in half tokens."""
    able = (profile for profile in (Profile.NEAR, Profile.DOUBLE) if hexes <= reach_out(state, pid, profile))
    return most(state, pid, able)


def _too_much(
    state: State, side: Side, start: int, to: int, planes: Planes, profiles: Profiles, cargo: Cargo
) -> Refusal | None:
    capacity, gliding = pool(state, planes, profiles), glider_lift(state, planes, profiles)
    return drop_refusal(state, side, start, to, cargo, capacity, gliding)


FORM = LiftForm(ends, smallest, plane_refusal, _too_much)


def _fill(side: str, filled: Filled) -> Command:
    planes, profiles = flight_fields(filled)
    return AirDrop(side=Side(side), planes=planes, profiles=profiles, **as_fields(filled))


def install(rules: Ruleset[State]) -> None:
    """Register Air Drops."""
    rules.command(AirDrop, in_airlift, partial(lift_blank, FORM), _fill)(_fly)
    rules.step(MissionFrame, "drop")(_drop)
    rules.step(MissionFrame, "drop supply")(_drop_supply)
