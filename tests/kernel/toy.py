"""A toy game that is not OCS: two armies on a ring of towns, moved by cards, fighting with a die each.

A card takes its owner's army along a path of up to as many towns, never on from the other army's. Where it ends there
both throw a die; the lower one, on a tie the one that came, retreats to a town next to it.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Event, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset

SIDES = ("Red", "Blue")
TOWNS = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir")
ROADS = {town: (TOWNS[i - 1], TOWNS[(i + 1) % 6]) for i, town in enumerate(TOWNS)}
DEALS = 3


@dataclass(frozen=True)
class Table:
    hands: tuple[tuple[int, ...], ...] = ((), ())  # Red's, Blue's; so are the armies
    armies: tuple[str, ...] = ("Ash", "Dogwood")
    turns: int = 0
    deals: int = 0
    frames: tuple[Frame, ...] = ()

    def with_frames(self, frames: tuple[Frame, ...]) -> "Table":
        return replace(self, frames=frames)


class Play(Command):
    kind: Literal["play"] = "play"
    card: int
    path: tuple[str, ...]


class Retreat(Command):
    kind: Literal["retreat"] = "retreat"
    to: str


class Dealt(Event):
    kind: Literal["dealt"] = "dealt"
    hands: tuple[tuple[int, ...], ...]


class Spent(Event):
    kind: Literal["spent"] = "spent"
    side: Literal["Red", "Blue"]
    card: int


class Moved(Event):
    kind: Literal["moved"] = "moved"
    side: Literal["Red", "Blue"]
    to: str


class TurnEnded(Event):
    kind: Literal["turn ended"] = "turn ended"


class Battle(Frame):
    kind: Literal["battle"] = "battle"
    comer: str
    loser: str = ""


class ToyRules(Ruleset[Table]):
    def idle(self, draft: Draft[Table]) -> bool:
        if any(draft.state.hands) or draft.state.deals == DEALS:
            return False
        cards = draft.roll("the deal", 4)
        draft.emit(Dealt(hands=(cards[:2], cards[2:])))
        return True

    def milestone(self, event: Event) -> bool:
        return isinstance(event, TurnEnded)

    def dump(self, state: Table) -> dict[str, Any]:
        return asdict(state) | {"frames": [frame.model_dump(mode="json") for frame in state.frames]}

    def load(self, data: Any) -> Table:
        frames = tuple(self.read_frame(each) for each in data["frames"])
        return Table(tuple(map(tuple, data["hands"])), tuple(data["armies"]), data["turns"], data["deals"], frames)

    def check_fact(self, state: Table, fact: Event) -> None:
        if isinstance(fact, Spent) and fact.card not in own(state.hands, fact.side):
            raise refuse("not a fact", "Toy 1", f"{fact.side} holds no {fact.card}")
        if isinstance(fact, Moved) and (fact.to not in TOWNS or fact.to == foe(state.armies, fact.side)):
            raise refuse("not a fact", "", f"{fact.to!r} is no free town", places=[fact.to])


RULES = ToyRules("toy/1", (Play, Retreat), (Dealt, Spent, Moved, TurnEnded), (Battle,))


def own(pair: Sequence[Any], side: str) -> Any:
    return pair[SIDES.index(side)]


def foe(pair: Sequence[Any], side: str) -> Any:
    return pair[1 - SIDES.index(side)]


def put(pair: tuple[Any, ...], side: str, value: Any) -> tuple[Any, ...]:
    return (value, pair[1]) if side == "Red" else (pair[0], value)


def may_play(state: Table, side: str) -> bool:
    return not state.frames and side == SIDES[state.turns % 2] and bool(own(state.hands, side))


def play_blank(state: Table, side: str, filled: Sequence[Answer]) -> Blank | None:
    if not filled:
        return Blank("card", tuple(sorted(set(own(state.hands, side)))))
    path = [own(state.armies, side), *(value for _, value in filled[1:])]
    if len(path) == 1:
        return Blank("town", ROADS[path[-1]])
    if path[-1] in (ENOUGH, foe(state.armies, side)) or len(path) > filled[0][1]:
        return None
    return Blank("town", (*ROADS[path[-1]], ENOUGH))


def fill_play(side: str, filled: Sequence[Answer]) -> Play:
    return Play(side=side, card=filled[0][1], path=tuple(town for _, town in filled[1:] if town != ENOUGH))


@RULES.command(Play, may_play, play_blank, fill_play)
def play(draft: Draft[Table], command: Play) -> None:
    side, card, path = command.side, command.card, command.path
    if card not in own(draft.state.hands, side):
        raise refuse("no card", "Toy 1", f"{side} holds no {card}", pieces=[str(card)])
    draft.emit(Spent(side=side, card=card))
    if not 1 <= len(path) <= card:
        raise refuse("too far", "Toy 2", f"a {card} takes an army along 1 to {card} towns; the path has {len(path)}")
    for number, town in enumerate(path):
        here = own(draft.state.armies, side)
        if town not in ROADS[here] or (number and here == foe(draft.state.armies, side)):
            raise refuse("no way", "Toy 2", f"{side} cannot go on from {here} to {town}", places=[here, town])
        draft.emit(Moved(side=side, to=town))
    if own(draft.state.armies, side) == foe(draft.state.armies, side):
        draft.open_frame(Battle(step="throw", comer=side))
    else:
        draft.emit(TurnEnded())


@RULES.step(Battle, "throw")
def throw(draft: Draft[Table], battle: Battle) -> None:
    red, blue = draft.roll("battle", 2)
    draft.change_frame(step="retreat", loser=battle.comer if red == blue else "Red" if red < blue else "Blue")


@RULES.question(Battle, "retreat")
def ask_retreat(state: Table, battle: Battle) -> Pending:
    return Pending(
        battle.loser, f"Where does your army at {own(state.armies, battle.loser)} go?", "Toy 3", ("retreat",)
    )


def may_retreat(state: Table, side: str) -> bool:
    top = state.frames[-1] if state.frames else None
    return isinstance(top, Battle) and top.loser == side


def retreat_blank(state: Table, side: str, filled: Sequence[Answer]) -> Blank | None:
    return None if filled else Blank("town", ROADS[own(state.armies, side)])


@RULES.command(Retreat, may_retreat, retreat_blank, lambda side, filled: Retreat(side=side, to=filled[0][1]))
def retreat(draft: Draft[Table], command: Retreat) -> None:
    here = own(draft.state.armies, command.side)
    if command.to not in ROADS[here]:
        raise refuse("no way", "Toy 3", f"{command.to} is not next to {here}", places=[here, command.to])
    draft.emit(Moved(side=command.side, to=command.to))
    draft.close_frame()
    draft.emit(TurnEnded())


@RULES.event(Dealt)
def dealt(state: Table, event: Dealt) -> Table:
    return replace(state, hands=event.hands, deals=state.deals + 1)


@RULES.event(Spent)
def spent(state: Table, event: Spent) -> Table:
    left = list(own(state.hands, event.side))
    left.remove(event.card)
    return replace(state, hands=put(state.hands, event.side, tuple(left)))


@RULES.event(Moved)
def moved(state: Table, event: Moved) -> Table:
    return replace(state, armies=put(state.armies, event.side, event.to))


@RULES.event(TurnEnded)
def turn_ended(state: Table, event: TurnEnded) -> Table:  # noqa: ARG001 (the kernel's form)
    return replace(state, turns=state.turns + 1)
