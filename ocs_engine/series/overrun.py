"""Chapter 8: overruns, made by a moving stack against an adjacent hex and resolved as a combat."""

from __future__ import annotations

from collections.abc import Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Command, Refusal, Refused
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.combat import open_combat, overrun_price
from ocs_engine.series.costs import off_road_cost
from ocs_engine.series.fight_commands import Overrun
from ocs_engine.series.forms import in_move
from ocs_engine.series.general import attack_capable, enemy_units, stack_limit, stack_size
from ocs_engine.series.movement import moving, remaining, twelfths
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply.combat_supply import attacker_refusal
from ocs_engine.series.teams import team_refusal
from ocs_engine.state.model import Mode, State
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Mobility, Side
from ocs_engine.world.world import World


@rule("OCS 8.1")
def overrun_refusal(state: State, units: Sequence[str], target: Hex) -> Refusal | None:
    """Why a moving stack may not overrun a hex, or None (OCS 8.1)."""
    label, grid = state.world.label(target), state.world.atlas.grid
    side, place = state.units[units[0]].side, state.units[units[0]].place
    if not grid.adjacent(place, target):
        words = f"{label} is not next to {grid.label(place)}"
        return Refusal(code="not adjacent", rule="OCS 8.1", sentence=words, places=(label,))
    if not enemy_units(state, side, target):
        words = f"{label} holds no enemy combat units to overrun"
        return Refusal(code="no enemy", rule="OCS 8.1", sentence=words, places=(label,))
    for uid in units:
        refusal = unit_refusal(state, uid, target)
        if refusal is not None:
            return refusal
    return _together_refusal(state, units) or team_refusal(state, units) or _crowd_refusal(state, side, place, label)


@rule("OCS 8.1", "OCS 8.1c", "OCS 5.7", "OCS 5.8", "OCS 5.10")
def unit_refusal(state: State, uid: str, target: Hex) -> Refusal | None:
    """Why a unit may take no part in overrunning an adjacent hex: what it is, its MP, and the ground (OCS 8.1a-c)."""
    unit, label = state.units[uid], state.world.label(target)
    if not attack_capable(unit) or unit.marker is Mode.DG:
        words = f"{uid} may not overrun: drop it first (Attack-Capable units that are not DG, Strat or Reserve may)"
        return _no("may not overrun", "OCS 8.1", words, uid)
    left, price = remaining(state, uid), overrun_price(state)
    if left < price:
        words = f"{uid} has {twelfths(max(left, 0))} MP left and an overrun takes {twelfths(price)}"
        return _no("not enough MP", "OCS 8.1a", words, uid)
    edge = state.world.atlas.grid.edge_between(unit.place, target)
    cost, most = open_cost(state.world, unit.face.mobility, edge), _dearest(state)
    if cost is None or cost > most:
        told = "is prohibited" if cost is None else f"costs {twelfths(cost)} MP"
        words = f"{label} {told} to {uid} without road and bridge; an overrun takes {twelfths(most)} or less"
        return _no("ground", "OCS 8.1c", words, uid, label)
    return attacker_refusal(state, uid) or state.points.may_enter(state, unit, target)


@rule("OCS 8.1c")
def open_cost(world: World, mobility: Mobility, edge: int) -> int | None:
    """What a hex costs without road and bridge; None where it may not be entered so, or not left again (OCS 8.1c)."""
    there = off_road_cost(world.board, mobility, edge)
    back = off_road_cost(world.board, mobility, world.atlas.grid.reverse(edge))
    return None if back is None else there


def _dearest(state: State) -> int:
    return TWELFTHS * state.world.tables.number("overrun_max_entry_cost_MP")


@rule("OCS 8.1")
def _together_refusal(state: State, units: Sequence[str]) -> Refusal | None:
    """Attackers must have begun the phase in one hex (OCS 8.1)."""
    began = {uid: state.memory.began.get(uid, state.units[uid].place) for uid in units}
    if len(set(began.values())) <= 1:
        return None
    words = "units that overrun together must have begun the phase in one hex"
    return Refusal(code="not together", rule="OCS 8.1", sentence=words, pieces=tuple(units))


@rule("OCS 8.1h", "OCS 4.8a")
def _crowd_refusal(state: State, side: Side, place: Hex, label: str) -> Refusal | None:
    """The stack and the friends in its hex may not be more than 10 RE together (OCS 4.8a, 8.1h)."""
    if stack_size(state, place, side) <= stack_limit(state):
        return None
    here = state.world.label(place)
    words = f"{here} holds more than 10 RE, too many to overrun {label} from it"
    return Refusal(code="overstacked", rule="OCS 8.1h", sentence=words, places=(here,))


def overrun_targets(state: State) -> list[Hex]:
    """The hexes that the stack under way may overrun now, clockwise from north."""
    units = moving(state)
    if not units:
        return []
    around = state.world.atlas.grid.around(state.units[units[0]].place)
    return [hex_ for hex_ in around if overrun_refusal(state, units, hex_) is None]


@rule("OCS 8.1", "OCS 8.1d")
def overrun(draft: Draft[State], command: Overrun) -> None:
    """Fight, and pay the MP when it comes to it; a stack may do so again and again, against one hex or several."""
    state, target = draft.state, read_hex(draft.state, command.target)
    units = moving(state)
    refusal = overrun_refusal(state, units, target)
    if refusal is not None:
        raise Refused(refusal)
    open_combat(draft, command.side, target, units, overrun=True)


def _blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    """The target."""
    return None if filled else Blank("target", tuple(state.world.label(hex_) for hex_ in overrun_targets(state)))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Overrun(side=Side(side), target=str(filled[0][1]))


def install(rules: Ruleset[State]) -> None:
    """Register overruns."""
    rules.command(Overrun, in_move, _blank, _fill)(overrun)


def _no(code: str, rule_number: str, sentence: str, uid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places, pieces=(uid,))
