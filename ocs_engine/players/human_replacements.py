"""Orders that a person types in the Reinforcement Phase: rebuilding, consolidation; what is dead; the set-up choice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ocs_engine.players import human_answers as answers
from ocs_engine.players.human_forms import Form
from ocs_engine.players.human_names import place_of, transport_of, unit_of
from ocs_engine.players.human_supply import listing
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import MODES, Misheard, mode_of, read_order, read_target, split_units
from ocs_engine.series import setup_choice, story
from ocs_engine.series.modes import on_map
from ocs_engine.series.reinforcing.consolidation import (
    Consolidate,
    ConsolidateTrucks,
    MergeSteps,
    givers,
    lost_organic,
    merges,
    swaps,
    truck_swaps,
)
from ocs_engine.series.reinforcing.rebuilding import (
    Rebuild,
    RebuildTruck,
    Store,
    cost,
    dead_pile,
    hurt_units,
    lost_trucks,
    rebuild_rule,
    rebuildable,
    stances_there,
    store_at,
    stores,
)
from ocs_engine.series.reinforcing.replacements import RebuildFree, ReplFrame, free_places, free_units
from ocs_engine.series.setup_choice import BringIn
from ocs_engine.series.stories.words import listed, planes_named
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side
from ocs_engine.world.names import fold

_IN_MODE = re.compile(r"\s+in\s+([a-z/]+)(?:\s+mode)?\s*$", re.IGNORECASE)


# --- rebuilding


def rebuild(table: Table, text: str) -> Reply:
    """Dead or reduced units are rebuilt, or a truck; alone it lists what can be, where, and for what."""
    if not text:
        return Reply.of(tuple(_can_rebuild(table)) or ("nothing can be rebuilt now",))
    state, side = table.state, table.side
    words, mode = _mode(text)
    named, _, where = words.partition(" at ")
    ready = stores(state, side)
    if (truck := _truck(state, side, named)) is not None:
        return _rebuild_truck(table, truck, where, ready)
    hurt = hurt_units(state, side)
    units = tuple(unit_of(state, side, part, hurt) for part in split_units(named))
    if not units:
        raise Misheard("rebuild UNIT [at PLACE] [in MODE]: the unit is missing")
    able = rebuildable(state, side, ready).get(units[0], ())
    place = place_of(state, where) if where else next(iter(able or ready), None)
    if place is None:
        if not any(unit.side is side and unit.counter.is_repl and unit.place >= 0 for unit in state.units.values()):
            raise Misheard("you have no replacements")
        raise Misheard("none of your replacements could be used now: in Move Mode, near an HQ that works")
    stances = {uid: _stance(table, uid, place, mode) for uid in units if state.units[uid].place == DEAD}
    repls = _payers(state, units, store_at(state, side, place))
    return table.submit(Rebuild(side=side, units=units, stances=stances, repls=repls))


def _mode(text: str) -> tuple[str, str]:
    """What was typed without the mode at its end, and that; "" for none."""
    text = f" {text}"
    found = _IN_MODE.search(text)
    if found is None or not any(mode.startswith(found[1].casefold().partition("/")[0]) for mode in MODES):
        return text.strip(), ""
    return text[: found.start()].strip(), found[1]


def _stance(table: Table, uid: str, place: int, mode: str) -> str:
    """The stance that a mode means, or what comes first: Combat Mode on the map, Move Mode in a box."""
    state = table.state
    offered = stances_there(state, uid, place)
    wanted = mode_of(mode) if mode else "combat" if on_map(state, place) else "move"
    fitting = [text for text in offered if wanted in (text, text.partition("/")[0])]
    return fitting[0] if fitting else wanted if mode else offered[0]


def _payers(state: State, units: tuple[str, ...], store: Store) -> tuple[str, ...]:
    """The first replacements of a place that pay for units; as many of any as there are where they are too few."""
    pax, eq = cost(state, units)
    return (*store.pax[:pax], *store.eq[:eq])


def _truck(state: State, side: Side, text: str) -> str | None:
    """The truck that words mean: "truck", or the formation of an organic one."""
    wanted = fold(text.removesuffix("organic truck").removesuffix("truck") or text)
    return next((each for each in lost_trucks(state, side) if fold(each) == wanted), None)


def _rebuild_truck(table: Table, truck: str, where: str, ready: dict[int, Store]) -> Reply:
    place = place_of(table.state, where) if where else next((at for at, store in ready.items() if store.eq), None)
    eq = ready.get(place, Store()).eq if place is not None else ()
    if not eq:
        raise Misheard("a truck takes an Eq in Move Mode near an HQ that works, and there is none")
    return table.submit(RebuildTruck(side=table.side, truck=truck, repl=eq[0]))


def answer(table: Table, form: Form, line: str) -> Reply | None:
    """An answer such as "rebuild I-5 at Sicily B in move", carried out; None where the form takes the line."""
    if form.kind != "rebuild free" or not form.asked or not line.casefold().startswith("rebuild "):
        return None
    state, frame = table.state, table.state.frame_of(ReplFrame)
    words, mode = _mode(line.strip()[len("rebuild ") :])
    named, _, where = words.partition(" at ")
    uid = unit_of(state, table.side, named, free_units(state, frame))
    found = free_places(state, frame, uid)
    if not where and not found:
        raise Misheard(f"{answers.name(state, uid)} cannot be rebuilt by this")
    place = place_of(state, where) if where else found[0]
    stance = _stance(table, uid, place, mode) if state.units[uid].place == DEAD else ""
    label = state.world.label(place)
    return table.submit(RebuildFree(side=table.side, unit=uid, place=label, stance=stance))


def _can_rebuild(table: Table) -> Iterator[str]:
    """Each unit with the places where it can be rebuilt and what it takes, then trucks."""
    if not listing(table, "rebuild") and not listing(table, "rebuild truck"):
        return
    state, side = table.state, table.side
    for uid, places in rebuildable(state, side).items():
        where = listed([_name(state, each) for each in places])
        yield f"  {answers.name(state, uid)} for {price(state, uid)}: at {where}"
    if any(store.eq for store in stores(state, side).values()):
        yield from (f"  {_truck_name(truck, tokens)} for 1 Eq" for truck, tokens in lost_trucks(state, side).items())


def price(state: State, uid: str) -> str:
    """What a unit takes to be rebuilt: "1 Eq", "1 Pax and 1 Eq", "1 Eq for 2 of them"."""
    table = rebuild_rule(state, uid)
    what = listed([f"{count} {kind}" for count, kind in ((table.pax, "Pax"), (table.eq, "Eq")) if count])
    return f"{what} for {table.units_per_repl} of them" if table.units_per_repl > 1 else what


def _truck_name(truck: str, tokens: int) -> str:
    return f"truck of {tokens}T" if truck == "truck" else f"{truck} organic truck of {tokens}T"


def _name(state: State, place: int) -> str:
    return story.place_name(state.world, state.world.label(place))


# --- consolidation


def consolidate(table: Table, text: str) -> Reply:
    """A dead unit takes the place of its like, steps merge, or trucks are given for an organic one."""
    if not text:
        return Reply.of(tuple(_can_consolidate(table)) or ("nothing on the ground can be consolidated now",))
    state, side = table.state, table.side
    formation = next((each for each in lost_organic(state, side) if fold(each) in fold(text)), None)
    if formation is not None and "truck" in text.casefold():
        return _trucks(table, formation, read_target(text)[1])
    back, _, spent = text.partition(" for ")
    dead = unit_of(state, side, back, dead_pile(state, side))
    if spent:
        there = unit_of(state, side, spent, tuple(swaps(state, side)) or tuple(merges(state, side)))
    else:
        there = next((uid for uid, backs in swaps(state, side).items() if dead in backs), "")
        if not there:
            raise Misheard(f"nobody is there whose place {answers.name(state, dead)} could take")
    if state.units[dead].place != DEAD:
        return table.submit(MergeSteps(side=side, kept=dead, spent=there))
    return table.submit(Consolidate(side=side, spent=there, back=dead))


def _trucks(table: Table, formation: str, named: str) -> Reply:
    """The trucks that are named, or those that come first, are given for the organic truck of a formation."""
    state, side = table.state, table.side
    size = lost_organic(state, side)[formation]
    wanted = [transport_of(state, side, part) for part in split_units(named)]
    given: dict[str, int] = {}
    while sum(given.values()) < size:
        found = givers(state, side, size, given)
        tid = next((each for each in found if not wanted or each in wanted), None)
        if tid is None:
            break
        given[tid] = found[tid][-1]
    if not given:
        raise Misheard(f"no trucks together in one place could be given for the organic truck of {formation}")
    return table.submit(ConsolidateTrucks(side=side, formation=formation, given=given))


def _can_consolidate(table: Table) -> Iterator[str]:
    if not any(listing(table, kind) for kind in ("consolidate", "merge steps", "consolidate trucks")):
        return
    state, side = table.state, table.side
    backs: dict[str, list[str]] = {}
    for uid, dead in swaps(state, side).items():
        for back in dead:
            backs.setdefault(back, []).append(uid)
    for back, there in backs.items():
        yield f"  {answers.name(state, back)} for {', '.join(answers.name(state, uid) for uid in there)}"
    for kept, others in merges(state, side).items():
        yield f"  {answers.name(state, kept)} for the steps of {', '.join(answers.name(state, uid) for uid in others)}"
    for formation, size in truck_swaps(state, side).items():
        yield f"  truck of {formation} for trucks of {size}T"


# --- the Dead Pile, and the set-up


def dead(table: Table, text: str) -> Reply:
    """What a side has in its Dead Pile, units with what it takes to rebuild them."""
    found = [side for side in Side if text and side.casefold().startswith(text.casefold())]
    if text and len(found) != 1:
        raise Misheard(f"{text!r} is no side; expected Axis or Allied")
    side = found[0] if found else table.side
    return Reply.of(tuple(pile(table.state, side)) or (f"the {side} side has nothing in its Dead Pile",))


def pile(state: State, side: Side) -> Iterator[str]:
    """The lines of a Dead Pile: units by what they take, transport, and planes."""
    by_price: dict[str, list[str]] = {}
    for uid in dead_pile(state, side):
        by_price.setdefault(price(state, uid), []).append(answers.name(state, uid))
    yield from (f"{what}: {', '.join(names)}" for what, names in sorted(by_price.items()))
    trucks = [(kind, formation, tokens) for (owner, kind, formation), tokens in sorted(state.lost_transport.items())
              if owner is side]  # fmt: skip
    if trucks:
        yield "transport: " + ", ".join(f"{tokens}T {formation or kind}" for kind, formation, tokens in trucks)
    planes = [pid for pid, plane in sorted(state.planes.items()) if plane.side is side and plane.place == DEAD]
    if planes:
        yield f"planes: {planes_named(state.world, planes)}"


def bring(table: Table, text: str) -> Reply:
    """A dead unit is set up with its formation; alone it lists those that could be."""
    state, side = table.state, table.side
    able = listing(table, "bring in")
    if not text:
        hexes = {uid: listed([_name(state, at) for at in setup_choice.places(state, uid)]) for uid in able}
        lines = (f"  {answers.name(state, uid)}: to {where}" for uid, where in hexes.items())
        return Reply.of(tuple(lines) or ("nobody can be brought in now",))
    order = read_order(text.removeprefix("in "))
    uid = unit_of(state, side, order.units, able)
    places = setup_choice.places(state, uid)
    if not order.places and not places:
        raise Misheard(f"{answers.name(state, uid)} cannot be brought in now")
    place = place_of(state, order.places[-1]) if order.places else places[0]
    return table.submit(BringIn(side=side, unit=uid, place=state.world.label(place)))
