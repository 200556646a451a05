"""Chapter 9: the procedure of a combat, in the booklet's order, each choice asked of the side that it belongs to.

An overrun is resolved by the same steps (OCS 8.1); who may attack what is in `attack`, the sums are in `reckoning`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

from pydantic import Field

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.series import capture
from ocs_engine.series.disorder import disordered, rouse_trucks, roused
from ocs_engine.series.general import attack_capable, enemy_noncombat, enemy_units
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.losses import open_losses, steps_left
from ocs_engine.series.movement import after_overrun, take_control
from ocs_engine.series.reckoning import attack_of, reckon
from ocs_engine.series.retreat import farthest, open_retreat
from ocs_engine.series.supply.combat_supply import can_defend_supplied, free_if_empty
from ocs_engine.series.tables.combat import CombatResult, combat_drm, combat_result, parse_result, table_width
from ocs_engine.series.tables.odds_column import columns, shifted
from ocs_engine.series.tables.surprise import Surprise, surprise_on, surprise_shift
from ocs_engine.series.terrain_effects import against, terrains
from ocs_engine.state.events import UnitsFinished
from ocs_engine.state.fight_events import (
    CombatResolved,
    EmptyHexAttacked,
    ExploitWon,
    OptionTaken,
    OverrunPaid,
    ReservesRoused,
    UnitsAdvanced,
    UnitsDisordered,
)
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Phase
from ocs_engine.state.supply_events import SupplyNotPaid
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Side

MOST_HEXES = 2
"""Attacking hexes from which Exploit may be won, and two of them only side by side (OCS 9.13)."""


class CombatFrame(Frame):
    """An attack on one hex under way (OCS 9.2).

    side: the attacker. units: attackers, and the label of the hex each attacks from. before: steps that each unit
    of both sides lacked at the start. unpaid: defenders without combat supply (OCS 9.5). terrain, against: the
    defender's choices (OCS 9.4). result: in the table's words.
    steps, hexes: how the option in hand is taken. lacking: steps left before it. ended: whether the attackers stood and
    took all of their option (OCS 9.10c).
    """

    kind: Literal["combat"] = "combat"
    step: str = "attacker pays"
    side: Side
    target: str
    overrun: bool = False
    units: dict[str, str]
    defenders: tuple[str, ...]
    before: dict[str, int]
    unpaid: tuple[str, ...] = ()
    attacker_lead: str = ""
    defender_lead: str = ""
    terrain: str = ""
    against: dict[str, str] = Field(default_factory=dict)
    result: str = ""
    steps: int = 0
    hexes: int = 0
    retreated: bool = False
    short: bool = False

    @property
    def parsed(self) -> CombatResult:
        """The result taken apart."""
        return parse_result(self.result)


def open_combat(draft: Draft[State], side: Side, target: Hex, units: Iterable[str], overrun: bool = False) -> None:
    """Begin an attack that was found to be allowed; the steps of the procedure follow."""
    state = draft.state
    attackers = {uid: state.world.label(state.units[uid].place) for uid in units}
    defenders = tuple(enemy_units(state, side, target))
    before = {uid: state.units[uid].lost for uid in (*attackers, *defenders)}
    label = state.world.label(target)
    frame = CombatFrame(
        side=side, target=label, overrun=overrun, units=attackers, defenders=defenders, before=before
    )
    draft.open_frame(frame)


def alive(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that are still in play."""
    return tuple(uid for uid in units if state.units[uid].place >= 0)


def attacked_from(frame: CombatFrame) -> tuple[str, ...]:
    """The attacking hexes, each once, in the order in which they were named."""
    return tuple(dict.fromkeys(frame.units.values()))


# --- supply


@rule("OCS 9.2", "OCS 9.5")
def attacker_pays(draft: Draft[State], frame: CombatFrame) -> None:
    """The attacker is asked how his units are supplied, before anything else (OCS 9.2)."""
    if draft.state.points.everyone_supplied(draft.state) or not payers(draft.state, frame):
        attack_on(draft, frame, ())
    else:
        draft.change_frame(step="pay attack")


