"""The forms of the series' commands: when a kind is open, and the values of each blank in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ocs_engine.kernel.draft import Draft, NoDice
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.remembered import remembered
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Ruleset, values
from ocs_engine.series import arranging, commands, movement
from ocs_engine.series.air.refit import in_refit
from ocs_engine.series.modes import KEEP, allowance, release_refusal, stance_refusal, stances
from ocs_engine.series.raid import must_land
from ocs_engine.series.reinforcing.rebuilding import in_reinforcement
from ocs_engine.series.sequence import FirstPlayerFrame, OverstackFrame, SimulcastFrame, expendable
from ocs_engine.series.supply.fuel import has_fuel
from ocs_engine.series.view import stacks_to_order
from ocs_engine.state.events import in_stance, read_stance, stance, take_stances
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]

# --- when a kind is open


def acting(state: State, side: str) -> bool:
    """Whether a side acts in a segment that it can end, which is not over, and no procedure is under way."""
    open_now = not state.frames and state.verdict is None and not state.memory.over
    return open_now and state.now.acts == side and state.now.segment in _ENDED_BY_ITS_SIDE


_ENDED_BY_ITS_SIDE = (Segment.BREAKOUT, Segment.MOVEMENT, Segment.BARRAGE, Segment.COMBAT)


def in_segment(state: State, side: str) -> bool:
    """Whether a side acts in a movement segment and no move is under way."""
    return acting(state, side) and state.now.is_movement


def in_release(state: State, side: str) -> bool:
    """Whether a side may release reserves: any segment of its own Reaction or Exploitation Phase (OCS 5.7b)."""
    return acting(state, side) and state.now.phase in (Phase.REACTION, Phase.EXPLOITATION)


def in_mode_change(state: State, side: str) -> bool:
    """Whether a side may change modes: at set-up, or in the movement segment of its own Movement Phase (OCS 0, 5.4)."""
    return arranging.in_set_up(state, side) or (in_segment(state, side) and state.now.phase is Phase.MOVEMENT)


def may_end(state: State, side: str) -> bool:
    """Whether a side may end its set-up, its segment, its Aircraft Refit Phase or its Reinforcement Phase."""
    if must_land(state, side):
        return False
    return any(open_(state, side) for open_ in (arranging.in_set_up, acting, in_refit, in_reinforcement))


def in_move(state: State, side: str) -> bool:
    """Whether a side has a move under way."""
    units = movement.moving(state)
    return bool(units) and state.units[units[0]].side == side


def asked_first(state: State, side: str) -> bool:
    """Whether a side must say who goes first."""
    top = state.top_frame
    return isinstance(top, FirstPlayerFrame) and top.chooser == side


def asked_simulcast(state: State, side: str) -> bool:
    """Whether a side must say if the turn may be a simulcast turn: the Axis first, then the Allies."""
    top = state.top_frame
    return isinstance(top, SimulcastFrame) and side == top.asked


def asked_destroy(state: State, side: str) -> bool:
    """Whether a side must name a unit of an overstacked hex."""
    top = state.top_frame
    return isinstance(top, OverstackFrame) and top.side == side


# --- candidates


def beginners(state: State, side: str) -> list[str]:
    """The units of a side that may begin to move or be declared not to move, in the roster's order."""
    return [uid for uid in state.roster if state.units[uid].side == side and movement.may_begin(state, uid)]


@remembered(lambda state, side: (state, side))
def starters(state: State, side: Side) -> tuple[str, ...]:
    """Those of the beginners that could move in some stance, with the fuel there is."""
    return tuple(uid for uid in beginners(state, side) if _any(moving_stances(state, uid)))


def moving_stances(state: State, uid: str) -> Iterator[str]:
    """The stances in which a unit could begin to move now, with the fuel it has: KEEP, and those it may change to."""
    unit = state.units[uid]
    texts = (KEEP, *(text for text in stances(unit) if text != stance(unit)))
    return (text for text in texts if _can_set_out(state, uid, text))


def _can_set_out(state: State, uid: str, text: str) -> bool:
    """Whether a unit has MA and fuel in a stance, may take it, and in Strat Mode has anywhere to go."""
    unit = state.units[uid] if text == KEEP else in_stance(state.units[uid], text)
    if allowance(state, unit) <= 0 or not has_fuel(state, uid, unit):
        return False
    if text != KEEP and stance_refusal(state, uid, text) is not None:
        return False
    return unit.marker is not Mode.STRAT or movement.strat_refusal(with_stance(state, uid, text), uid) is None


def other_stances(state: State, uid: str) -> Iterator[str]:
    """The stances that a unit may change to now."""
    unit = state.units[uid]
    return (text for text in stances(unit) if text != stance(unit) and stance_refusal(state, uid, text) is None)


