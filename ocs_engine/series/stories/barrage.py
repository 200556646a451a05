"""Sayings on barrages, against units and against works (OCS 10)."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.stories.reckoned import added_up, shifts
from ocs_engine.series.stories.scene import FrameData, Reader, Saying, Scene, Turning, as_it_is, one_by_one
from ocs_engine.series.stories.words import counted, does, listed, place_name, planes_named, units_named
from ocs_engine.series.tables.barrage import Source
from ocs_engine.state.air_events import BustingOver, TrainsBusted
from ocs_engine.state.barrage_events import (
    BarrageReckoned,
    BarrageResolved,
    BarrageShifted,
    BaseReduced,
    FacilityStruck,
    PortHit,
)
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World


@dataclass(frozen=True)
class CoverChosen:
    """The terrain that the owner of the target chose."""

    side: str
    terrain: str


@dataclass(frozen=True)
class Rolled:
    """A barrage of units with the faces of its two dice."""

    faces: tuple[int, ...]
    event: BarrageResolved


# --- what is to be told


def _changed(scene: Scene, frame: FrameData, changes: FrameData) -> None:
    if frame["step"] == "choose cover" and "terrain" in changes:
        scene.add(CoverChosen(Side(frame["side"]).other, changes["terrain"]))


def _begun(scene: Scene, event: BarrageReckoned) -> None:
    """Who fires at what stands before what is paid for it."""
    paid = scene.take_back(SupplySpent)
    scene.facts += [event, *paid]


def _resolved(scene: Scene, event: BarrageResolved) -> None:
    faces = [face for roll in scene.take_back(DiceRolled) for face in roll.faces]
    scene.add(Rolled(tuple(faces[:2]), event))


def _struck(scene: Scene, event: FacilityStruck) -> None:
    scene.take_back(DiceRolled)
    scene.add(event)


# --- the sentences


def _reckoned(world: World, event: BarrageReckoned) -> str:
    firers = [each.unit for each in event.fire]
    named = planes_named if event.source == Source.AIR else units_named
    guns = named(world, firers) or event.source
    cost = f" for {event.cost}T" if event.cost else ""
    aim = f"{does(event.side, 'barrage')} the {event.aim} in {place_name(world, event.target)} with {guns}"
    part = f", of which {event.partial} are used" if event.partial else ""
    return f"{aim}: {added_up(event.fire, event.total)}{part}, column {event.heading}{cost}"


def _cover(_: World, fact: CoverChosen) -> str:
    return f"{does(fact.side, 'choose')} {fact.terrain.replace('_', ' ')} for cover"


def _shifted(_: World, event: BarrageShifted) -> str:
    moved = f"{shifts(event.shifts)}, to column {event.heading}" if event.shifts else "no shift"
    return f"{event.row} terrain, {'spotted' if event.spotted else 'not spotted'}: {moved}"


def _rolled(_: World, fact: Rolled) -> str:
    event, faces = fact.event, " ".join(map(str, fact.faces))
    turned = f", which is {_result(event.result)} ({event.why})" if event.result != event.printed else ""
    half = f", and a {event.half} for it" if event.half is not None else ""
    steps = f"{counted(event.steps, 'step')} lost and DG" if event.steps else "DG"
    effect = f": {steps}" if event.dg and event.result != "DG" else ""
    return f"barrage {faces} = {event.roll}: {_result(event.printed)}{turned}{half}{effect}"


def _result(text: str) -> str:
    """A result in the table's own words; its dash would be lost in a sentence."""
    return "no result" if text == "-" else text


def _struck_so(_: World, event: FacilityStruck) -> str:
    planes = f"; a plane there loses a step on {event.plane_loss} or more" if event.plane_loss is not None else ""
    return f"barrage of the {event.aim} {event.die}: {_result(event.result)}{planes}"


def _reduced(world: World, event: BaseReduced) -> str:
    return f"the air base in {place_name(world, event.hex)} is down to Level {event.level}"


def _busted(world: World, event: TrainsBusted) -> str:
    whose = "Axis" if event.side == Side.AXIS else "Allied"
    return f"a Trainbusting marker lies in {place_name(world, event.hex)}, and {whose} movement is hampered round it"


def _over(world: World, event: BustingOver) -> str:
    where = listed([place_name(world, label) for label in event.hexes])
    return f"{does(event.side, 'clear')} the railway in {where}"


def _port(world: World, event: PortHit) -> str:
    return f"the port of {place_name(world, event.hex)} has {counted(event.hits, 'hit')} now"


SAYINGS: dict[type, Saying] = {
    BarrageReckoned: one_by_one(_reckoned),
    CoverChosen: one_by_one(_cover),
    BarrageShifted: one_by_one(_shifted),
    Rolled: one_by_one(_rolled),
    FacilityStruck: one_by_one(_struck_so),
    BaseReduced: one_by_one(_reduced),
    PortHit: one_by_one(_port),
    TrainsBusted: one_by_one(_busted),
    BustingOver: one_by_one(_over),
}
READERS: dict[type[Event], Reader] = {
    **dict.fromkeys((BarrageShifted, BaseReduced, PortHit, TrainsBusted, BustingOver), as_it_is),
    BarrageReckoned: _begun,
    BarrageResolved: _resolved,
    FacilityStruck: _struck,
}
TURNINGS: dict[str, Turning] = {"barrage": _changed}
