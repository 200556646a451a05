"""Who may attack what in a combat segment (OCS 9.1), and which attacks there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.bridges import crossing_cost
from ocs_engine.series.general import attack_capable, enemy_units
from ocs_engine.series.modes import on_map
from ocs_engine.series.supply.combat_supply import attacker_refusal, free_if_empty
from ocs_engine.series.teams import team_refusal
from ocs_engine.state.model import Mode, State, Unit
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Side
from ocs_engine.world.options import ATTACK_EMPTY_HEXES


@rule("OCS 9.1")
def attack_refusal(state: State, uid: str, target: Hex) -> Refusal | None:
    """Why a unit may not make a regular attack on a hex now, or None (OCS 9.1)."""
    unit = state.units.get(uid)
    if unit is None:
        return _no("no such unit", "", f"there is no unit {uid!r} in play", uid)
    return unit_refusal(state, uid) or _target_refusal(state, uid, target) or _way_refusal(state, uid, target)


@rule("OCS 21.8")
def is_empty_target(state: State, hex_: Hex) -> bool:
    """Whether the option is on and a hex holds nobody's combat units, so that it may be attacked (OCS 21.8)."""
    return state.plays(ATTACK_EMPTY_HEXES) and not state.here.get(hex_)


@rule("OCS 4.4", "OCS 9.1", "OCS 9.1c", "OCS 9.5", "OCS 11")
def unit_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may attack nothing at all now, or None; it must be one in play (OCS 9.1)."""
    unit, now = state.units[uid], state.now
    if now.segment is not Segment.COMBAT or now.acts is not unit.side:
        return _no("not its segment", "OCS 9.1", f"{uid} ({unit.side}) may not attack in the {now.title}", uid)
    if not on_map(state, unit.place):
        return _no("not on the map", "OCS 9.1", f"{uid} is not on the map", uid)
    if not attack_capable(unit):
        return _no("not attack-capable", "OCS 4.4", f"{uid} is not Attack-Capable: {_flaw(unit)}", uid)
    if now.phase is Phase.EXPLOITATION and unit.marker is not Mode.EXPLOIT and uid not in state.memory.released:
        words = f"{uid} has no Exploit marker and was not released from Reserve in this phase"
        return _no("not exploiting", "OCS 11", words, uid)
    if uid in state.memory.attacked:
        return _no("has attacked", "OCS 9.1c", f"{uid} has attacked in this segment already", uid)
    return None if free_if_empty(state, uid) else attacker_refusal(state, uid)


def _flaw(unit: Unit) -> str:
    if unit.marker in (Mode.STRAT, Mode.RESERVE):
        return f"it is in {unit.marker.capitalize()} Mode"
    if unit.face.strength is None:
        return "HQs never are" if unit.counter.is_hq else "artillery never is"
    return "its strength stands in parentheses"


@rule("OCS 9.1", "OCS 9.1c")
def _target_refusal(state: State, uid: str, target: Hex) -> Refusal | None:
    """Why a hex is nothing for a unit to attack: too far, empty of enemy combat units, or attacked already."""
    unit, label = state.units[uid], state.world.label(target)
    if not (on_map(state, target) and state.world.atlas.grid.adjacent(unit.place, target)):
        words = f"{label} is not next to {state.world.label(unit.place)}, where {uid} is"
        return _no("not adjacent", "OCS 9.1", words, uid, label)
    empty = is_empty_target(state, target)
    if not empty and not enemy_units(state, unit.side, target):
        return _no("no enemy units", "OCS 9.1", f"{label} holds no enemy combat units", uid, label)
    if target in state.memory.targets:
        return _no("was attacked", "OCS 9.1c", f"{label} has been attacked in this segment already", uid, label)
    return attacker_refusal(state, uid) if free_if_empty(state, uid) and not empty else None


@rule("OCS 9.1f", "OCS 13.8b")
def _way_refusal(state: State, uid: str, target: Hex) -> Refusal | None:
    """Why a unit could not enter an adjacent hex, enemies apart; a road or bridge is a way (OCS 9.1f, 13.8b)."""
    unit, grid = state.units[uid], state.world.atlas.grid
    if crossing_cost(state, uid, grid.edge_between(unit.place, target)) is None:
        start, label = grid.label(unit.place), grid.label(target)
        words = f"{uid} ({unit.face.mobility}) could not enter {label} from {start}: prohibited terrain or hexside"
        return _no("prohibited", "OCS 9.1f", words, uid, label)
    return state.points.may_enter(state, unit, target)


@rule("OCS 9.1", "OCS 9.1c", "T2 4.1")
def units_refusal(state: State, units: Sequence[str], target: Hex) -> Refusal | None:
    """Why some units may not attack a hex together, or None: some, each once, and each allowed (OCS 9.1)."""
    if not units:
        return Refusal(code="no units", rule="OCS 9.1", sentence="an attack needs at least one unit")
    if len(set(units)) < len(units):
        words = "a unit is named twice in this attack"
        return Refusal(code="named twice", rule="OCS 9.1c", sentence=words, pieces=tuple(units))
    found = next(filter(None, (attack_refusal(state, uid, target) for uid in units)), None)
    return found or team_refusal(state, units)


# --- which attacks there are


def attackers(state: State, side: Side, target: Hex) -> list[str]:
    """The units of a side that may attack a hex now, in the roster's order; by option an empty one too (OCS 21.8)."""
    return [uid for uid, _ in _attacks(state, side, {target})] if on_map(state, target) else []


