"""What the player `simple` answers besides fights: losses, retreats, captures, and what it does not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ocs_engine.grid import Hex
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Ruleset
from ocs_engine.players.simple_worth import cheapest, nearest_enemy
from ocs_engine.series.capture_planes import PlanesFrame, Rebase, refuges
from ocs_engine.series.capture_transport import GiveUpTransport, TransportFrame, amounts, transport_there
from ocs_engine.series.commands import Destroy
from ocs_engine.series.fight_commands import LoseStep
from ocs_engine.series.general import in_enemy_zoc, size, stack_limit, stack_size, worth
from ocs_engine.series.losses import LossFrame, losers
from ocs_engine.series.retreat import RetreatFrame
from ocs_engine.series.sequence import OverstackFrame, expendable
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

SAFE = 6
"""Hexes from the nearest enemy at which things are out of danger."""
BREATH = 3
"""Hexes from the nearest enemy beyond which a retreat does not seek to get."""

Choice = Callable[[Blank, Sequence[Answer]], Any]
"""Which value is put into a blank, by what was filled in before."""


def filled(rules: Ruleset[State], state: State, side: Side, kind: str, choice: Choice) -> Command:
    """A form filled by choosing a value for each blank in turn."""
    answers: list[Answer] = []
    while (blank := rules.blank(state, side, kind, answers)) is not None:
        answers.append((blank.name, choice(blank, answers)))
    return rules.fill(side, kind, answers)


def first(blank: Blank, _: Sequence[Answer]) -> Any:
    """Enough where that will do, else the first value."""
    return ENOUGH if ENOUGH in blank.values else blank.values[0]


# --- losses


def lose(state: State, side: Side, frame: LossFrame) -> Command:
    """The unit whose step is worth least."""
    return LoseStep(side=side, unit=cheapest(state, losers(state, frame)))


def destroy(state: State, side: Side, frame: OverstackFrame) -> Command:
    """The weakest unit of a crowd."""
    return Destroy(side=side, unit=min(expendable(state, frame), key=lambda uid: (worth(state.units[uid]), uid)))


# --- retreats


def retreat(rules: Ruleset[State], state: State, side: Side, frame: RetreatFrame) -> Command:
    """All that must go from a hex go together, as far as they can, and their trucks with them; nobody tags along."""
    fighting = {uid for party in frame.waiting for uid in party.units}

    def choice(blank: Blank, answers: Sequence[Answer]) -> Any:
        if blank.name != "unit":
            return blank.values[0]
        going = [value for value in blank.values if value in fighting]
        return going[0] if going else first(blank, answers)

    def where(blank: Blank, _: Sequence[Answer]) -> Any:
        return min(blank.values, key=lambda label: refuge_key(state, side, state.world.place(label), room))

    units = frame.group.units if frame.group else ()
    room = stack_limit(state) - sum(size(state.units[uid]) for uid in units)
    if frame.step == "group":
        return filled(rules, state, side, "begin retreat", choice)
    return filled(rules, state, side, "retreat to", where)


def refuge_key(state: State, side: Side, hex_: Hex, room: int) -> tuple[bool, bool, int, int, int]:
    """What makes a hex a good one to retreat to, the least the best: room, no enemy ZOC, away from the enemy, home."""
    grid = state.world.atlas.grid
    own = (hex_ for hex_ in state.points.objectives(state).values() if state.control.get(hex_) is side)
    return (
        stack_size(state, hex_, side) > room,
        in_enemy_zoc(state, side, hex_),
        -min(nearest_enemy(state, side, hex_, BREATH), BREATH),
        min((grid.distance(hex_, home) for home in own), default=-nearest_enemy(state, side, hex_, 0)),
        hex_,
    )


# --- captures


def transport(rules: Ruleset[State], state: State, side: Side, frame: TransportFrame) -> Command:
    """Give up what overpays least and carries least; what gets away goes whole, loaded, and far from the enemy."""
    there = transport_there(state, side, state.world.place(frame.hex), frame.what)
    if frame.step == "choose":
        most = {tid: amounts(frame, each)[-1] for tid, each in there.items()}
        tid = min(there, key=lambda tid: (max(most[tid] - frame.owed, 0), there[tid].load, tid))
        return GiveUpTransport(side=side, transport=tid, tokens=most[tid])

    def choice(blank: Blank, _: Sequence[Answer]) -> Any:
        if blank.name == "transport":
            return blank.values[0]
        return min(blank.values, key=_danger(state, side)) if blank.name == "hex" else blank.values[-1]

    return filled(rules, state, side, "displace", choice)


def rebase(state: State, side: Side, frame: PlanesFrame) -> Command:
    """The base out of danger that is nearest, or that which is least in it."""
    return Rebase(side=side, plane=frame.plane, base=min(refuges(state, frame), key=_danger(state, side)))


def _danger(state: State, side: Side) -> Callable[[str], int]:
    """How near to the enemy a place is, 0 where it is safe, an off-map box always."""

    def danger(label: str) -> int:
        place = state.world.place(label)
        return 0 if state.world.is_box(place) else max(SAFE - nearest_enemy(state, side, place, SAFE), 0)

    return danger
