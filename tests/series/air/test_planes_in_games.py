"""Planes in games at random: after every event each is in one place, and nothing of it goes or comes in silence."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.messages import Event
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.kernel.session import Entry
from ocs_engine.series.air.planes import room_for_active
from ocs_engine.series.modes import on_map
from ocs_engine.state.air_events import PlaneLanded, PlanesRefitted
from ocs_engine.state.capture_events import PlaneDestroyed, PlaneDisplaced, PlaneStepLost
from ocs_engine.state.model import DEAD, Plane, State
from ocs_engine.state.plane_events import PlanesMerged, PlaneStepRegained, SurgeRefitted
from ocs_engine.world.counters import Side
from tests.flights import sky
from tests.lifts import planning
from tests.positions import Position, check_events

LINES = (
    "Allied 2 A12.20: us-spitv, us-spitv reduced, us-p-40 inactive, us-a-20, us-a-20, us-p-39",
    "Allied 1 A20.20: us-c-47, us-c-47 reduced, us-spitv, us-p-40, us-b-25",
    "Allied 0 A16.24: us-p-39, us-a-20 inactive",
    "Axis 2 A36.20: ger-bf109g, ger-bf109g reduced, ger-ju87, ger-ju88, ger-fw190a inactive",
    "Axis 1 A28.20: ger-ju52, ger-he111-gldr, ger-bf109g, ita-mc202",
    "Axis 0 A30.24: ita-mc202 reduced, ger-ju87 inactive",
)
NOTE = """
    == Axis ==
    A28.20: March Bn (T-1), 2 SP
    A28.21: LW Para Bn (I-5)   -- Move
    A36.20: 2 SP
    == Allied ==
    A20.20: Para Bn (1), 2 SP   -- Move
    A20.21: Commando Bn (6 Cdo)
    A12.20: 2 SP