@rule("OCS 9.2", "OCS 21.8")
def payers(state: State, frame: CombatFrame) -> tuple[str, ...]:
    """The attackers that combat supply is asked of: all but those who attack an empty hex for nothing (OCS 21.8)."""
    return tuple(uid for uid in frame.units if frame.defenders or not free_if_empty(state, uid))


@rule("OCS 9.2", "OCS 9.1c", "OCS 8.1")
def attack_on(draft: Draft[State], frame: CombatFrame, out: tuple[str, ...]) -> None:
    """Go on with those that are supplied; without any the attack is off, counts for nothing, and costs no MP.

    Who drops out of an overrun is dropped from the moving stack.
    """
    units = {uid: label for uid, label in frame.units.items() if uid not in out}
    if out:
        draft.emit(SupplyNotPaid(side=frame.side, use="attack", target=frame.target, units=out))
    if not units:
        draft.close_frame()
        return
    if not frame.defenders:
        take_empty(draft, frame, units)
        return
    if frame.overrun:
        draft.emit(OverrunPaid(target=frame.target, cost=dict.fromkeys(units, overrun_price(draft.state))))
    if frame.overrun and out:
        draft.emit(UnitsFinished(units=out))
    draft.change_frame(step="defender pays", units=units)


@rule("OCS 21.8")
def take_empty(draft: Draft[State], frame: CombatFrame, units: dict[str, str]) -> None:
    """Attack an empty hex: no roll and no Exploit, but those that are left may advance (OCS 21.8)."""
    draft.emit(EmptyHexAttacked(side=frame.side, target=frame.target, units=tuple(units)))
    draft.change_frame(step="advance", units=units)


def overrun_price(state: State) -> int:
    """What an overrun takes of each attacker, in twelfths of an MP (OCS 8.1a)."""
    return TWELFTHS * state.world.tables.number("overrun_MP")


@rule("OCS 9.2", "OCS 9.5")
def defender_pays(draft: Draft[State], frame: CombatFrame) -> None:
    """Then the defender is, where there is anything that he could pay with (OCS 9.2)."""
    state = draft.state
    if state.points.everyone_supplied(state):
        draft.change_frame(step="attacker leads")
    elif can_defend_supplied(state, frame.defenders):
        draft.change_frame(step="pay defence")
    else:
        defend_on(draft, frame, frame.defenders)


@rule("OCS 9.5")
def defend_on(draft: Draft[State], frame: CombatFrame, unpaid: tuple[str, ...]) -> None:
    """Go on with some defenders at half for want of supply (OCS 9.5)."""
    if unpaid:
        draft.emit(SupplyNotPaid(side=frame.side.other, use="defence", target=frame.target, units=unpaid))
    draft.change_frame(step="attacker leads", unpaid=unpaid)


# --- who leads, and on what terrain


@rule("OCS 9.6", "OCS 21.3")
def attacker_leads(draft: Draft[State], frame: CombatFrame) -> None:
    """The attacker names the unit whose AR counts, first of the two; asked where there is more than one."""
    _lead(draft, attack_leads(draft.state, frame.units), "attacker_lead", "defender leads", "name attacker")


@rule("OCS 9.6")
def defender_leads(draft: Draft[State], frame: CombatFrame) -> None:
    """Then the defender does, knowing who leads against him."""
    _lead(draft, frame.defenders, "defender_lead", "terrain", "name defender")


def _lead(draft: Draft[State], units: tuple[str, ...], field: str, then: str, ask: str) -> None:
    if len(units) > 1:
        draft.change_frame(step=ask)
    else:
        draft.change_frame(step=then, **{field: units[0]})


@rule("OCS 9.3", "OCS 9.4")
def terrain_choices(state: State, frame: CombatFrame) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """What the defender may choose for his own stack, and against each attacking hex (OCS 9.4b, 9.4c)."""
    world = state.world
    target = world.place(frame.target)
    each = {label: against(world, world.place(label), target) for label in attacked_from(frame)}
    return terrains(world, target), each


