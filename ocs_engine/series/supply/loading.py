"""How Transport Points are loaded and unloaded (OCS 13.2f), and what may not be moved twice (OCS 12.2a)."""

from __future__ import annotations

from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.messages import Refusal
from ocs_engine.series.cargo import supply_there
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import twelfths
from ocs_engine.series.numbers import rounded
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.series.supply.driving import kind_of, remaining
from ocs_engine.state.model import State
from ocs_engine.world.chart import TWELFTHS


@rule("OCS 13.2f")
def handling_cost(state: State, tid: str) -> int:
    """What loading, or unloading, any amount in one hex costs transport, in twelfths of an MP (OCS 13.2f).

    A tenth of its printed MA, rounded; nothing in an off-map box.
    """
    if not on_map(state, state.transport[tid].place):
        return 0
    share = state.world.tables.share("load_unload_share_of_printed_MA")
    return TWELFTHS * rounded(kind_of(state, tid).ma * share)


@rule("OCS 12.2")
def loadable(state: State, tid: str) -> int:
    """The T on the ground that transport could load where it is: what came by transport in this phase stays (12.2a)."""
    each = state.transport[tid]
    if on_map(state, each.place) or each.place in state.points.endless_dumps(state, each.side):
        return supply_there(state, each.side, each.place)
    return 0


def _on_ground(state: State, tid: str) -> int:
    each = state.transport[tid]
    dump = state.dumps.get(each.place)
    return dump.tokens if dump is not None and dump.side is each.side else 0


@rule("OCS 13.2", "OCS 13.2f", "OCS 12.2")
def take_refusal(state: State, tid: str, tokens: int) -> Refusal | None:
    """Why transport may not load so many T where it is, or None."""
    each, label = state.transport[tid], state.world.label(state.transport[tid].place)
    if tokens < 1:
        return _no("no tokens", "OCS 12.1", f"{tokens}T cannot be loaded; name a number of 1 or more", tid)
    if tokens > each.tokens - each.load:
        return _no("no room", "OCS 13.2", f"{tid} carries {each.load}T of {each.tokens}T and has no room", tid)
    if tokens > (free := loadable(state, tid)):
        if on_map(state, each.place) and tokens <= (there := _on_ground(state, tid)):
            words = f"of the {there}T in {label} {there - free}T came by transport in this phase and stay in it"
            return _no("came in this phase", "OCS 12.2", words, tid, label)
        return _no("too little there", "OCS 13.2f", f"there are not {tokens}T on the ground in {label}", tid, label)
    return _cost_refusal(state, tid)


@rule("OCS 13.2f", "OCS 13.2g")
def put_refusal(state: State, tid: str, tokens: int) -> Refusal | None:
    """Why transport may not unload so many T where it is, or None."""
    each, label = state.transport[tid], state.world.label(state.transport[tid].place)
    if tokens < 1:
        return _no("no tokens", "OCS 12.1", f"{tokens}T cannot be unloaded; name a number of 1 or more", tid)
    if tokens > each.load:
        return _no("too little there", "OCS 13.2f", f"{tid} carries {each.load}T", tid)
    if on_map(state, each.place):
        if each.kind == ORGANIC:
            return _no("organic", "OCS 13.2g", f"{tid} is an organic truck and is never unloaded on the map", tid)
        if not _received(state, tid):
            words = f"{label} has no dump, port, air base or combat unit of the {each.side} side to receive supply"
            return _no("nobody there", "OCS 13.2f", words, tid, label)
    elif each.place not in state.points.endless_dumps(state, each.side):
        return _no("nobody there", "OCS 13.2f", f"the {each.side} side has no dump in {label}", tid, label)
    return _cost_refusal(state, tid)


@rule("OCS 13.2f")
def _received(state: State, tid: str) -> bool:
    """Whether transport may unload where it is: at a dump, a port, an air base or a combat unit of its side."""
    each = state.transport[tid]
    place, side = each.place, each.side
    works = (works.get(place) for works in (state.ports, state.bases))
    return (
        _on_ground(state, tid) > 0
        or any(work is not None and work.side is side for work in works)
        or any(state.units[uid].side is side for uid in state.here.get(place, ()))
    )


@rule("OCS 13.2f")
def _cost_refusal(state: State, tid: str) -> Refusal | None:
    cost, left = handling_cost(state, tid), remaining(state, tid)
    if cost and cost > left:
        words = f"{tid} has {twelfths(max(left, 0))} MP left and loading or unloading costs {twelfths(cost)}"
        return _no("not enough MP", "OCS 13.2f", words, tid)
    return None


def most_taken(state: State, tid: str) -> int:
    """The most T that transport could load where it is; 0 where it can load none."""
    each = state.transport[tid]
    most = min(each.tokens - each.load, loadable(state, tid))
    return most if take_refusal(state, tid, most) is None else 0


def most_put(state: State, tid: str) -> int:
    """The most T that transport could unload where it is: all that it carries, or 0."""
    load = state.transport[tid].load
    return load if put_refusal(state, tid, load) is None else 0


def _no(code: str, rule_number: str, sentence: str, tid: str, *places: str) -> Refusal:
    return Refusal(code=code, rule=rule_number, sentence=sentence, places=places, pieces=(tid,))
