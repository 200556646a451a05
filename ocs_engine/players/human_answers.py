"""What a person is told: answers to questions, in lines of plain words. Nothing here changes anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ocs_engine import query
from ocs_engine.grid import OFF_MAP, Hex
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.session import Entry
from ocs_engine.players.human_names import where
from ocs_engine.players.human_payments import paid
from ocs_engine.series import arranging, story
from ocs_engine.series.forms import moving_stances, other_stances, with_stance
from ocs_engine.series.general import stack_limit
from ocs_engine.series.modes import KEEP, movement_allowance, on_map
from ocs_engine.series.movement import begin_refusal, remaining, twelfths
from ocs_engine.series.shipping import open_capacity
from ocs_engine.series.stories.words import counted
from ocs_engine.series.supply.fuel import How, burns_fuel, fuel_refusal
from ocs_engine.series.supply.fueling import fuel_plan
from ocs_engine.series.transport_size import in_tokens
from ocs_engine.state.events import stance
from ocs_engine.state.model import DEAD, State, Stocks
from ocs_engine.state.slots import Phase
from ocs_engine.world.counters import Side

FEW = 6
"""Places that an answer lists at most for a piece to set up."""
LISTED = 150
"""Hexes in reach that are listed at most."""
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def spoken(state: State, text: str) -> str:
    """A sentence with the names of units and transport in place of their ids."""

    def named(found: re.Match[str]) -> str:
        if found[0] in state.transport:
            return story.transport_name(state.world, found[0])
        return name(state, found[0]) if found[0] in state.units else found[0]

    return _ID.sub(named, text)


def told(state: State, refusal: Refusal) -> str:
    """A refusal as a sentence with its rule."""
    return spoken(state, refusal.sentence) + (f" ({refusal.rule})" if refusal.rule else "")


def name(state: State, uid: str) -> str:
    """A unit as the booklet names it."""
    return story.name(state.world, uid)


def mode_words(text: str) -> str:
    """A stance as players say it: "Combat Mode", "Reserve Mode, Move side up"."""
    marker, _, up = text.rpartition("/")
    mode = {"dg": "DG"}.get(marker or up, (marker or up).capitalize())
    return f"{mode} Mode" + (f", {up.capitalize()} side up" if marker and marker != "strat" else "")


def unit_line(state: State, uid: str, side: Side | None = None) -> str:
    """A unit with its figures, mode and what it has left to move, in a line. side: who asks; None for both."""
    unit = state.units[uid]
    parts = [f"{name(state, uid)} [{uid}] {unit.counter.rating}", mode_words(stance(unit))]
    if on_map(state, unit.place) and state.now.is_movement and state.now.acts is unit.side:
        finished = ", finished" if uid in state.memory.done else ""
        left, full = (twelfths(max(mp, 0)) for mp in (remaining(state, uid), movement_allowance(state, uid)))
        parts.append(f"{left} of {full} MP left{finished}")
    if unit.lost:
        parts.append(f"{unit.lost} steps lost")
    if unit.oos:
        parts.append("out of supply")
    if side in (None, unit.side):
        parts += _supply_words(state, uid)
    return ", ".join(parts)


def _supply_words(state: State, uid: str) -> Iterator[str]:
    """How a unit stands for internal stocks and fuel, which the other side does not see (OCS 4.9)."""
    unit = state.units[uid]
    if unit.stocks is not Stocks.FULL:
        yield f"{unit.stocks.capitalize()} on internal stocks"
    if not state.now.is_movement or state.now.acts is not unit.side or not on_map(state, unit.place):
        return
    if burns_fuel(unit) and not state.points.everyone_supplied(state):
        yield "no fuel" if fuel_refusal(state, uid) else "fueled"


def fuel_advice(state: State, refusal: Refusal) -> Iterator[str]:
    """How a unit that was refused for want of fuel gets some."""
    if refusal.code != "no fuel":
        return
    for uid in refusal.pieces:
        bought = fuel_plan(state, state.units[uid].side, How.UNIT, uid)
        if bought is None:
            yield "  no supply reaches it to fuel it"
        else:
            yield f"  fuel {called(state, uid)} buys it some, for {paid(state, bought.payment)}"


def called(state: State, uid: str) -> str:
    """What to type for a unit: what stands in its brackets, its id where others share that."""
    short = name(state, uid).partition("(")[2].removesuffix(")")
    shared = sum(f"({short})" in name(state, other) for other in state.roster)
    return short if short and shared == 1 else uid


def about_unit(state: State, uid: str, side: Side | None = None) -> Iterator[str]:
    """What a unit is, where, and what it can do now. side: who asks; None for both."""
    unit = state.units[uid]
    yield unit_line(state, uid, side)
    yield f"  {unit.side}, {unit.face.mobility}, in {where(state, uid)}"
    choices = list(other_stances(state, uid)) if uid in query.left_to_do(state, unit.side) else []
    if choices:
        yield f"  may take {'; '.join(mode_words(text) for text in choices)}"


def about_place(state: State, place: int, side: Side | None = None) -> Iterator[str]:
    """What is in a hex or box: ground, hexsides, who is there, ZOC, and what lies there.

    side: who asks, and sees no figures of the other's supply (OCS 4.9); None for both.
    """
    label = state.world.label(place)
    if state.world.is_box(place):
        yield f"{label}: an off-map box"
    else:
        yield f"{story.place_name(state.world, label)}: {_ground(state, place)}"
        yield from _hexsides(state, place)
        yield from _control(state, place)
    found = query.contents(state, place)
    for owner, own in found.units.items():
        if own:
            limit = "" if state.world.is_box(place) else f" of {stack_limit(state) // 4}"
            yield f"  {owner}, {_re(query.stack_quarters(state, place)[owner])}{limit} RE:"
            yield from (f"    {unit_line(state, uid, side)}" for uid in own)
    if not state.world.is_box(place):
        yield from _zones(state, place)
    yield from _lying(state, place, found, side)


def _ground(state: State, hex_: Hex) -> str:
    atlas = state.world.atlas
    settlement = {"": "", "poi": "point of interest"}.get(atlas.settlement[hex_], atlas.settlement[hex_])
    coast = "coastal" if atlas.coastal[hex_] else ""
    parts = [atlas.terrain[hex_].replace("_", " "), settlement, coast, atlas.country[hex_]]
    return ", ".join(filter(None, parts)) + ("" if state.world.in_play(hex_) else "; not in play")


def _hexsides(state: State, hex_: Hex) -> Iterator[str]:
    atlas = state.world.atlas
    for direction, word in enumerate(DIRECTIONS):
        edge = 6 * hex_ + direction
        there = atlas.grid.neighbours[edge]
        if there == OFF_MAP:
            continue
        road = f"{atlas.road[edge]} road".replace("track road", "track") if atlas.road[edge] else ""
        rail = f"{atlas.rail[edge]} railway" if atlas.rail[edge] else ""
        across = [atlas.water[edge].replace("_", " "), road, rail]
        if any(across):
            yield f"  {word} to {state.world.label(there)}: {', '.join(filter(None, across))}"


def _control(state: State, hex_: Hex) -> Iterator[str]:
    goals = [town for town, place in state.points.objectives(state).items() if place == hex_]
    holder = state.control.get(hex_)
    if goals:
        yield f"  victory turns on it; {holder or 'nobody'} holds it"
    elif holder:
        yield f"  {holder} controls it"


def _zones(state: State, hex_: Hex) -> Iterator[str]:
    for zone in query.zones(state, hex_):
        makers = story.names(state.world, zone.makers)
        yield f"  {zone.side} ZOC of {makers}" + (", negated" if zone.negated else "")


def _port(state: State, port: Hex) -> Iterator[str]:
    """Whose a port is, its hits, and what it handles and has handled in this turn (OCS 19.0a)."""
    work, whole, used = state.ports[port], open_capacity(state, port), state.memory.port_used.get(port, 0)
    hits = f", {counted(work.hits, 'hit')}" if work.hits else ""
    spent = f", {in_tokens(used)} of it used in this turn" if used else ""
    yield f"  {work.side} port{hits}, handles {whole}T a turn{spent}"


def _lying(state: State, place: int, found: query.Contents, side: Side | None) -> Iterator[str]:
    """Ports, air bases, hedgehogs, supply, transport and planes in a place."""
    if found.port:
        yield from _port(state, place)
    if found.base:
        yield f"  {found.base.side} {f'air base, level {found.base.level}' if found.base.level else 'air strip'}"
    if found.hedgehog:
        yield f"  {found.hedgehog.side} hedgehog, level {found.hedgehog.level}"
    yield from _supplies(state, found, side)
    planes = [state.planes[key] for key in found.planes]
    if planes:
        names = (plane.aircraft.name + ("" if plane.active else " (inactive)") for plane in planes)
        yield f"  planes: {', '.join(names)}"


def _supplies(state: State, found: query.Contents, side: Side | None) -> Iterator[str]:
    """Dumps and transport; those of the other side show where no unit lies on them, without figures (OCS 4.9)."""
    hidden = {owner for owner in Side if side not in (None, owner)}
    if found.dump and found.dump.side not in hidden:
        yield f"  {found.dump.side} dump, {found.dump.tokens}T"
    elif found.dump and not found.units[found.dump.side]:
        yield f"  {found.dump.side} dump"
    for each in (state.transport[key] for key in found.transport):
        owner = f"{each.formation} " if each.formation else ""
        if each.side not in hidden:
            yield f"  {each.side} transport: {owner}{each.kind}, {each.load}T of {each.tokens}T loaded"
        elif not found.units[each.side]:
            yield f"  {each.side} transport"


def _re(quarters: int) -> str:
    """Quarters as players write them: RE of quarters, SP of tokens."""
    return twelfths(3 * quarters)


def reachable(state: State, uid: str, text: str) -> Iterator[str]:
    """Where a unit can go in a stance: named places first, then every hex by cost."""
    within = query.reach(state, uid, text)
    chosen = stance(state.units[uid]) if text == KEEP else text
    hexes = [hex_ for hex_ in within.nodes() if hex_ != within.start]
    yield f"{name(state, uid)}, {mode_words(chosen)}, {twelfths(within.budget)} MP: {len(hexes)} hexes in reach"
    if late := begin_refusal(state, uid):
        yield told(state, late)
    elif dry := fuel_refusal(with_stance(state, uid, text), uid):
        yield told(state, dry)
        yield from fuel_advice(state, dry)
    atlas = state.world.atlas
    named = [f"{story.place_name(state.world, atlas.grid.label(hex_))} ({twelfths(within.cost[hex_])})"
             for hex_ in sorted(hexes, key=lambda hex_: (within.cost[hex_], hex_)) if atlas.name[hex_]]  # fmt: skip
    if named:
        yield f"  {', '.join(named)}"
    if len(hexes) > LISTED:
        yield "  too many hexes to list; way tells the way to one, and its cost"
        return
    rows: dict[int, list[str]] = {}
    for hex_ in hexes:
        rows.setdefault(-(-within.cost[hex_] // 12), []).append(atlas.grid.label(hex_))
    for mp in sorted(rows):
        yield f"  within {mp} MP: {' '.join(rows[mp])}"


def why(state: State, uid: str, hex_: Hex, text: str) -> Iterator[str]:
    """Why a unit cannot go to a hex in a stance, and in which other it could; or what it costs."""
    refusal = query.why_not(state, uid, hex_, text) or fuel_refusal(with_stance(state, uid, text), uid)
    label = story.place_name(state.world, state.world.label(hex_))
    if refusal is None:
        within = query.reach(state, uid, text)
        cost = f"it costs {twelfths(within.cost[hex_])} of {twelfths(within.budget)} MP"
        told_cost = cost if hex_ in within else "as its one-hex minimum, for all that it has (OCS 6.1c)"
        yield f"{name(state, uid)} can go to {label}: {told_cost}"
        return
    yield told(state, refusal)
    yield from fuel_advice(state, refusal)
    yield from advice(state, uid, hex_, text)


def advice(state: State, uid: str, hex_: Hex, but: str) -> Iterator[str]:
    """The other stances in which a unit could get to a hex, if there are any."""
    unit = state.units.get(uid)
    if unit is None or uid not in query.left_to_do(state, unit.side):
        return
    others = (text for text in moving_stances(state, uid) if text != but)
    if found := [text for text in others if query.why_not(state, uid, hex_, text) is None]:
        modes = " or ".join(mode_words(stance(unit) if text == KEEP else text) for text in found)
        yield f"  in {modes} it could"


def no_way(
    state: State, units: tuple[str, ...], hex_: Hex, stances: dict[str, str], refusal: Refusal
) -> Iterator[str]:
    """Why units cannot get to a hex: the reason of the first that cannot even alone, or of them together."""
    for uid in units:
        own = query.why_not(state, uid, hex_, stances.get(uid, KEEP))
        if own is not None:
            yield told(state, own)
            yield from fuel_advice(state, own)
            yield from advice(state, uid, hex_, stances.get(uid, KEEP))
            return
    yield told(state, refusal)
    yield from fuel_advice(state, refusal)
    if len(units) > 1 and refusal.code != "no fuel":
        yield "  each of them could go there alone; for a way of your own name every hex"


def way_lines(state: State, units: Iterable[str], stances: dict[str, str], way: query.Path) -> Iterator[str]:
    """A way with what each unit pays for it."""
    yield " ".join(state.world.label(hex_) for hex_ in way)
    for uid in units:
        text = stances.get(uid, KEEP)
        full = remaining(with_stance(state, uid, text), uid)
        cost = query.way_cost(state, uid, way, text)
        yield f"  {name(state, uid)}: {twelfths(cost)} of {twelfths(full)} MP"


def left(state: State, side: Side) -> Iterator[str]:
    """The units that can still act in this segment, or the pieces with a choice of places at set-up."""
    if arranging.in_set_up(state, side):
        yield from _to_set_up(state, side)
    elif waiting := query.left_to_do(state, side):
        yield f"{len(waiting)} can still act:"
        yield from (f"  {where(state, uid)}: {unit_line(state, uid, side)}" for uid in waiting)


def _to_set_up(state: State, side: Side) -> Iterator[str]:
    pieces = list(arranging.movable(state, side))
    yield f"{len(pieces)} pieces could stand elsewhere" if pieces else "every piece stands where it must; end goes on"
    for piece in pieces:
        here, found = arranging.place_of(state, piece), arranging.places(state, piece)
        others = [story.place_name(state.world, state.world.label(place)) for place in found if place != here]
        more = f" and {len(others) - FEW} more" if len(others) > FEW else ""
        now = story.place_name(state.world, state.world.label(here))
        yield f"  {piece_name(state, piece)} in {now}; or in {', '.join(others[:FEW])}{more}"


def piece_name(state: State, piece: str) -> str:
    """A unit, plane or transport with its id."""
    if piece in state.units:
        return f"{name(state, piece)} [{piece}]"
    if piece in state.planes:
        return f"{state.planes[piece].aircraft.name} [{piece}]"
    return f"{state.transport[piece].kind} [{piece}]"


def units(state: State, side: Side) -> Iterator[str]:
    """Where a side's units are, place by place."""
    places: dict[int, list[str]] = {}
    for uid, unit in state.in_order():
        if unit.side is side and (unit.place >= 0 or unit.place == DEAD):
            places.setdefault(unit.place, []).append(uid)
    for own in places.values():
        names = (f"{name(state, uid)} ({stance(state.units[uid])})" for uid in own)
        yield f"{where(state, own[0])}: {', '.join(names)}"