def settle_terrain(draft: Draft[State], frame: CombatFrame) -> None:
    """Take the only terrain there is, or ask the defender."""
    own, each = terrain_choices(draft.state, frame)
    if len(own) == 1 and all(len(choices) == 1 for choices in each.values()):
        settled = {label: choices[0] for label, choices in each.items()}
        draft.change_frame(step="dice", terrain=own[0], against=settled)
    else:
        draft.change_frame(step="choose terrain")


# --- the dice


@rule("OCS 9.2", "OCS 9.8", "OCS 9.9", "OCS 16.0d")
def fight(draft: Draft[State], frame: CombatFrame) -> None:
    """Strengths, odds and column; surprise and its shift; the combat roll (OCS 9.2 steps 4 to 7)."""
    state, tables = draft.state, draft.state.world.tables
    leads = (frame.attacker_lead, frame.defender_lead)
    target = state.world.place(frame.target)
    reckoned = reckon(
        state, frame.side, target, frame.units, frame.defenders, leads, frame.terrain, frame.against, frame.overrun,
        frame.unpaid,
    )  # fmt: skip
    attack = attack_of(state, reckoned)
    draft.emit(reckoned)
    roll = sum(draft.roll("surprise", 2))
    found = surprise_on(tables, roll, attack.drm, attack.hedgehog, frame.overrun)
    shift = 0 if found is Surprise.NONE else surprise_shift(found, draft.roll("shift", 1)[0])
    column = shifted(reckoned.column, shift, table_width(tables))
    total = sum(draft.roll("combat", 2)) + combat_drm(attack.drm, attack.hedgehog)
    result = combat_result(tables, column, total)
    heading = str(columns(tables, attack.terrain)[column])
    resolved = CombatResolved(
        target=frame.target,
        surprise=found,
        shift=shift,
        column=column,
        heading=heading,
        total=total,
        result=result.text,
    )
    draft.emit(resolved)
    draft.change_frame(step="attacker loses", result=result.text)


# --- the attacker's part


@rule("OCS 9.10", "OCS 9.11")
def attacker_loses(draft: Draft[State], frame: CombatFrame) -> None:
    """The attacker carries out everything first: his hard losses, the first from the unit that leads."""
    draft.change_frame(step="attacker option")
    _combat_losses(draft, frame, tuple(frame.units), frame.parsed.attacker_loss, frame.attacker_lead)


@rule("OCS 9.10")
def attacker_option(draft: Draft[State], frame: CombatFrame) -> None:
    """Then his option, whatever becomes of the defender; what dead men cannot take frees the defender of his."""
    option, left = frame.parsed.attacker_option, alive(draft.state, frame.units)
    if not option or not left:
        draft.change_frame(step="attackers exploit", short=bool(option))
        return
    found = splits(draft.state, left, option, (frame.target,))
    if len(found) > 1:
        draft.change_frame(step="attacker chooses")
    else:
        take_attacker_option(draft, frame, found[0])


def take_attacker_option(draft: Draft[State], frame: CombatFrame, steps: int) -> None:
    """Carry out the attacker's option: so many steps, the rest as hexes."""
    option, left = frame.parsed.attacker_option, alive(draft.state, frame.units)
    short = steps > steps_left(draft.state, left)
    draft.emit(OptionTaken(side=frame.side, steps=steps, hexes=option - steps))
    draft.change_frame(step="attackers retreat", steps=steps, hexes=option - steps, short=short)
    _combat_losses(draft, frame, tuple(frame.units), steps, frame.attacker_lead)


@rule("OCS 9.12", "OCS 9.12d", "OCS 8.1h")
def attackers_retreat(draft: Draft[State], frame: CombatFrame) -> None:
    """All attackers that are left retreat as far as the option says, each stack from its own hex (OCS 9.12b)."""
    left = alive(draft.state, frame.units)
    retreated = bool(frame.hexes and left)
    short = frame.short or (frame.hexes > 0 and not left)
    draft.change_frame(step="attackers exploit", retreated=retreated, short=short)
    if retreated:
        open_retreat(draft, left, frame.hexes, (frame.target,), _bystanders(draft.state, frame))