def _any(found: Iterable[str]) -> bool:
    """Whether there is anything at all; a look at the first is enough."""
    return any(True for _ in found)


def with_stance(state: State, uid: str, text: str) -> State:
    """The state with one unit in another stance, KEEP for the one it has; whether it may is not asked."""
    return state if text == KEEP else take_stances(state, {uid: text})


# --- blanks


def no_blank(_state: State, _side: str, _filled: Filled) -> Blank | None:
    """A form without blanks."""
    return None


def begin_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """A unit, its stance, another unit of the hex with its stance, and so on until enough."""
    if not filled:
        return Blank("unit", starters(state, Side(side)))
    state = _with_stances(state, filled)
    name, last = filled[-1]
    if name == "unit" and last == ENOUGH:
        return None
    if name == "unit":
        return Blank("stance", tuple(moving_stances(state, last)))
    chosen = values(filled, "unit")
    place = state.units[chosen[0]].place
    more = (
        uid
        for uid in beginners(state, side)
        if state.units[uid].place == place and uid not in chosen and _any(moving_stances(state, uid))
    )
    return Blank("unit", (*more, ENOUGH))


def _with_stances(state: State, filled: Filled) -> State:
    for uid, text in stance_changes(filled).items():
        state = with_stance(state, uid, text)
    return state


def move_blank(rules: Ruleset[State]) -> Callable[[State, str, Filled], Blank | None]:
    """Units and stances as for beginning a move, then hex after hex until enough."""

    def blank(state: State, side: str, filled: Filled) -> Blank | None:
        if filled and filled[-1] == ("hex", ENOUGH):
            return None
        start = [answer for answer in filled if answer[0] != "hex"]
        if (first := begin_blank(state, side, start)) is not None:
            return first
        draft = Draft(rules, state, NoDice(), 0)
        movement.begin_move(draft, values(start, "unit"), stance_changes(start))
        after, units = draft.state, movement.moving(draft.state)
        for label in values(filled, "hex"):
            after = movement.stepped(after, units, state.world.place(label))
        ways = tuple(state.world.label(hex_) for hex_ in movement.next_hexes(after, units))
        return Blank("hex", ways if movement.end_refusal(after, units) else (*ways, ENOUGH))

    return blank


def step_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The next hex of the move under way."""
    if filled:
        return None
    ways = movement.next_hexes(state, movement.moving(state))
    return Blank("hex", tuple(state.world.label(hex_) for hex_ in ways))


def drop_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """Units of the moving stack until enough, such as may end their movement where they are."""
    able = [uid for uid in movement.moving(state) if movement.end_refusal(state, [uid]) is None]
    return several(able, filled)


def end_move_blank(state: State, _side: str, _filled: Filled) -> Blank | None:
    """Nothing to fill in; not to be had where the move may not end."""
    return Blank("hex", ()) if movement.end_refusal(state, movement.moving(state)) else None


def hold_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Units that have not moved, until enough."""
    return several(beginners(state, side), filled)


def release_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Reserve units until enough."""
    return several(
        [uid for uid in state.roster if state.units[uid].side == side and release_refusal(state, uid) is None], filled
    )


def several(candidates: Sequence[str], filled: Filled, name: str = "unit") -> Blank | None:
    """One of some candidates, as a rule units, another or enough."""
    if filled and filled[-1][1] == ENOUGH:
        return None
    chosen = values(filled, name)
    more = tuple(each for each in candidates if each not in chosen)
    return Blank(name, (*more, ENOUGH) if chosen else more)


def change_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """A unit, then its new stance."""
    offered: Callable[[State, str], Iterable[str]]
    offered = arranging.set_up_stances if arranging.in_set_up(state, side) else _new_stances
    if not filled:
        own = (uid for uid in state.roster if state.units[uid].side == side)
        return Blank("unit", tuple(uid for uid in own if _any(offered(state, uid))))
    return Blank("stance", tuple(offered(state, filled[0][1]))) if len(filled) == 1 else None


def _new_stances(state: State, uid: str) -> Iterator[str]:
    """The stances to which a unit may change and stay, in its own Movement Phase (OCS 5.4)."""
    if not movement.may_change(state, uid):
        return iter(())
    return (text for text in other_stances(state, uid) if _may_stay(state, uid, text))


def _may_stay(state: State, uid: str, text: str) -> bool:
    """Whether a unit may end its movement where it is in another stance; only Strat Mode asks (OCS 5.8b)."""
    strat = read_stance(text)[0] is Mode.STRAT
    return not strat or movement.strays(with_stance(state, uid, text), uid) is None


def place_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """A piece that has another place to stand, then that place."""
    if not filled:
        return Blank("piece", tuple(arranging.movable(state, side)))
    if len(filled) > 1:
        return None
    piece = filled[0][1]
    others = (place for place in arranging.places(state, piece) if place != arranging.place_of(state, piece))
    return Blank("place", tuple(state.world.label(place) for place in others))


def load_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Transport that may start otherwise loaded, then its load in T."""
    if not filled:
        own = (tid for tid in sorted(state.transport) if state.transport[tid].side == side)
        return Blank("transport", tuple(tid for tid in own if arranging.loads(state, tid)))
    return Blank("tokens", arranging.loads(state, filled[0][1])) if len(filled) == 1 else None