def news(entries: tuple[Entry[State], ...], state: State, side: Side) -> Iterator[str]:
    """What changed since a side's last turn."""
    last = query.last_turn(entries, side)
    played = (entry.state for entry in entries if entry.state.now.phase is not Phase.SET_UP)
    before = last or next(played, state)
    began = f"your turn of {story.day(_date(last))}" if last else "the game began"
    found = query.changes(before, state)
    if not found:
        yield f"nothing changed since {began}"
        return
    yield f"since {began}:"
    dead = {each.who for each in found if each.what == "moved" and each.after == "dead"}
    found = tuple(
        each for each in found if not _is_enemy_dump(each, side) and (each.what == "moved" or each.who not in dead)
    )
    open_country = [change for change in found if change.what == "control" and not _named(state, change.who)]
    for change in found:
        if change not in open_country:
            yield f"  {_change(state, change)}"
    for who in Side:
        count = sum(change.after == who for change in open_country)
        if count:
            yield f"  control of {count} hexes without a name: to {who}"


def _is_enemy_dump(change: query.Change, side: Side) -> bool:
    """Whether a change is one of the other side's supply, which is not told (OCS 4.9)."""
    return change.what == "dump" and any(each.startswith(side.other) for each in (change.before, change.after))


def _named(state: State, label: str) -> bool:
    place = state.world.place(label)
    return state.world.is_box(place) or bool(state.world.atlas.name[place])


def _date(state: State) -> str:
    return state.world.calendar.date_of(state.turn).isoformat()


def _change(state: State, change: query.Change) -> str:
    if change.what == "moved":
        ends = (story.place_name(state.world, each) if each not in ("dead", "away") else each
                for each in (change.before, change.after))  # fmt: skip
        start, end = ends
        who = name(state, change.who)
        if end == "dead":
            return f"{who} was destroyed; it stood in {start}"
        return f"{who} arrived in {end}" if start == "away" else f"{who}: {start} to {end}"
    if change.what == "mode":
        return f"{name(state, change.who)}: {mode_words(change.before)} to {mode_words(change.after)}"
    if change.what in ("steps", "supply"):
        steps = change.what == "steps"
        words = f"{counted(int(change.after), 'step')} lost, {change.before} before" if steps else f"now {change.after}"
        return f"{name(state, change.who)}: {words}"
    return f"{change.what} in {story.place_name(state.world, change.who)}: {change.before} to {change.after}"
