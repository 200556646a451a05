"""The options of chapter 4 that change the order of arrival: a world whose schedule is another one (T2 4.3 to 4.9)."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ocs_engine.kernel.cases import rule
from ocs_engine.series.reinforcing.order import DEAD_PILE
from ocs_engine.world.counters import Side
from ocs_engine.world.options import (
    FIXED_EIGHTH_ARMY,
    FORGET_STALINGRAD,
    MOSTLY_DEAD_THREE,
    MOSTLY_DEAD_TWO,
    NO_TRUCK_REMOVALS,
    STALINGRAD_DAY,
    VIVE_LA_FRANCE,
)
from ocs_engine.world.schedule import Arrival, EighthArmy, PlaneChange, TransportChange
from ocs_engine.world.world import World

FIXED_RELEASE = datetime.date(1943, 2, 19)
"""The day on which 8th Army comes without a roll, by option (T2 4.3)."""
DRAWN = {MOSTLY_DEAD_TWO: 2, MOSTLY_DEAD_THREE: 3}
"""Units of each batch that arrive, by option (T2 4.7)."""
ENTRY_E = "Entry E"
EXTRA_PLANES = (("ger-ju88", 2), ("ger-bf110-surge", 1), ("ger-ju52", 1))
EXTRA_TRUCKS = 2
EXTRA_ENTRY = "Sicily B"


@rule("T2 4.3", "T2 4.5", "T2 4.7", "T2 4.8", "T2 4.9")
def reordered(world: World, options: Collection[str]) -> World:
    """The world with the schedule that holds with some options; itself where they leave it as it is."""
    schedule = world.schedule
    changed = replace(
        schedule,
        arrivals=tuple(_changed(world, schedule.arrivals, options)),
        eighth_army=fixed(schedule.eighth_army) if FIXED_EIGHTH_ARMY in options else schedule.eighth_army,
    )
    return world if changed == schedule else replace(world, schedule=changed)


@rule("T2 4.3")
def fixed(army: EighthArmy) -> EighthArmy:
    """8th Army is rolled for never, and released on 19 February (T2 4.3)."""
    return replace(army, first_roll=FIXED_RELEASE, released_on=(), automatic=FIXED_RELEASE)


def _changed(world: World, arrivals: Iterable[Arrival], options: Collection[str]) -> Iterator[Arrival]:
    for each in arrivals:
        if VIVE_LA_FRANCE in options:
            each = with_the_french(world, each)
        for option, count in DRAWN.items():
            if option in options:
                each = less_dead(each, count)
        if NO_TRUCK_REMOVALS in options:
            each = replace(each, remove_transport=())
        yield each
    if FORGET_STALINGRAD in options:
        yield from extra(world)


@rule("T2 4.5")
def with_the_french(world: World, arrival: Arrival) -> Arrival:
    """No French unit is taken away (T2 4.5)."""
    kept = tuple(uid for uid in arrival.remove if world.counters[uid].faction != "French")
    return replace(arrival, remove=kept)


@rule("T2 4.7")
def less_dead(arrival: Arrival, count: int) -> Arrival:
    """More of each batch arrive, and the British battalions that were to be dead come to Entry E (T2 4.7)."""
    entry = ENTRY_E if arrival.entry == DEAD_PILE else arrival.entry
    return replace(arrival, entry=entry, draw=count if arrival.draw_one_of else arrival.draw)


@rule("T2 4.9")
def extra(world: World) -> Iterator[Arrival]:
    """What comes to the Axis besides on 15 January, but for the division, which is in other games (T2 4.9)."""
    if STALINGRAD_DAY in world.calendar.turns:
        yield Arrival(
            id="axis-forget-stalingrad",
            side=Side.AXIS,
            turn=world.calendar.turn_of(STALINGRAD_DAY),
            after_release=0,
            entry=EXTRA_ENTRY,
            units=(),
            draw_one_of=(),
            remove=(),
            exchange=(),
            transport=(TransportChange("truck", EXTRA_TRUCKS, ""),),
            remove_transport=(),
            planes=tuple(PlaneChange(kind, count, 0) for kind, count in EXTRA_PLANES),
            reserve_markers=0,
            sp=0,
        )