def in_between(state: State, side: str) -> bool:
    """Whether no procedure is under way, so that either side may order its stacks (OCS 4.8b, 4.9)."""
    return not state.frames and state.verdict is None and side in tuple(Side)


def top_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """A unit that could lie on top of its stack and does not."""
    return None if filled else Blank("unit", tuple(stacks_to_order(state, Side(side))))


def simulcast_blank(_state: State, _side: str, filled: Filled) -> Blank | None:
    """Yes or no."""
    return None if filled else Blank("agree", ("yes", "no"))


def first_blank(_state: State, _side: str, filled: Filled) -> Blank | None:
    """Who goes first."""
    return None if filled else Blank("first", tuple(str(side) for side in Side))


def destroy_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A unit of the overstacked hex."""
    top = state.frames[-1]
    if filled or not isinstance(top, OverstackFrame):
        return None
    return Blank("unit", expendable(state, top))


# --- filled forms as commands


def stance_changes(filled: Filled) -> dict[str, str]:
    """The new stances chosen, by unit."""
    pairs = zip(values(filled, "unit"), values(filled, "stance"), strict=False)
    return {uid: text for uid, text in pairs if text != KEEP}


def begin_fill(side: str, filled: Filled) -> Command:
    """Begin a move."""
    return commands.BeginMove(side=Side(side), units=values(filled, "unit"), stances=stance_changes(filled))


def move_fill(side: str, filled: Filled) -> Command:
    """A whole move."""
    units, path = values(filled, "unit"), values(filled, "hex")
    return commands.Move(side=Side(side), units=units, path=path, stances=stance_changes(filled))


def step_fill(side: str, filled: Filled) -> Command:
    """One step."""
    return commands.Step(side=Side(side), hex=values(filled, "hex")[0])


def drop_fill(side: str, filled: Filled) -> Command:
    """Units left behind."""
    return commands.Drop(side=Side(side), units=values(filled, "unit"))


def end_move_fill(side: str, _filled: Filled) -> Command:
    """The end of a move."""
    return commands.EndMove(side=Side(side))


def change_fill(side: str, filled: Filled) -> Command:
    """A change of mode in place."""
    return commands.ChangeMode(side=Side(side), unit=values(filled, "unit")[0], stance=values(filled, "stance")[0])


def hold_fill(side: str, filled: Filled) -> Command:
    """Units that will not move."""
    return commands.Hold(side=Side(side), units=values(filled, "unit"))


def release_fill(side: str, filled: Filled) -> Command:
    """Reserves released."""
    return commands.Release(side=Side(side), units=values(filled, "unit"))


def end_segment_fill(side: str, _filled: Filled) -> Command:
    """The end of a segment."""
    return commands.EndSegment(side=Side(side))


def place_fill(side: str, filled: Filled) -> Command:
    """A piece put into another place."""
    return commands.Place(side=Side(side), piece=values(filled, "piece")[0], place=values(filled, "place")[0])


def load_fill(side: str, filled: Filled) -> Command:
    """Transport set up with another load."""
    tokens = next(int(value) for name, value in filled if name == "tokens")
    return commands.Load(side=Side(side), transport=values(filled, "transport")[0], tokens=tokens)


def top_fill(side: str, filled: Filled) -> Command:
    """A unit put on top."""
    return commands.Top(side=Side(side), unit=values(filled, "unit")[0])


def simulcast_fill(side: str, filled: Filled) -> Command:
    """The answer to the offer of a simulcast turn."""
    return commands.AnswerSimulcast(side=Side(side), agree=values(filled, "agree") == ("yes",))


def first_fill(side: str, filled: Filled) -> Command:
    """Who goes first."""
    return commands.ChooseFirst(side=Side(side), first=Side(values(filled, "first")[0]))


def destroy_fill(side: str, filled: Filled) -> Command:
    """A unit given up."""
    return commands.Destroy(side=Side(side), unit=values(filled, "unit")[0])
