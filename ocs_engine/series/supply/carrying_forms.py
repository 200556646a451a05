"""The forms of the commands for Transport Points: when a kind is open, and the values of each blank in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocs_engine.kernel.draft import Draft, NoDice
from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH, Blank, Ruleset, values
from ocs_engine.series.forms import Filled, in_segment
from ocs_engine.series.modes import on_map, release_refusal
from ocs_engine.series.supply import carrying_commands as commands
from ocs_engine.series.supply.drives import begin, drive_to, take_on
from ocs_engine.series.supply.driving import beginners, next_hexes, reserve_choices
from ocs_engine.series.supply.grouping import partners, shares, splits
from ocs_engine.series.supply.loading import most_put, most_taken
from ocs_engine.series.supply.pausing import driving
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side

NO, YES = "no", "yes"

# --- when a kind is open


def in_drive(state: State, side: str) -> bool:
    """Whether a side has transport on its way."""
    tid = driving(state)
    return bool(tid) and state.transport[tid].side == side


def may_load(state: State, side: str) -> bool:
    """Whether a side may load and unload: what is on its way, or what is in an off-map box between two moves."""
    return in_drive(state, side) or _in_own_phase(state, side)


def may_group(state: State, side: str) -> bool:
    """Whether a side may put transport together and part it, in its own Movement Phase (OCS 13.2c)."""
    return state.now.phase is Phase.MOVEMENT and may_load(state, side)


def _in_own_phase(state: State, side: str) -> bool:
    return in_segment(state, side) and state.now.phase is Phase.MOVEMENT


# --- a drive


def begin_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Transport, and for what may choose whether it goes in Reserve Mode."""
    if not filled:
        return Blank("transport", tuple(beginners(state, Side(side))))
    choices = reserve_choices(state, str(filled[0][1]))
    if len(filled) > 1 or choices == (False,):
        return None
    moving = [answer for answer in choices if answer is not state.transport[filled[0][1]].reserve]
    offered = moving if state.points.movement_frozen(state) else choices
    return Blank("reserve", tuple(YES if answer else NO for answer in offered))


def begin_fill(side: str, filled: Filled) -> Command:
    """Begin a drive."""
    tid, reserve = values(filled, "transport")[0], YES in values(filled, "reserve")
    return commands.BeginDrive(side=Side(side), transport=tid, reserve=reserve)


def step_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The next hex of the drive under way."""
    return None if filled else Blank("hex", tuple(map(state.world.label, next_hexes(state, driving(state)))))


def step_fill(side: str, filled: Filled) -> Command:
    """One hex on."""
    return commands.DriveTo(side=Side(side), hex=values(filled, "hex")[0])


def end_fill(side: str, _filled: Filled) -> Command:
    """The end of a drive."""
    return commands.EndDrive(side=Side(side))


def drive_blank(rules: Ruleset[State]) -> Callable[[State, str, Filled], Blank | None]:
    """As for beginning a drive, then the T to load, hex after hex until enough, and the T to unload."""

    def blank(state: State, side: str, filled: Filled) -> Blank | None:
        names = [name for name, _ in filled]
        start = [answer for answer in filled if answer[0] in ("transport", "reserve")]
        if "put" in names:
            return None
        if (first := begin_blank(state, side, start)) is not None:
            return first
        draft, tid = Draft(rules, state, NoDice(), 0), values(start, "transport")[0]
        begin(draft, Side(side), tid, YES in values(start, "reserve"))
        if "take" not in names:
            return Blank("take", tuple(range(most_taken(draft.state, tid) + 1)))
        if take := _number(filled, "take"):
            take_on(draft, tid, take)
        for label in values(filled, "hex"):
            drive_to(draft, state.world.place(label))
        if filled[-1] == ("hex", ENOUGH):
            return Blank("put", tuple(range(most_put(draft.state, tid) + 1)))
        ways = map(state.world.label, next_hexes(draft.state, tid))
        return Blank("hex", (*ways, ENOUGH))

    return blank


def drive_fill(side: str, filled: Filled) -> Command:
    """A whole drive."""
    return commands.Drive(
        side=Side(side),
        transport=values(filled, "transport")[0],
        path=values(filled, "hex"),
        take=_number(filled, "take"),
        put=_number(filled, "put"),
        reserve=YES in values(filled, "reserve"),
    )


# --- loads


def take_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Transport, then the T to load."""
    return _loads_blank(state, side, filled, most_taken)


def put_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Transport, then the T to unload."""
    return _loads_blank(state, side, filled, most_put)


def _loads_blank(state: State, side: str, filled: Filled, most: Callable[[State, str], int]) -> Blank | None:
    if not filled:
        return Blank("transport", tuple(tid for tid in _handled(state, Side(side)) if most(state, tid)))
    return Blank("tokens", tuple(range(1, most(state, filled[0][1]) + 1))) if len(filled) == 1 else None


def _handled(state: State, side: Side) -> Sequence[str]:
    """The transport whose turn it is to be loaded or unloaded: what is on its way, else all in off-map boxes."""
    if tid := driving(state):
        return (tid,)
    own = ((tid, each) for tid, each in sorted(state.transport.items()) if each.side is side)
    return [tid for tid, each in own if not on_map(state, each.place)]


def take_fill(side: str, filled: Filled) -> Command:
    """Supply loaded."""
    tid, tokens = values(filled, "transport")[0], _number(filled, "tokens")
    return commands.TakeOn(side=Side(side), transport=tid, tokens=tokens)


def put_fill(side: str, filled: Filled) -> Command:
    """Supply unloaded."""
    tid, tokens = values(filled, "transport")[0], _number(filled, "tokens")
    return commands.PutDown(side=Side(side), transport=tid, tokens=tokens)


# --- together and apart


def combine_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Transport, another, and more until enough."""
    if filled and filled[-1][1] == ENOUGH:
        return None
    named = values(filled, "transport")
    more = partners(state, Side(side), named)
    return Blank("transport", (*more, ENOUGH) if len(named) > 1 else more)


def combine_fill(side: str, filled: Filled) -> Command:
    """Transport put together."""
    return commands.Combine(side=Side(side), transport=values(filled, "transport"))


def split_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """Transport, what the part can carry, and what it does."""
    match [value for _, value in filled]:
        case []:
            tid = driving(state)
            own = (tid,) if tid else tuple(t for t, each in sorted(state.transport.items()) if each.side == side)
            return Blank("transport", tuple(each for each in own if splits(state, each)))
        case [tid]:
            return Blank("tokens", splits(state, tid))
        case [tid, tokens]:
            return Blank("load", shares(state, tid, tokens))
    return None


def split_fill(side: str, filled: Filled) -> Command:
    """Transport parted."""
    tid, tokens, load = values(filled, "transport")[0], _number(filled, "tokens"), _number(filled, "load")
    return commands.Split(side=Side(side), transport=tid, tokens=tokens, load=load)


# --- reserves


def release_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """An organic truck in Reserve."""
    own = (tid for tid, each in sorted(state.transport.items()) if each.side == side)
    return None if filled else Blank("transport", tuple(tid for tid in own if release_refusal(state, tid) is None))


def release_fill(side: str, filled: Filled) -> Command:
    """An organic truck released."""
    return commands.ReleaseTransport(side=Side(side), transport=values(filled, "transport")[0])


def _number(filled: Filled, name: str) -> int:
    return next(int(value) for blank, value in filled if blank == name)
