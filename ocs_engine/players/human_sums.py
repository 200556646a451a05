"""What fights would come to, in lines, before they are declared: as far as a side may know (OCS 4.9).

Of the enemy only what shows counts: the unit on top as it is printed, hedgehogs, and the ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ocs_engine.grid import Hex
from ocs_engine.odds import ATTACK_WAYS, AttackOdds, Chances
from ocs_engine.players.human_answers import name
from ocs_engine.players.human_names import where
from ocs_engine.series import attack, firing, story
from ocs_engine.series.general import enemy_units
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.movement import moving
from ocs_engine.series.overrun import overrun_targets
from ocs_engine.series.reckoning import attack_of, best_terrain, reckon
from ocs_engine.series.stories.words import number
from ocs_engine.series.strength import action_rating
from ocs_engine.series.tables.barrage import barrage_column, barrage_label
from ocs_engine.series.tables.facility import facility_column, facility_label
from ocs_engine.series.tables.lines import mixed
from ocs_engine.series.tables.surprise import Surprise
from ocs_engine.series.teams import best_team
from ocs_engine.series.view import top_unit
from ocs_engine.state.events import put_units
from ocs_engine.state.fight_events import CombatReckoned, FactorTold, UnitTold
from ocs_engine.state.model import Mode, State
from ocs_engine.world.counters import Side
from ocs_engine.world.options import ATTACK_EMPTY_HEXES

HIDDEN = (Mode.RESERVE, Mode.EXPLOIT)
"""Markers that the other side does not see (OCS 4.9)."""


def place_name(state: State, hex_: Hex) -> str:
    """A hex with its name."""
    return story.place_name(state.world, state.world.label(hex_))


def expected(state: State, side: Side, target: Hex, units: Sequence[str], overrun: bool) -> CombatReckoned | None:
    """The working of an attack against the enemy's top unit alone; None where the hex shows no combat unit.

    The unit of the best AR leads, and the defender takes the terrain that is best for him.
    """
    top = top_unit(state, side.other, target) if enemy_units(state, side, target) else None
    if top is None:
        return None
    shown = state.units[top]
    marker = None if shown.marker in HIDDEN else shown.marker
    seen = put_units(state, {top: replace(shown, lost=0, marker=marker)})
    starts = {uid: state.world.label(state.units[uid].place) for uid in units}
    lead = max(attack_leads(state, units), key=lambda uid: action_rating(state.world.tables, state.units[uid]))
    terrain, against = best_terrain(seen, target, starts, (top,))
    return reckon(seen, side, target, starts, (top,), (lead, top), terrain, against, overrun)


def in_short(state: State, sums: CombatReckoned) -> str:
    """Strengths, odds, AR and the chance of emptying the hex, against the top unit alone."""
    counted = attack_of(state, sums)
    found = Chances(state.world.tables).attack(counted)
    steps = state.units[sums.defender_lead].counter.steps
    empty = found.case(steps).empty
    return f"{odds_words(sums)}, AR {counted.drm:+d}; it is emptied in {_percent(empty)}"


def odds_words(sums: CombatReckoned) -> str:
    """Strengths, odds and column: "8 to 3 is 3:1, column 7 (3:1 of Open)"."""
    column = f"column {sums.column + 1} ({sums.heading} of {sums.row})"
    return f"{number(sums.attack_total)} to {number(sums.defend_total)} is {sums.odds or 'no odds'}, {column}"


def attack_lines(state: State, side: Side, target: Hex, units: Sequence[str], overrun: bool = False) -> Iterator[str]:
    """What some units would bring against a hex, one by one, and what would come of it."""
    sums = expected(state, side, target, units, overrun)
    if sums is None:
        yield f"{place_name(state, target)} shows no enemy combat unit"
        return
    top = state.units[sums.defender_lead]
    yield f"{place_name(state, target)}, on top {name(state, sums.defender_lead)} {top.counter.rating}:"
    yield from (f"  {_brings(state, told)}" for told in sums.attack)
    yield f"against that unit alone, on the ground that is best for it ({_ground(sums)}):"
    yield f"  {in_short(state, sums)}"
    yield f"  {_surprises(state, sums)}"


def _brings(state: State, told: UnitTold) -> str:
    rating = action_rating(state.world.tables, state.units[told.unit])
    return f"{name(state, told.unit)} [{told.unit}] from {told.hex}: AR {rating}, {_worked(told)}"


def _worked(told: UnitTold) -> str:
    """A strength with its multipliers, as "8 x 1/2 minor river = 4"."""
    factors = [factor for factor in told.factors if factor.value != "1"]
    if not factors:
        return number(told.total)
    return f"{told.printed} {' '.join(_factor(factor) for factor in factors)} = {number(told.total)}"


def _factor(factor: FactorTold) -> str:
    return f"x {factor.value} {factor.why}"


def _ground(sums: CombatReckoned) -> str:
    across = [f"{choice} against {start}" for start, choice in sums.against.items() if choice != sums.terrain]
    return ", ".join([sums.terrain, *across]).replace("_", " ")


def _surprises(state: State, sums: CombatReckoned) -> str:
    found: AttackOdds = Chances(state.world.tables).attack(attack_of(state, sums))
    ways = {who: Fraction(found.surprise[who], ATTACK_WAYS) for who in Surprise}
    exploit = "" if sums.overrun else f"; Exploit in {_percent(found.exploit())}"
    return f"you surprise in {_percent(ways[Surprise.ATTACKER])}, he in {_percent(ways[Surprise.DEFENDER])}{exploit}"


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


# --- what can be done in a segment


def targets_of(state: State, side: Side) -> Mapping[Hex, tuple[str, ...]]:
    """The hexes that a side may attack or overrun now, each with all units that may."""
    if units := moving(state):
        return dict.fromkeys(overrun_targets(state), units) if state.units[units[0]].side is side else {}
    return attack.targets(state, side)


def targets(state: State, side: Side) -> Iterator[str]:
    """The hexes that a side may attack or overrun now, each with what all who may would make of it."""
    found, overrun = targets_of(state, side), bool(moving(state))
    done = "overrun" if overrun else "attack"
    if not overrun and state.plays(ATTACK_EMPTY_HEXES):
        yield "any hex without combat units next to yours can be attacked too"
    if not found:
        yield f"there is nothing that you can {done} now"
        return
    for hex_, units in found.items():
        sums = expected(state, side, hex_, best_team(state, units), overrun)
        told = f"; {in_short(state, sums)}" if sums else ""
        yield f"{place_name(state, hex_)}: {len(units)} can {done}{told}"
    yield "counted against the top unit of each hex alone"


def barrages(state: State, side: Side) -> Iterator[str]:
    """The hexes that a side's artillery may barrage now, with what can be aimed at and the most it can bring."""
    found = firing.possible_barrages(state, side)
    if not found:
        yield "there is nothing that you can barrage now"
    for hex_, units in found.items():
        kinds = " or ".join(firing.aims(state, side, hex_))
        strength = firing.total(state, units)
        yield f"{place_name(state, hex_)}: {kinds}; {len(units)} can fire, together {mixed(strength)}"


def barrage_lines(state: State, side: Side, hex_: Hex, units: Sequence[str]) -> Iterator[str]:
    """What some artillery would bring against a hex, one by one, and the columns that it starts on."""
    yield f"{place_name(state, hex_)}, {' or '.join(firing.aims(state, side, hex_))}:"
    for uid in units:
        told = firing.told(state, uid)
        yield f"  {name(state, uid)} [{uid}] from {where(state, uid)}: {_worked(told)}"
    tables, strength = state.world.tables, firing.total(state, units)
    together = f"together {mixed(strength)}"
    column, facility = barrage_column(tables, strength), facility_column(tables, strength)
    if column is not None:
        spotted = "a spotter is next to it" if firing.spotter_near(state, side, hex_) else "nobody spots for it"
        yield f"{together}: column {barrage_label(tables, column)} against units, before shifts; {spotted}"
    if facility is not None and len(firing.aims(state, side, hex_)) > 1:
        yield f"  column {facility_label(tables, facility)} against a port or air base"
