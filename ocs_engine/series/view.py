"""What a side may see (OCS 4.9): built up from what the rule allows, never cut down from the whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units, has_zoc, worth
from ocs_engine.series.modes import on_map
from ocs_engine.state.events import stance
from ocs_engine.state.model import DEAD, Mode, Plane, State, Unit, Work
from ocs_engine.world.counters import Side


@rule("OCS 4.9")
def view(state: State, side: Side) -> dict[str, Any]:
    """Everything that a side may know, as plain data: its own things whole, of the other's what lies open (OCS 4.9)."""
    date = state.world.calendar.date_of(state.turn).isoformat()
    now = state.now
    return {
        "side": side,
        "scenario": state.world.scenario.id,
        "turn": state.turn,
        "date": date,
        "phase": now.phase,
        "segment": now.segment,
        "acts": now.acts,
        "first": state.first,
        "weather": state.weather,
        "simulcast": state.simulcast,
        "8th Army released": state.army_released,
        "verdict": state.verdict and [state.verdict.winner, state.verdict.level, state.verdict.why],
        "objectives": {name: state.control.get(hex_) for name, hex_ in state.points.objectives(state).items()},
        "works": _works(state),
        "trainbusted": [[state.world.label(hex_), side] for hex_, side in sorted(state.trainbusted.items())],
        "own": _own(state, side),
        "enemy": [_enemy_hex(state, side.other, hex_) for hex_ in _seen_hexes(state, side.other)],
    }


def _works(state: State) -> list[list[Any]]:
    """Air bases, ports and hedgehogs of both sides, which stand on the ground for all to see."""
    kinds = (("air base", state.bases), ("hedgehog", state.hedgehogs), ("port", state.ports))
    return [
        [name, state.world.label(hex_), work.side, *_figures(work)]
        for name, works in kinds
        for hex_, work in sorted(works.items())
    ]


def _figures(work: Work) -> tuple[int, int]:
    return work.level, work.hits


def _own(state: State, side: Side) -> dict[str, Any]:
    """A side's own things, with nothing left out."""
    label = state.world.label
    units = [(uid, unit) for uid, unit in state.in_order() if unit.side is side and unit.place >= 0]
    own_ids = {uid for uid, unit in state.units.items() if unit.side is side}
    return {
        "units": [
            {
                "id": uid,
                "place": label(unit.place),
                "stance": stance(unit),
                "steps lost": unit.lost,
                "oos": unit.oos,
                "spent": state.memory.spent.get(uid, 0),
                "finished": uid in state.memory.done,
            }
            for uid, unit in units
        ],
        "dead": [uid for uid, unit in state.in_order() if unit.side is side and unit.place == DEAD],
        "returning": [
            [back.turn, back.unit or back.kind, back.tokens, back.formation]
            for back in state.returning
            if back.side is side
        ],
        "transport": [
            [tid, each.kind, label(each.place), each.tokens, each.load, each.reserve, tid in state.memory.done]
            for tid, each in sorted(state.transport.items())
            if each.side is side
        ],
        "dumps": [[label(place), dump.tokens] for place, dump in sorted(state.dumps.items()) if dump.side is side],
        "planes": [
            [pid, label(plane.place), plane.active, plane.lost]
            for pid, plane in sorted(state.planes.items())
            if plane.aircraft.side is side and plane.place >= 0
        ],
        "dead planes": [
            pid for pid, plane in sorted(state.planes.items()) if plane.aircraft.side is side and plane.place == DEAD
        ],
        "drop plans": [
            [uid, label(plan.hex), plan.turn] for uid, plan in sorted(state.drop_plans.items()) if uid in own_ids
        ],
        "dead transport": [
            [kind, formation, tokens]
            for (owner, kind, formation), tokens in sorted(state.lost_transport.items())
            if owner is side
        ],
        "reserve markers": state.reserve_markers.get(side, 0),
        "raid": state.raid and [state.raid.unit, state.raid.landed] if _own_raid(state, side) else None,
        "supply caches": state.caches.get(side, 0),
    }


def _own_raid(state: State, side: Side) -> bool:
    return state.raid is not None and state.units[state.raid.unit].side is side