"""
WHENS = (
    "Allied Aircraft Refit Phase", "Allied Movement Phase", "Allied Movement Phase, Barrage Segment",
    "Axis Reaction Phase", "Allied Exploitation Phase", "Axis Aircraft Refit Phase", "Axis Movement Phase",
)  # fmt: skip
LIKELY = {"end segment": 2, "land": 1}
"""How likely some kinds of command are given; any other is 4, one of the air war 12."""
AIR = {
    "fighter sweep", "base transfer", "air transport", "air drop", "air barrage", "hip shoot", "refit", "merge planes",
    "trainbusting",
}  # fmt: skip


def table(seed: int) -> Position:
    """A sky full of planes over some infantry, in one of the phases in which they do something."""
    p = sky(*LINES, note=NOTE, when=WHENS[seed % len(WHENS)])
    p = planning(p, br_para_1=("A31.22", 0), ger_para_i5=("A21.22", 0))
    return Position(p.rules, p.state, SeededDice(seed))


def act(p: Position, chance: random.Random) -> tuple[State, tuple[Event, ...]]:
    """Any command that is offered; the state before it and the events."""
    pending = p.game.pending()
    side = pending.side if pending else p.side
    kinds = p.rules.legal(p.state, side)
    kind = chance.choices(kinds, [12 if each in AIR else LIKELY.get(each, 4) for each in kinds])[0]
    filled: list[Answer] = []
    while (blank := p.rules.blank(p.state, side, kind, filled)) is not None:
        enough = ENOUGH in blank.values and (len(filled) > 10 or chance.random() < 0.3)
        filled.append((blank.name, ENOUGH if enough else chance.choice(blank.values)))
    before, outcome = p.state, p.game.submit(p.rules.fill(side, kind, filled))
    assert isinstance(outcome, Entry), (kind, filled, outcome)
    check_events(p.rules, before, outcome.events)
    return before, outcome.events


def steps(plane: Plane) -> int:
    """The steps that a plane has."""
    return 0 if plane.place == DEAD else plane.aircraft.steps - plane.lost


def told(event: Event, before: State) -> dict[str, int]:
    """The planes that an event says something about, each with the steps that it gains by it, or loses."""
    match event:
        case PlaneLanded() | PlaneDisplaced():
            return {event.plane: 0}
        case PlanesRefitted() | SurgeRefitted():
            return dict.fromkeys(event.planes, 0)
        case PlaneStepLost():
            return {event.plane: -1}
        case PlaneDestroyed():
            return {event.plane: -steps(before.planes[event.plane])}
        case PlanesMerged():
            return {event.kept: 1, event.spent: -1}
        case PlaneStepRegained():
            return {event.plane: 1}
        case _:
            return {}


def check_planes(before: State, event: Event, after: State) -> None:
    """What one event may do to planes."""
    changes = told(event, before)
    assert set(after.planes) == set(before.planes), "a counter comes or goes"
    for pid, plane in after.planes.items():
        was = before.planes[pid]
        assert steps(plane) == steps(was) + changes.get(pid, 0), (pid, event)
        assert plane == was or pid in changes, (pid, event)
        assert plane.place == DEAD or on_map(after, plane.place) or after.world.is_box(plane.place), pid
        assert plane.place != DEAD or not plane.active, pid
        assert was.place != DEAD or plane.place == DEAD or isinstance(event, PlaneStepRegained), (pid, event)
        base = after.bases.get(plane.place) if on_map(after, plane.place) else None
        assert plane.place == was.place or base is None or base.side is plane.side, (pid, event)


def check_room(before: State, after: State) -> None:
    """No more Active planes at a base than it holds, but where it was reduced under them; never more than before."""
    for place, base in after.bases.items():
        if room_for_active(after, base.side, place) < 0:
            assert active(after, base.side, place) <= active(before, base.side, place), after.world.label(place)


def active(state: State, side: Side, place: int) -> int:
    return sum(each.active and each.side is side and each.place == place for each in state.planes.values())


def look_on(seed: int, acts: int, seen: Counter[str]) -> None:
    """So many acts at random, with each event looked at."""
    p, chance = table(seed), random.Random(seed)
    p.game.begin()
    for _ in range(acts):
        if p.state.verdict is not None:
            return
        before, events = act(p, chance)
        for event in events:
            after = p.rules.apply(before, event)
            seen[event.kind] += 1
            if after.planes is not before.planes:
                check_planes(before, event, after)
            if after.planes is not before.planes or after.bases is not before.bases:
                check_room(before, after)
            before = after


@pytest.mark.rule("OCS 14.1", "OCS 14.1c", "OCS 14.2a", "OCS 14.3", "OCS 15.1", "OCS 13.9")
@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_no_plane_is_lost_or_doubled_and_bases_hold_no_more_than_they_may(seed: int) -> None:
    look_on(seed, 40, Counter())


def test_such_games_have_all_there_is_in_the_air() -> None:
    """Some of these games come to each kind of event of the air war, so that the watch has something to look at."""
    seen: Counter[str] = Counter()
    for seed in range(28):
        look_on(seed, 60, seen)
    wanted = {
        "mission flown", "air round fought", "planes aborted", "flak fired", "mission loss", "interceptor sent",
        "plane landed", "plane step lost", "planes refitted", "planes merged", "cargo flown", "mission over",
    }  # fmt: skip
    assert {kind for kind in wanted if not seen[kind]} == set()


@pytest.mark.rule("OCS 14.2a", "OCS 15.4")
def test_the_watch_sees_a_plane_too_many() -> None:
    """Six Active planes at a base of Level 1 are one too many; that they were seven before is no fault."""
    p = sky("Allied 1 A20.20: " + ", ".join(["us-p-40"] * 6))
    more = replace(p.state, planes=p.state.planes.set("us-spitv-1", replace(p.state.planes["us-p-40-1"])))
    check_room(more, p.state)
    with pytest.raises(AssertionError):
        check_room(p.state, more)
