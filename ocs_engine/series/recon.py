"""Recon by option (OCS 21.1): light units on the move make the enemy tell what an adjacent hex holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, raise_if
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset, values
from ocs_engine.series.forms import in_move
from ocs_engine.series.general import enemy_units
from ocs_engine.series.losses import steps_left
from ocs_engine.series.movement import moving, remaining, twelfths
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply.payment import Need, payment_refusal, plan, spend, unspent_ways
from ocs_engine.series.terrain_effects import defending_level
from ocs_engine.state.model import State, Unit
from ocs_engine.state.option_events import HexScouted
from ocs_engine.world.chart import TWELFTHS
from ocs_engine.world.counters import Side
from ocs_engine.world.options import RECON

SCOUTS = ("AC", "cavalry", "commando", "motorcycle", "recon")
"""The types of units whose symbol lets them do recon."""
SMALL_ENOUGH = ("co", "bn", "group", "kg-half", "rgt")
"""The sizes up to a regiment."""


class Recon(Command):
    """Let a unit of the moving stack look into an adjacent hex (OCS 21.1); payment: T by way."""

    kind: Literal["recon"] = "recon"
    side: Side
    unit: str
    hex: str
    payment: dict[str, int] = Field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (Recon,)
FRAMES: tuple[type[Frame], ...] = ()


@rule("OCS 21.1")
def can_scout(unit: Unit) -> bool:
    """Whether a unit is of a kind and size that does recon (OCS 21.1)."""
    return unit.counter.type in SCOUTS and unit.counter.size in SMALL_ENOUGH


@rule("OCS 21.1")
def recon_cost(state: State, uid: str) -> int:
    """The MP that recon takes of a unit: a quarter of its printed MA, in twelfths (OCS 21.1)."""
    return int(TWELFTHS * state.units[uid].face.ma * state.world.tables.share("recon_share_of_printed_MA"))


@rule("OCS 21.1")
def recon_need(state: State, uid: str) -> Need:
    """The T that recon takes, to be supplied where the unit is."""
    free = state.points.everyone_supplied(state)
    return Need(uid, state.units[uid].place, 0 if free else state.world.tables.number("recon_T"), (uid,))


@rule("OCS 21.1")
def scout_refusal(state: State, uid: str) -> Refusal | None:
    """Why a unit may do no recon now, at whatever, or None: it moves, is of the kind, and has the MP and the supply."""
    if uid not in moving(state):
        return _no("not moving", f"{uid} is not among the units that move now", uid)
    if not can_scout(state.units[uid]):
        kinds = ", ".join(SCOUTS)
        return _no("no scouts", f"{uid} does no recon: its symbol is none of {kinds}, or it is too large", uid)
    left, cost = remaining(state, uid), recon_cost(state, uid)
    if left < cost:
        words = f"{uid} has {twelfths(max(left, 0))} MP left and recon takes {twelfths(cost)}"
        return _no("not enough MP", words, uid)
    need = recon_need(state, uid)
    if need.tokens and plan(state, state.units[uid].side, [need]) is None:
        return _no("no supply", f"recon takes {need.tokens}T, and none reaches {uid}", uid)
    return None


@rule("OCS 21.1")
def look_refusal(state: State, uid: str, hex_: Hex) -> Refusal | None:
    """Why a unit may not look into a hex, or None: an adjacent one with enemy combat units."""
    unit, label = state.units[uid], state.world.label(hex_)
    if not state.world.atlas.grid.adjacent(unit.place, hex_):
        words = f"{label} is not next to {state.world.label(unit.place)}, where {uid} is"
        return _no("not adjacent", words, uid, label)
    if not enemy_units(state, unit.side, hex_):
        return _no("no enemy", f"{label} holds no enemy combat units", uid, label)
    return None


@rule("OCS 21.1")
def recon(draft: Draft[State], command: Recon) -> None:
    """Pay MP and supply; the enemy tells the steps in the hex and its AT level (OCS 21.1)."""
    state, uid, hex_ = draft.state, command.unit, read_hex(draft.state, command.hex)
    raise_if(scout_refusal(state, uid) or look_refusal(state, uid, hex_))
    need = recon_need(state, uid)
    raise_if(payment_refusal(state, command.side, need, command.payment))
    spend(draft, command.side, need, "recon", command.payment)
    there = enemy_units(state, command.side, hex_)
    draft.emit(
        HexScouted(
            side=command.side,
            unit=uid,
            hex=state.world.label(hex_),
            cost=recon_cost(state, uid),
            steps=steps_left(state, there),
            at=defending_level(state, hex_, there),
        )
    )


# --- the form


def in_recon(state: State, side: str) -> bool:
    """Whether a side moves a stack, and plays with the option."""
    return state.plays(RECON) and in_move(state, side)


def _looks(state: State, uid: str) -> tuple[Hex, ...]:
    around = state.world.atlas.grid.around(state.units[uid].place)
    return tuple(hex_ for hex_ in around if look_refusal(state, uid, hex_) is None)


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """A unit, a hex, the way of each T."""
    if not filled:
        able = (uid for uid in moving(state) if scout_refusal(state, uid) is None and _looks(state, uid))
        return Blank("unit", tuple(able))
    uid = str(filled[0][1])
    if len(filled) == 1:
        return Blank("hex", tuple(map(state.world.label, _looks(state, uid))))
    need, paid = recon_need(state, uid), values(filled, "source")
    if len(paid) == need.tokens:
        return None
    return Blank("source", unspent_ways(state, Side(side), need, paid))


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    payment = dict(Counter(values(filled, "source")))
    return Recon(side=Side(side), unit=str(filled[0][1]), hex=str(filled[1][1]), payment=payment)


def install(rules: Ruleset[State]) -> None:
    """Register recon."""
    rules.command(Recon, in_recon, _blank, _fill)(recon)


def _no(code: str, sentence: str, uid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule="OCS 21.1", sentence=sentence, places=places, pieces=(uid,))
