"""Sayings on combats and overruns, from the attack to the advance (OCS 8, 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ocs_engine.kernel.messages import DiceRolled, Event
from ocs_engine.series.stories.reckoned import fought_out, meaning, strengths
from ocs_engine.series.stories.scene import FrameData, Opening, Reader, Saying, Scene, Turning, as_it_is, one_by_one
from ocs_engine.series.stories.words import (
    capital,
    counted,
    do,
    does,
    listed,
    name,
    place_name,
    transport_name,
    units_named,
)
from ocs_engine.series.tables.surprise import Surprise
from ocs_engine.series.terrain_effects import HEXSIDE
from ocs_engine.state.events import TransportPlaced
from ocs_engine.state.fight_events import (
    CombatReckoned,
    CombatResolved,
    EmptyHexAttacked,
    ExploitWon,
    OptionTaken,
    ReservesRoused,
    StepLost,
    UnitsAdvanced,
    UnitsDisordered,
    UnitsRetreated,
)
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

PLAIN = ("combat in ", "barrage", "attrition")
"""How the reasons begin that need no word, as the sentence before them tells them."""


@dataclass(frozen=True)
class Declared:
    """An attack begins. units: the hex that each attacks from."""

    side: str
    target: str
    overrun: bool
    units: dict[str, str]


@dataclass(frozen=True)
class Leads:
    """A unit among several leads. part: "attack" or "defence"."""

    unit: str
    part: str


@dataclass(frozen=True)
class TerrainChosen:
    """What the defender chose for his own stack, and against each attacking hex."""

    side: str
    terrain: str
    against: dict[str, str]


@dataclass(frozen=True)
class Fought:
    """The working of an attack, its dice, and what they made of it."""

    reckoned: CombatReckoned
    rolls: tuple[DiceRolled, ...]
    resolved: CombatResolved


@dataclass(frozen=True)
class Lost:
    """A unit of a side lost a step. left: steps that it has after that."""

    side: str
    unit: str
    left: int
    why: str


@dataclass(frozen=True)
class Went:
    """Units retreated. trail: where they began, and each hex that they entered."""

    units: tuple[str, ...]
    trail: tuple[str, ...]


@dataclass(frozen=True)
class WentAlong:
    """Transport went along with units that retreat."""

    transport: str
    to: str


@dataclass(frozen=True)
class NobodyAdvanced:
    """The attackers might have entered a hex and did not."""

    target: str


# --- what is to be told


def _opened(scene: Scene, frame: FrameData) -> None:
    scene.add(Declared(frame["side"], frame["target"], frame["overrun"], dict(frame["units"])))


def _changed(scene: Scene, frame: FrameData, changes: FrameData) -> None:
    """Tell of leads among several, of terrain that was asked for, and of an advance that nobody makes."""
    for field, units, part in (("attacker_lead", "units", "attack"), ("defender_lead", "defenders", "defence")):
        if field in changes and len(frame[units]) > 1:
            scene.add(Leads(changes[field], part))
    if frame["step"] == "choose terrain" and "terrain" in changes:
        scene.add(TerrainChosen(Side(frame["side"]).other, changes["terrain"], dict(changes["against"])))
    if frame["step"] == "choose advance":
        scene.add(NobodyAdvanced(frame["target"]))


def _resolved(scene: Scene, event: CombatResolved) -> None:
    """The working with its dice; in a log that somebody has changed they may be others, and are told as they are."""
    rolls = scene.take_back(DiceRolled)
    thrown = ["surprise", "combat"] if event.surprise == Surprise.NONE else ["surprise", "shift", "combat"]
    whole = [roll.purpose for roll in rolls] == thrown
    for reckoned in scene.take_back(CombatReckoned):
        scene.add(Fought(reckoned, tuple(rolls), event) if whole else reckoned)
    if not whole:
        scene.facts += rolls


def _lost(scene: Scene, event: StepLost) -> None:
    scene.add(Lost(scene.before.units[event.unit].side, event.unit, scene.steps(event.unit) - 1, event.why))


def _went(scene: Scene, event: UnitsRetreated) -> None:
    last = scene.facts[-1] if scene.facts else None
    if isinstance(last, Went) and last.units == event.units:
        scene.facts[-1] = Went(event.units, (*last.trail, event.to))
    else:
        scene.add(Went(event.units, (scene.place(event.units[0]), event.to)))


def _placed(scene: Scene, event: TransportPlaced) -> None:
    """In a retreat transport goes along, and where it ends is all that is told; elsewhere it is set up."""
    if scene.frame.get("kind") != "retreat":
        scene.add(event)
        return
    scene.facts = [
        fact for fact in scene.facts if not (isinstance(fact, WentAlong) and fact.transport == event.transport)
    ]
    scene.add(WentAlong(event.transport, event.place))


def _advanced(scene: Scene, event: UnitsAdvanced) -> None:
    scene.take_back(NobodyAdvanced)
    scene.add(event)


# --- the sentences


def _declared(world: World, fact: Declared) -> str:
    hexes = dict.fromkeys(fact.units.values())
    stacks = [([uid for uid, where in fact.units.items() if where == hex_], hex_) for hex_ in hexes]
    attackers = listed([f"{units_named(world, stack)} from {place_name(world, hex_)}" for stack, hex_ in stacks])
    verb = "overrun" if fact.overrun else "attack"
    return f"{does(fact.side, verb)} {place_name(world, fact.target)} with {attackers}"


def _leads(world: World, fact: Leads) -> str:
    return f"{name(world, fact.unit)} leads the {fact.part}"


def _terrain(_: World, fact: TerrainChosen) -> str:
    """The defender's choices, those alike together."""
    uses: dict[str, list[str]] = {fact.terrain: ["for the defence"]}
    for hex_, choice in fact.against.items():
        uses.setdefault(choice, []).append(f"against {hex_}")
    told = [f"{_terrain_name(choice)} {listed(each)}" for choice, each in uses.items()]
    return f"{does(fact.side, 'choose')} {', '.join(told)}"


