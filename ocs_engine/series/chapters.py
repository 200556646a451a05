"""The chapters that register themselves, and the families of events, in one fixed order each."""

from __future__ import annotations

from typing import Protocol

from ocs_engine.kernel.draft import Frame
from ocs_engine.kernel.messages import Command, Event
from ocs_engine.kernel.ruleset import Ruleset
from ocs_engine.series import attaching, building, income, raid, rail, recon, setup_choice, shipping
from ocs_engine.series.air import (
    air_barrage,
    airlift,
    dogfight,
    drop,
    hip_shoot,
    landing,
    merging,
    missions,
    plans,
    refit,
    shedding,
    sweep,
    trainbusting,
    transfer,
    xyz,
)
from ocs_engine.series.reinforcing import (
    arrivals,
    consolidation,
    rebuilding,
    regaining,
    replacements,
    revised,
    trades,
    withdrawals,
)
from ocs_engine.series.reinforcing import phase as reinforcing
from ocs_engine.series.supply import (
    barrage_paying,
    blowing,
    breakout,
    carrying,
    combat_paying,
    fueling,
    rail_claims,
    shells,
    supply_phase,
)
from ocs_engine.state import (
    air_events,
    arrival_events,
    barrage_events,
    build_events,
    capture_events,
    carry_events,
    events,
    fight_events,
    lift_events,
    option_events,
    plane_events,
    repl_events,
    supply_events,
    trace_events,
)
from ocs_engine.state.model import State


class Chapter(Protocol):
    """A module that brings commands and frames of its own."""

    COMMANDS: tuple[type[Command], ...]
    FRAMES: tuple[type[Frame], ...]

    def install(self, rules: Ruleset[State]) -> None:
        """Register what it brings."""


class EventPart(Protocol):
    """A family of events with the state after each."""

    EVENTS: tuple[type[Event], ...]

    def install(self, rules: Ruleset[State]) -> None:
        """Register the state after each kind."""


CHAPTERS: tuple[Chapter, ...] = (
    fueling, combat_paying, barrage_paying, shells, supply_phase, breakout, carrying, blowing, rail, rail_claims,
    shipping, building, recon, raid, attaching, setup_choice, reinforcing, income, arrivals, withdrawals, replacements,
    regaining, revised, trades, rebuilding, consolidation, landing, dogfight, missions, sweep, transfer, refit, merging,
    air_barrage, hip_shoot, trainbusting, shedding, airlift, drop, plans, xyz,
)  # fmt: skip
EVENT_PARTS: tuple[EventPart, ...] = (
    events, fight_events, barrage_events, capture_events, supply_events, trace_events, carry_events, lift_events,
    build_events, air_events, plane_events, arrival_events, repl_events, option_events,
)  # fmt: skip
