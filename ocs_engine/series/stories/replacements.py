"""Sayings on replacements, rebuilding and consolidation (OCS 13.5, 13.9)."""

from __future__ import annotations

from dataclasses import dataclass

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.stories.scene import Reader, Saying, Scene, as_it_is, one_by_one
from ocs_engine.series.stories.words import by_number, counted, does, force, listed, name, place_name, units_named
from ocs_engine.state.repl_events import (
    BroughtIn,
    FactionDrawn,
    ReplsCame,
    ReplsRolled,
    StepsMerged,
    TransportRebuilt,
    TrucksSwapped,
    UnitsRebuilt,
    UnitsSwapped,
)
from ocs_engine.world.world import World

_RESULTS = {"pax": "Pax", "eq": "Eq", "air": "Air", "faction": "Faction", "special": "Special"}


@dataclass(frozen=True)
class Thrown:
    """A roll for replacements with the dice that it counts, none where they were thrown in another act."""

    rolled: ReplsRolled
    faces: tuple[int, ...]


def _roll(scene: Scene, event: ReplsRolled) -> None:
    """Its dice are told with it, not by themselves."""
    scene.add(Thrown(event, _dice_of(scene, f"replacements, {event.side}")))


def _faction(scene: Scene, event: FactionDrawn) -> None:
    """The die stands in the event."""
    _dice_of(scene, f"faction, {event.side}")
    scene.add(event)


def _dice_of(scene: Scene, purpose: str) -> tuple[int, ...]:
    """The dice thrown just before for a purpose, which will be told with what they bring."""
    last = scene.facts[-1] if scene.facts else None
    if not isinstance(last, DiceRolled) or last.purpose != purpose:
        return ()
    scene.facts.pop()
    return tuple(last.faces)


def _thrown(_: World, fact: Thrown) -> str:
    """The sum and what it gives: "replacements of the Axis: 2 + 5 + 1 = 8, Pax and Eq"."""
    event, results = fact.rolled, fact.rolled.results
    counts = {each: results.count(each) for each in dict.fromkeys(results)}
    what = [f"{count if count > 1 else ''} {_RESULTS[each]}".strip() for each, count in counts.items()]
    return f"replacements of {force(event.side)}: {_sum(fact.faces, event.total)}, {listed(what) or 'none'}"


def _sum(faces: tuple[int, ...], total: int) -> str:
    """Dice, what modifies them, and what they come to."""
    modifier = total - sum(faces)
    more = f" {'+' if modifier > 0 else '-'} {abs(modifier)}" if modifier else ""
    return f"{' + '.join(map(str, faces))}{more} = {total}" if faces else str(total)


def _drawn(_: World, event: FactionDrawn) -> str:
    return f"the die of {force(event.side)}, {event.die}, draws the {event.faction} faction"


def _came(world: World, event: ReplsCame) -> str:
    kinds = [world.repls[counter].name for counter in event.repls.values()]
    what = [f"{kinds.count(kind) if kinds.count(kind) > 1 else ''} {kind}".strip() for kind in dict.fromkeys(kinds)]
    come = f"{listed(what)} of {force(event.side)} {by_number('appear', len(kinds))}"
    return f"{come} in {place_name(world, event.place)}"


def _rebuilt(world: World, event: UnitsRebuilt) -> str:
    units = tuple(event.stances)
    done = f"{units_named(world, units)} {by_number('be', len(units))} rebuilt in {place_name(world, event.place)}"
    return f"{done} by {units_named(world, event.repls)}" if event.repls else done


def _truck(of: str, formation: str, tokens: int) -> str:
    """Transport by what it is: "the organic truck of 10 Pz Div", "4T of truck transport"."""
    return f"the organic truck of {formation}" if formation else f"{tokens}T of {of} transport"


def _truck_rebuilt(world: World, event: TransportRebuilt) -> str:
    what = _truck(event.of, event.formation, event.tokens)
    return f"{what} is rebuilt in {place_name(world, event.place)} by {name(world, event.repl)}"


def _swapped(world: World, event: UnitsSwapped) -> str:
    where = place_name(world, event.place)
    return f"{name(world, event.back)} takes the place of {name(world, event.spent)} in {where}"


def _merged(world: World, event: StepsMerged) -> str:
    halves = units_named(world, (event.kept, event.spent))
    return f"{halves} in {place_name(world, event.place)} become one, {counted(event.steps, 'step')} stronger"


def _trucks_swapped(world: World, event: TrucksSwapped) -> str:
    given = sum(event.given.values())
    what = f"{does(event.side, 'give')} {given}T of trucks in {place_name(world, event.place)}"
    return f"{what} for the organic truck of {event.formation}"


def _brought_in(world: World, event: BroughtIn) -> str:
    given = f" for {name(world, event.given_up)}" if event.given_up else ""
    return f"{name(world, event.unit)} is set up in {place_name(world, event.place)}{given}"


SAYINGS: dict[type, Saying] = {
    Thrown: one_by_one(_thrown),
    FactionDrawn: one_by_one(_drawn),
    ReplsCame: one_by_one(_came),
    UnitsRebuilt: one_by_one(_rebuilt),
    TransportRebuilt: one_by_one(_truck_rebuilt),
    UnitsSwapped: one_by_one(_swapped),
    StepsMerged: one_by_one(_merged),
    TrucksSwapped: one_by_one(_trucks_swapped),
    BroughtIn: one_by_one(_brought_in),
}
READERS: dict[type[Event], Reader] = {
    **{kind: as_it_is for kind in SAYINGS if kind is not Thrown},
    ReplsRolled: _roll,
    FactionDrawn: _faction,
}