def _bystanders(state: State, frame: CombatFrame) -> tuple[str, ...]:
    """Combat units in the attacking hexes that did not fight (OCS 9.12d)."""
    hexes = [state.world.place(label) for label in attacked_from(frame)]
    return tuple(uid for hex_ in hexes for uid in state.here.get(hex_, ()) if uid not in frame.units)


@rule("OCS 9.13", "OCS 9.10d", "OCS 8.1e")
def attackers_exploit(draft: Draft[State], frame: CombatFrame) -> None:
    """Give the Exploit marker at once to all attackers that qualify, whether or not they advance (OCS 9.13)."""
    draft.change_frame(step="defender loses")
    least = frame.parsed.exploit
    if least is not None and (won := exploiters(draft.state, frame, least)):
        draft.emit(ExploitWon(stances={uid: f"{Mode.EXPLOIT}/{draft.state.units[uid].up}" for uid in won}, ar=least))


def exploiters(state: State, frame: CombatFrame, least: int) -> tuple[str, ...]:
    """The attackers that win Exploit by a result that asks for an AR (OCS 9.13).

    None in an overrun or the Exploitation Phase, after any retreat, or with an attack from three hexes or from two
    that are not side by side.
    """
    if frame.overrun or frame.retreated or state.now.phase is not Phase.COMBAT or not _tight(state, frame):
        return ()
    left = ((uid, state.units[uid]) for uid in alive(state, frame.units))
    return tuple(uid for uid, unit in left if unit.counter.ar >= least and unit.marker is not Mode.DG)


def _tight(state: State, frame: CombatFrame) -> bool:
    hexes = [state.world.place(label) for label in attacked_from(frame)]
    pairs = combinations(hexes, 2)
    return len(hexes) <= MOST_HEXES and all(state.world.atlas.grid.adjacent(one, two) for one, two in pairs)


# --- the defender's part


@rule("OCS 9.10", "OCS 5.7d")
def defender_loses(draft: Draft[State], frame: CombatFrame) -> None:
    """The defender's hard losses; any result at all takes the Reserve markers off his stack (OCS 5.7d)."""
    parsed, state = frame.parsed, draft.state
    if parsed.defender_loss or parsed.defender_option or parsed.dg:
        hex_ = state.world.place(frame.target)
        if stances := roused(state, frame.side.other, hex_):
            draft.emit(ReservesRoused(stances=stances))
            take_control(draft, stances)
        rouse_trucks(draft, frame.side.other, hex_, f"combat in {frame.target}")
    draft.change_frame(step="defender disorder")
    _combat_losses(draft, frame, frame.defenders, parsed.defender_loss, frame.defender_lead)


@rule("OCS 5.10a", "OCS 9.10", "OCS 9.12")
def defender_disorder(draft: Draft[State], frame: CombatFrame) -> None:
    """DG takes hold of all defenders before any retreat, and is never ignored (OCS 9.12a)."""
    state = draft.state
    draft.change_frame(step="defender option")
    stances = disordered(state, frame.side.other, state.world.place(frame.target)) if frame.parsed.dg else {}
    if stances:
        draft.emit(UnitsDisordered(stances=stances, why=f"combat in {frame.target}"))
        take_control(draft, stances)


def freed(frame: CombatFrame) -> bool:
    """Whether the defender may ignore his option: attackers retreated, or could not take theirs in full (OCS 9.10c)."""
    return frame.retreated or frame.short


@rule("OCS 9.10", "OCS 9.10c")
def defender_option(draft: Draft[State], frame: CombatFrame) -> None:
    """The defender's option: ignored if he is free to, else steps and hexes as he likes."""
    option, left = frame.parsed.defender_option, alive(draft.state, frame.defenders)
    if not option or not left:
        draft.change_frame(step="advance")
        return
    found = splits(draft.state, left, option, attacked_from(frame))
    if len(found) > 1 or freed(frame):
        draft.change_frame(step="defender chooses")
    else:
        take_defender_option(draft, frame, found[0])


def take_defender_option(draft: Draft[State], frame: CombatFrame, steps: int) -> None:
    """Carry out the defender's option: so many steps, the rest as hexes."""
    option = frame.parsed.defender_option
    draft.emit(OptionTaken(side=frame.side.other, steps=steps, hexes=option - steps))
    draft.change_frame(step="defenders retreat", steps=steps, hexes=option - steps)
    _combat_losses(draft, frame, frame.defenders, steps, frame.defender_lead)