def _terrain_name(choice: str) -> str:
    return "the hexside" if choice == HEXSIDE else choice.replace("_", " ")


def _reckoned(world: World, event: CombatReckoned) -> str:
    return strengths(world, event)


def _fought(world: World, fact: Fought) -> str:
    told = [strengths(world, fact.reckoned), fought_out(fact.reckoned, fact.rolls, fact.resolved)]
    return ". ".join(map(capital, [*told, meaning(fact.reckoned, fact.resolved)]))


def _option(_: World, event: OptionTaken) -> str:
    if event.ignored:
        return f"{does(event.side, 'leave')} the option aside"
    steps = f"{counted(event.steps, 'step')} lost" if event.steps else ""
    hexes = f"a retreat of {counted(event.hexes, 'hex')}" if event.hexes else ""
    return f"{does(event.side, 'take')} the option as {listed([each for each in (steps, hexes) if each])}"


def _losses(world: World, alike: Sequence[Lost]) -> list[str]:
    """The losses of a side, and then of the other."""
    return [told for _, own in groupby(alike, key=lambda fact: fact.side) for told in _own_losses(world, list(own))]


def _own_losses(world: World, alike: Sequence[Lost]) -> list[str]:
    """Those who lost steps and live, each with what it has left; then those who died of it."""
    times, final = Counter(fact.unit for fact in alike), {fact.unit: fact for fact in alike}
    why = _because(alike[-1].why)
    hurt = [
        f"{name(world, uid)} loses {counted(times[uid], 'step')} and has {fact.left} left{why}"
        for uid, fact in final.items()
        if fact.left
    ]
    dead = [uid for uid, fact in final.items() if not fact.left]
    if not dead:
        return hurt
    end = "loses its last step and is destroyed" if len(dead) == 1 else "lose their last steps and are destroyed"
    return [*hurt, f"{units_named(world, dead)} {end}{why}"]


def _because(why: str) -> str:
    return "" if why.startswith(PLAIN) else f" ({why})"


def _disordered(world: World, event: UnitsDisordered) -> str:
    return f"{do(world, tuple(event.stances), 'go')} DG{_because(event.why)}"


def _roused(world: World, event: ReservesRoused) -> str:
    return f"{do(world, tuple(event.stances), 'lose')} Reserve Mode"


def _exploit(world: World, event: ExploitWon) -> str:
    return f"{do(world, tuple(event.stances), 'win')} Exploit"


def _retreat(world: World, fact: Went) -> str:
    start, *between, end = fact.trail
    way = f" via {', '.join(between)}" if between else ""
    far = f" {counted(len(between) + 1, 'hex')}" if between else ""
    return f"{do(world, fact.units, 'retreat')}{far} from {place_name(world, start)} to {place_name(world, end)}{way}"


def _along(world: World, fact: WentAlong) -> str:
    return f"{transport_name(world, fact.transport)} goes along to {place_name(world, fact.to)}"


def _empty(world: World, event: EmptyHexAttacked) -> str:
    return f"{place_name(world, event.target)} is empty, and nothing is rolled"


def _advance(world: World, event: UnitsAdvanced) -> str:
    return f"{do(world, event.units, 'advance')} into {place_name(world, event.to)}"


def _nobody(world: World, fact: NobodyAdvanced) -> str:
    return f"nobody advances into {place_name(world, fact.target)}"


SAYINGS: dict[type, Saying] = {
    Declared: one_by_one(_declared),
    Leads: one_by_one(_leads),
    TerrainChosen: one_by_one(_terrain),
    CombatReckoned: one_by_one(_reckoned),
    Fought: one_by_one(_fought),
    OptionTaken: one_by_one(_option),
    Lost: _losses,
    UnitsDisordered: one_by_one(_disordered),
    ReservesRoused: one_by_one(_roused),
    ExploitWon: one_by_one(_exploit),
    Went: one_by_one(_retreat),
    WentAlong: one_by_one(_along),
    EmptyHexAttacked: one_by_one(_empty),
    UnitsAdvanced: one_by_one(_advance),
    NobodyAdvanced: one_by_one(_nobody),
}
READERS: dict[type[Event], Reader] = {
    **dict.fromkeys(
        (CombatReckoned, EmptyHexAttacked, OptionTaken, UnitsDisordered, ReservesRoused, ExploitWon), as_it_is
    ),
    CombatResolved: _resolved,
    StepLost: _lost,
    UnitsRetreated: _went,
    TransportPlaced: _placed,
    UnitsAdvanced: _advanced,
}
OPENINGS: dict[str, Opening] = {"combat": _opened}
TURNINGS: dict[str, Turning] = {"combat": _changed}