def _seen_hexes(state: State, side: Side) -> list[Hex]:
    """The hexes of the map in which a side has something that shows."""
    places = {unit.place for _, unit in state.in_order() if unit.side is side}
    places |= {plane.place for plane in state.planes.values() if plane.aircraft.side is side and plane.active}
    places |= {each.place for each in state.transport.values() if each.side is side}
    places |= {place for place, dump in state.dumps.items() if dump.side is side}
    return sorted(place for place in places if on_map(state, place))


def _enemy_hex(state: State, side: Side, hex_: Hex) -> dict[str, Any]:
    """What shows of a side in a hex: the top unit and how it is, the top Active plane, and whether there is a ZOC.

    Transport and dumps show only where no combat unit lies on them, and without their figures.
    """
    units = [state.units[uid] for uid in state.here.get(hex_, ()) if state.units[uid].side is side]
    top = top_unit(state, side, hex_)
    return {
        "hex": state.world.label(hex_),
        "top": None if top is None else _shown(state.units[top]),
        "plane": top_plane(state, side, hex_),
        "zoc": any(has_zoc(unit) for unit in units),
        "other": [] if units else _loose(state, side, hex_),
    }


def _shown(unit: Unit) -> dict[str, Any]:
    """Of the top unit: its counter, the side up, and whether it is in Strat Mode, DG or OOS; no more (OCS 4.9)."""
    status = [str(unit.marker)] if unit.marker in (Mode.STRAT, Mode.DG) else []
    return {"counter": unit.counter.id, "up": unit.up, "status": status + (["oos"] if unit.oos else [])}


def _loose(state: State, side: Side, hex_: Hex) -> list[str]:
    found = ["dump"] if hex_ in state.dumps and state.dumps[hex_].side is side else []
    trucks = any(each.place == hex_ and each.side is side for each in state.transport.values())
    return found + (["transport"] if trucks else [])


@rule("OCS 4.9")
def top_candidates(state: State, side: Side, hex_: Hex) -> list[str]:
    """The units that may lie on top of a stack: those in Combat Mode that are Attack-Capable, or any if none has a ZOC.

    An HQ may lie on top where no enemy ground unit is next to the hex (OCS 4.9).
    """
    here = [uid for uid in state.here.get(hex_, ()) if state.units[uid].side is side]
    open_ = [uid for uid in here if attack_capable(state.units[uid]) and has_zoc(state.units[uid])] or here
    hqs = [uid for uid in here if state.units[uid].counter.is_hq and uid not in open_]
    return open_ + hqs if hqs and not _enemy_near(state, side, hex_) else open_


def _enemy_near(state: State, side: Side, hex_: Hex) -> bool:
    """Whether an enemy ground unit is next to a hex: a combat unit, or one that is none, as a dump (OCS 3.3)."""
    around = state.world.atlas.grid.around(hex_)
    return any(enemy_units(state, side, near) or enemy_noncombat(state, side, near) for near in around)


@rule("OCS 4.9")
def top_unit(state: State, side: Side, hex_: Hex) -> str | None:
    """The unit on top of a side's stack: the one its owner chose, if it may lie there, else the strongest that may."""
    candidates = top_candidates(state, side, hex_)
    chosen = state.tops.get(hex_)
    if chosen in candidates:
        return chosen
    return max(candidates, key=lambda uid: (*worth(state.units[uid]), uid), default=None)


@rule("OCS 4.9")
def top_plane(state: State, side: Side, hex_: Hex) -> str | None:
    """The kind of the top Active plane of a side in a hex, a Fighter if an Active one is there; None without any."""
    there = (plane.aircraft for plane in state.planes.values() if _is_there(plane, side, hex_))
    best = min(there, key=lambda kind: ("F" not in kind.type, kind.id), default=None)
    return best.id if best else None


def _is_there(plane: Plane, side: Side, hex_: Hex) -> bool:
    return plane.place == hex_ and plane.active and plane.aircraft.side is side


def stacks_to_order(state: State, side: Side) -> Iterator[str]:
    """The units of a side that could lie on top of their stack and do not."""
    stacks = (place for place, units in sorted(state.here.items()) if len(units) > 1 and on_map(state, place))
    for place in stacks:
        top = top_unit(state, side, place)
        yield from (uid for uid in top_candidates(state, side, place) if uid != top)
