"""Independent units in an attack, by option: what it costs without a divisional unit, and who leads (OCS 21.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ocs_engine.kernel.cases import rule
from ocs_engine.state.model import State
from ocs_engine.world.options import INDEPENDENTS_PAY_DOUBLE


@rule("OCS 21.3")
def counts_as_independent(state: State, uid: str) -> bool:
    """Whether the option is on and a unit is of no division or other formation (OCS 21.3)."""
    return state.plays(INDEPENDENTS_PAY_DOUBLE) and state.units[uid].counter.independent


@rule("OCS 21.3")
def alone(state: State, units: Collection[str]) -> bool:
    """Whether the option is on and an attack by some units has no divisional one among them (OCS 21.3)."""
    return bool(units) and all(counts_as_independent(state, uid) for uid in units)


@rule("OCS 21.3")
def price_multiple(state: State, units: Collection[str]) -> int:
    """How many times the usual price attackers pay (OCS 21.3)."""
    return state.world.tables.number("independents_alone_attack_multiple") if alone(state, units) else 1


@rule("OCS 21.3", "OCS 9.6")
def attack_leads(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """The attackers whose AR may count: divisional ones where independents attack beside them (OCS 21.3)."""
    group = tuple(units)
    return tuple(uid for uid in group if not counts_as_independent(state, uid)) or group


@rule("OCS 21.3")
def strands(state: State, units: Sequence[str], out: Collection[str]) -> bool:
    """Whether only independents are left of a mixed attack without those that drop out; then all of it is off."""
    left = [uid for uid in units if uid not in out]
    return alone(state, left) and not alone(state, units)
