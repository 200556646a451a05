"""Transports and drops by their forms: all that is offered is carried out, fast, and nothing is lost in silence."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.kernel.session import Entry
from ocs_engine.series.supply.ledger import holdings
from ocs_engine.state.capture_events import DumpCaptured, PlaneDestroyed, PlaneStepLost
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.lift_events import CargoFlown
from ocs_engine.state.model import DEAD, Plane, State
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.options import EVERYONE_SUPPLIED, XYZ_TRANSPORT
from tests.flights import sky
from tests.lifts import planning
from tests.positions import Position, check_events

NOTE = """
== Allied ==
A10.20: 2 SP, Para Bn (1)   -- move
A10.20: Para Bn (2)
A10.20: Fr Inf Rgt (4 Tun)   -- reserve
A10.20: Fr Mech Rgt (Coutx)   -- move
A12.20: 1T, Commando Bn (1 Cdo)   -- dg
== Axis ==
A31.20: March Bn (T-1)
A32.20: 1 SP
"""
LINES = (
    "Allied 1 A10.20: us-c-47, us-c-47 reduced, us-c-47, us-spitv",
    "Allied 1 A12.20: us-c-47, us-spitv",
    "Allied 1 A30.20: us-spitv",
    "Axis 1 A36.20: ger-bf109g, ger-ju87",
)


def table(faces: list[int]) -> Position:
    """Two bases with transports and more, one near an enemy Fighter, and plans for two battalions."""
    return planning(sky(*LINES, note=NOTE, dice=faces), br_para_1=("A32.20", 0), br_para_2=("A31.20", 0))


def filled(p: Position, side: str, kind: str, choose: random.Random) -> list[Answer]:
    """A form filled in at random; each blank holds at least one value."""
    found: list[Answer] = []
    while (blank := p.rules.blank(p.state, side, kind, found)) is not None:
        assert blank.values, (kind, found)
        found.append((blank.name, choose.choice(blank.values)))
    return found


def act(p: Position, side: str, kind: str, choose: random.Random) -> tuple[Event, ...]:
    """A command by its form, which must be carried out; the table is counted after each event."""
    before, command = p.state, p.rules.fill(side, kind, filled(p, side, kind, choose))
    outcome = p.game.submit(command)
    assert isinstance(outcome, Entry), (command, outcome)
    check_events(p.rules, before, outcome.events)
    return outcome.events


def books(state: State) -> tuple[int, int, int]:
    """T on the table, units not in the Dead Pile, and steps of planes."""
    units = sum(unit.place != DEAD for unit in state.units.values())
    return sum(holdings(state).values()), units, sum(each.aircraft.steps - each.lost for each in state.planes.values())


def by_box(event: CargoFlown) -> int:
    """What comes onto the table from the dump without end in Algiers, or goes off it there (T2 1.2)."""
    return event.tokens * ((event.start == "Algiers") - (event.to == "Algiers"))


@pytest.mark.rule("OCS 14.9", "OCS 14.9c", "OCS 14.9e", "OCS 14.9f", "OCS 14.10", "OCS 14.4g")
@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_what_forms_offer_is_carried_out_and_nothing_is_lost_but_by_events(seed: int) -> None:
    """Random flights with random dice until nobody has any left; what is gone was said to be gone."""
    choose = random.Random(seed)
    p = table([choose.randint(1, 6) for _ in range(600)])
    start, told = p.state, list[Event]()
    for _ in range(40):
        pending = p.game.pending()
        if pending is not None:
            told += act(p, str(pending.side), pending.kinds[0], choose)
            continue
        open_ = [kind for kind in ("air transport", "air drop") if kind in p.legal()]
        if not open_:
            break
        told += act(p, "Allied", choose.choice(open_), choose)
    tokens, units, steps = books(start)
    tokens -= sum(event.tokens for event in told if isinstance(event, SupplySpent) and event.source != "Algiers")
    tokens += sum(by_box(event) for event in told if isinstance(event, CargoFlown))
    tokens -= sum(event.destroyed for event in told if isinstance(event, DumpCaptured))
    units -= sum(len(event.units) for event in told if isinstance(event, UnitsDestroyed))
    steps -= sum(isinstance(event, PlaneStepLost) for event in told)
    assert not any(isinstance(event, PlaneDestroyed) for event in told), "all have a base in reach"
    assert books(p.state) == (tokens, units, steps)


@pytest.mark.rule("OCS 14.9", "OCS 14.10", "OCS 21.12")
def test_a_blank_of_a_sky_full_of_planes_takes_a_few_milliseconds() -> None:
    """60 planes, 20 of them transports, and 20 bases: each blank in 20 ms, most of it for a slow machine."""
    bases_there = (f"Allied 1 A{col:02}.{row}: " for col in range(5, 25, 2) for row in ("15", "25"))
    p = sky(*bases_there, note=NOTE, options=(EVERYONE_SUPPLIED, XYZ_TRANSPORT))
    state, kinds = p.state, ("us-c-47", "us-spitv", "us-a-20")
    bases = sorted(state.bases)
    for number in range(60):
        plane = Plane(state.world.aircraft[kinds[number % 3]], bases[number % len(bases)])
        state = replace(state, planes=state.planes.set(f"{kinds[number % 3]}-{number}", plane))
    for base in bases[::4]:
        state = replace(state, dumps=state.dumps.set(base, state.dumps[p.hex("A10.20")]))
    p = Position(p.rules, state, RecordedDice(()))
    for kind in ("air transport", "air drop", "xyz transport"):
        form = filled(p, "Allied", kind, random.Random(1))
        for done in range(len(form)):
            times = []
            for _ in range(3):
                begun = time.process_time()
                p.rules.blank(p.state, "Allied", kind, form[:done])
                times.append(time.process_time() - begun)
            assert min(times) < 0.02, (kind, form[:done])