def ignore_option(draft: Draft[State], frame: CombatFrame) -> None:
    """Leave the defender's option aside (OCS 9.10c)."""
    draft.emit(OptionTaken(side=frame.side.other, steps=0, hexes=0, ignored=True))
    draft.change_frame(step="advance")


@rule("OCS 9.12")
def defenders_retreat(draft: Draft[State], frame: CombatFrame) -> None:
    """All defenders that are left retreat as far as the option says."""
    left = alive(draft.state, frame.defenders)
    draft.change_frame(step="advance")
    if frame.hexes and left:
        open_retreat(draft, left, frame.hexes, attacked_from(frame))


# --- what both sides share


@rule("OCS 9.10", "OCS 9.12")
def splits(state: State, units: tuple[str, ...], option: int, enemies: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of steps that an owner may take of an option, the rest as hexes; fewest first.

    He gives as hexes only as many as at least one of the units can go (OCS 9.12).
    """
    return tuple(range(option - farthest(state, units, option, enemies), option + 1))


def _combat_losses(draft: Draft[State], frame: CombatFrame, units: tuple[str, ...], owed: int, lead: str) -> None:
    before = {uid: frame.before[uid] for uid in units}
    open_losses(draft, units, owed, f"combat in {frame.target}", before, lead)


# --- advance


@rule("OCS 9.12g", "OCS 8.2")
def advance(draft: Draft[State], frame: CombatFrame) -> None:
    """If the hex is empty and the attackers stood, they may enter it; after an overrun all of them must."""
    state = draft.state
    target = state.world.place(frame.target)
    able = advancers(state, frame)
    if frame.retreated or not able or enemy_units(state, frame.side, target):
        draft.change_frame(step="over")
    elif frame.overrun:
        carry_advance(draft, frame, able)
    else:
        draft.change_frame(step="choose advance")


def advancers(state: State, frame: CombatFrame) -> tuple[str, ...]:
    """The attackers left that may enter the hex at all: the game lets them, and somebody can take what lies there."""
    target = state.world.place(frame.target)
    left = [uid for uid in alive(state, frame.units) if state.points.may_enter(state, state.units[uid], target) is None]
    return tuple(left) if may_enter_together(state, frame.side, left, target) else ()


@rule("OCS 4.8c")
def may_enter_together(state: State, side: Side, units: Iterable[str], hex_: Hex) -> bool:
    """Whether units may go into a hex without enemy combat units: if anything else of his is there, with one that can
    attack (OCS 4.8c).
    """
    return not enemy_noncombat(state, side, hex_) or any(attack_capable(state.units[uid]) for uid in units)


def carry_advance(draft: Draft[State], frame: CombatFrame, units: tuple[str, ...]) -> None:
    """Units enter the emptied hex and take what is there (OCS 9.12g, 9.14)."""
    draft.change_frame(step="over")
    if units:
        draft.emit(UnitsAdvanced(units=units, to=frame.target))
        take_control(draft, units)
        capture.entered(draft, units, draft.state.world.place(frame.target), advance=True)


def over(draft: Draft[State], frame: CombatFrame) -> None:
    """The combat is over; an overrun goes back to the move it was part of."""
    draft.close_frame()
    if frame.overrun:
        after_overrun(draft, frame.units, frame.retreated)


STEPS = {
    "attacker pays": attacker_pays,
    "defender pays": defender_pays,
    "attacker leads": attacker_leads,
    "defender leads": defender_leads,
    "terrain": settle_terrain,
    "dice": fight,
    "attacker loses": attacker_loses,
    "attacker option": attacker_option,
    "attackers retreat": attackers_retreat,
    "attackers exploit": attackers_exploit,
    "defender loses": defender_loses,
    "defender disorder": defender_disorder,
    "defender option": defender_option,
    "defenders retreat": defenders_retreat,
    "advance": advance,
    "over": over,
}
"""The steps that a combat takes by itself, in order."""