def targets(state: State, side: Side) -> dict[Hex, tuple[str, ...]]:
    """Every hex of the enemy's that a side may attack now, in order, with all units that may, in the roster's order."""
    return _by_hex(state, side, _held(state, side.other))


@rule("OCS 21.8")
def all_targets(state: State, side: Side) -> dict[Hex, tuple[str, ...]]:
    """The same, and where the option is on the empty hexes (OCS 21.8)."""
    return _by_hex(state, side, _held(state, side.other) | _empty_near(state, side))


def _by_hex(state: State, side: Side, among: set[Hex]) -> dict[Hex, tuple[str, ...]]:
    found: dict[Hex, list[str]] = {}
    for uid, hex_ in _attacks(state, side, among):
        found.setdefault(hex_, []).append(uid)
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}


def can_attack(state: State, side: Side) -> bool:
    """Whether any unit of a side may attack anything now."""
    return any(_attacks(state, side, _held(state, side.other) | _empty_near(state, side)))


def _held(state: State, side: Side) -> set[Hex]:
    """The hexes that hold combat units of a side."""
    return {hex_ for hex_ in state.here if on_map(state, hex_) and enemy_units(state, side.other, hex_)}


def _empty_near(state: State, side: Side) -> set[Hex]:
    """The empty hexes next to combat units of a side that may be attacked (OCS 21.8)."""
    if not state.plays(ATTACK_EMPTY_HEXES):
        return set()
    around, held = state.world.atlas.grid.around, _held(state, side)
    return {near for hex_ in held for near in around(hex_) if is_empty_target(state, near)}


def _attacks(state: State, side: Side, among: set[Hex]) -> Iterator[tuple[str, Hex]]:
    """Every unit of a side with every hex among some that it may attack now, in the roster's order."""
    now, grid = state.now, state.world.atlas.grid
    if now.segment is not Segment.COMBAT or now.acts is not side:
        return
    reached = {near for hex_ in among for near in grid.around(hex_)}
    for uid, unit in state.in_order():
        if unit.place not in reached or unit.side is not side or unit_refusal(state, uid) is not None:
            continue
        for hex_ in grid.around(unit.place):
            if hex_ in among and not (_target_refusal(state, uid, hex_) or _way_refusal(state, uid, hex_)):
                yield uid, hex_


def _no(code: str, rule_number: str, sentence: str, uid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places, pieces=(uid,))
