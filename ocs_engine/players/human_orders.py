"""Orders that a person types, as commands of the game: moves found by their goal, modes, holds, and any form."""

from __future__ import annotations

from ocs_engine import query
from ocs_engine.grid import Hex
from ocs_engine.players import human_answers as answers
from ocs_engine.players.human_forms import Form
from ocs_engine.players.human_names import piece_of, place_of, transport_of, unit_of, units_of
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, Unknown, mode_of, read_order
from ocs_engine.series import arranging, commands, story
from ocs_engine.series.modes import movement_allowance, stance_refusal, stances
from ocs_engine.series.movement import moving, twelfths
from ocs_engine.series.supply.carrying_commands import DriveTo, EndDrive, ReleaseTransport
from ocs_engine.series.supply.pausing import driving
from ocs_engine.state.events import stance
from ocs_engine.state.model import Mode, Unit
from ocs_engine.world.errors import nearest

FEW = 4
"""Units whose cost a move tells one by one."""


def actors(table: Table) -> tuple[str, ...]:
    """The units that "all" and a hex may mean: at set-up every own one, else those that can still act."""
    state, side = table.state, table.side
    if arranging.in_set_up(state, side):
        return tuple(uid for uid, unit in state.in_order() if unit.side is side and unit.place >= 0)
    return query.left_to_do(state, side)


def read_move(table: Table, text: str, mode: str = "") -> tuple[tuple[str, ...], tuple[Hex, ...], dict[str, str]]:
    """Units, the hexes that they go to in order, and new stances by unit; raises Misheard.

    Where no unit is named, the first hex names the stack that goes.
    """
    order = read_order(text)
    named, places = order.units, order.places
    if not places:
        named, places = town_at_end(table, named)
    if not named and len(places) > 1:
        named, places = places[0], places[1:]
    units = units_of(table.state, table.side, named, actors(table))
    stops = tuple(place_of(table.state, place) for place in places)
    for place in stops:
        if table.state.world.is_box(place):
            raise Misheard(f"{table.state.world.label(place)} is an off-map box, and nobody moves there on the ground")
    return units, stops, stances_of(table, units, order.mode or mode)


def town_at_end(table: Table, text: str) -> tuple[str, tuple[str, ...]]:
    """Pieces and the town that they go to, where the words end in the name of one: "derby Souk el Arba"."""
    words = text.split()
    for start in range(1, len(words)):
        town = " ".join(words[start:])
        try:
            place_of(table.state, town, whole=True)
        except Misheard:
            continue
        return " ".join(words[:start]), (town,)
    return text, ()


def stances_of(table: Table, units: tuple[str, ...], mode: str) -> dict[str, str]:
    """The new stance of each unit that does not have the mode wanted yet; raises Misheard for a mode there is not."""
    if not mode:
        return {}
    wanted = mode_of(mode)
    found = {uid: _stance(table.state.units[uid], wanted) for uid in units}
    for uid, text in found.items():
        if text not in stances(table.state.units[uid]) and (no := stance_refusal(table.state, uid, text)):
            raise Misheard(answers.told(table.state, no))
    return {uid: text for uid, text in found.items() if text != stance(table.state.units[uid])}


def _stance(unit: Unit, wanted: str) -> str:
    """A mode as a stance of a unit: with the side that is up, or the other side of a DG unit."""
    if "/" in wanted:
        return wanted
    if wanted == unit.marker:
        return stance(unit)
    if unit.marker is Mode.DG and wanted in ("combat", "move"):
        return f"dg/{wanted}"
    return {"strat": "strat/move", "reserve": f"reserve/{unit.up}"}.get(wanted, wanted)


def find_move(
    table: Table, units: tuple[str, ...], stops: tuple[Hex, ...], stances: dict[str, str]
) -> commands.Move:
    """The move by the first way that the rules allow; where none is, straight from stop to stop, to be refused."""
    state = table.state

    def by(way: query.Path) -> commands.Move:
        path = tuple(state.world.label(hex_) for hex_ in way)
        return commands.Move(side=table.side, units=units, path=path, stances=stances)

    direct = by(stops)
    if all(query.can_begin(state, uid) for uid in units) and len({state.units[uid].place for uid in units}) == 1:
        for way in query.ways(state, units, stops, stances):
            if table.game.check(found := by(way)) is None:
                return found
    return direct


def move(table: Table, text: str, mode: str = "") -> Reply:
    """Units go somewhere; with a mode and no hex they take it and stay."""
    if moving(table.state):
        return _go_on(table, text)
    units, stops, stances = read_move(table, text, mode)
    if not stops:
        if mode:
            return change(table, units, stances)
        raise Misheard("move UNITS to HEX: the hex is missing")
    if not stances and all(table.state.units[uid].place == stops[-1] for uid in units) and len(stops) == 1:
        raise Misheard(f"{answers.name(table.state, units[0])} is there already; hold lets it stay for good")
    command = find_move(table, units, stops, stances)
    refusal = table.game.check(command)
    if refusal is not None:
        return Reply(tuple(answers.no_way(table.state, units, stops[-1], stances, refusal)), problem=True)
    before = table.state.memory.spent
    reply = table.submit(command)
    if reply.problem or table.wanted:
        return reply
    state = table.state
    paid = [
        f"{answers.name(state, uid)} has spent {twelfths(state.memory.spent.get(uid, 0))}"
        f" of {twelfths(movement_allowance(state, uid))} MP"
        for uid in units
        if state.memory.spent.get(uid, 0) != before.get(uid, 0)
    ]
    return Reply(tuple(paid) if len(paid) <= FEW else ())


def _go_on(table: Table, text: str) -> Reply:
    """The move under way goes on; raises Misheard where units are named, or their hex, as for a move of their own."""
    order, units = read_order(text), moving(table.state)
    start = table.state.units[units[0]].place
    first = next((place_of(table.state, place) for place in order.places), None)
    if order.places and (order.units or first == start):
        here = story.place_name(table.state.world, table.state.world.label(start))
        raise Misheard(f"a move is under way in {here}; step HEX goes on with it, and stop ends it")
    return step(table, text)


def mode(table: Table, text: str) -> Reply:
    """Units take another mode and stay."""
    named, _, word = text.rstrip(" .").rpartition(" ")
    words = named.split()
    while words and words[-1].casefold() in ("to", "in", "into"):
        words.pop()
    units = units_of(table.state, table.side, " ".join(words), actors(table))
    return change(table, units, stances_of(table, units, word))


def change(table: Table, units: tuple[str, ...], stances: dict[str, str]) -> Reply:
    """Give units new stances one by one, up to the first refusal; raises Misheard where all have theirs already."""
    if not stances:
        raise Misheard(f"{answers.name(table.state, units[0])} has that mode already")
    for uid in units:
        if uid in stances:
            reply = table.submit(commands.ChangeMode(side=table.side, unit=uid, stance=stances[uid]))
            if reply.problem or table.wanted:
                return reply
    return Reply()


def hold(table: Table, text: str) -> Reply:
    """Units are declared not to move."""
    units = units_of(table.state, table.side, text, actors(table))
    reply = table.submit(commands.Hold(side=table.side, units=units))
    told = f"{len(units)} units" if len(units) > FEW else ", ".join(answers.name(table.state, uid) for uid in units)
    return reply if reply.problem else Reply((f"{told} will not move",))


def release(table: Table, text: str) -> Reply:
    """Units, or an organic truck, lose their Reserve markers."""
    state = table.state
    reserves = [uid for uid, unit in state.in_order() if unit.side is table.side and unit.marker is Mode.RESERVE]
    try:
        units = units_of(state, table.side, text, reserves)
    except Unknown:
        return table.submit(ReleaseTransport(side=table.side, transport=transport_of(state, table.side, text)))
    return table.submit(commands.Release(side=table.side, units=units))


def begin(table: Table, text: str) -> Reply:
    """A move begins, to be taken step by step."""
    order = read_order(text)
    named = order.units or " ".join(order.places)
    units = units_of(table.state, table.side, named, actors(table))
    stances = stances_of(table, units, order.mode)
    return table.submit(commands.BeginMove(side=table.side, units=units, stances=stances))


def step(table: Table, text: str) -> Reply:
    """The move under way goes on, to one or more hexes; or a drive does."""
    order = DriveTo if driving(table.state) else commands.Step
    stops = tuple(place_of(table.state, place) for place in read_order(text).places or (text,) if place)
    if not stops:
        raise Misheard("step HEX: the hex is missing")
    for hex_ in stops:
        reply = table.submit(order(side=table.side, hex=table.state.world.label(hex_)))
        if reply.problem or table.wanted:
            return reply
    return Reply()


def drop(table: Table, text: str) -> Reply:
    """Units of the moving stack stay behind."""
    units = units_of(table.state, table.side, text, moving(table.state))
    return table.submit(commands.Drop(side=table.side, units=units))


def stop(table: Table, _: str) -> Reply:
    """The move or drive under way is over."""
    if driving(table.state):
        return table.submit(EndDrive(side=table.side))
    return table.submit(commands.EndMove(side=table.side))


def end(table: Table, _: str) -> Reply:
    """What is under way is over: a move, or else the segment."""
    if moving(table.state) or driving(table.state):
        return stop(table, "")
    return table.submit(commands.EndSegment(side=table.side))


def place(table: Table, text: str) -> Reply:
    """A piece stands elsewhere at set-up."""
    order = read_order(text)
    named, places = (order.units, order.places) if order.places else town_at_end(table, order.units)
    if not places:
        raise Misheard("place PIECE HEX: the hex is missing")
    piece = piece_of(table.state, table.side, named)
    label = table.state.world.label(place_of(table.state, places[-1]))
    reply = table.submit(commands.Place(side=table.side, piece=piece, place=label))
    told_already = reply.problem or piece in table.state.units
    return reply if told_already else Reply((f"{answers.piece_name(table.state, piece)} stands in {label}",))


def load(table: Table, text: str) -> Reply:
    """Transport carries another load at set-up."""
    named, _, tokens = text.rpartition(" ")
    tokens = tokens.casefold().removesuffix("t")
    if not (tokens.isdecimal() and tokens.isascii() and len(tokens) < 4):
        raise Misheard("load TRANSPORT TOKENS: end with the number of tokens, as load allied-truck-1 4")
    transport = piece_of(table.state, table.side, named)
    reply = table.submit(commands.Load(side=table.side, transport=transport, tokens=int(tokens)))
    return reply if reply.problem else Reply((f"{answers.piece_name(table.state, transport)} carries {int(tokens)}T",))


def top(table: Table, text: str) -> Reply:
    """A unit lies on top of its stack."""
    uid = unit_of(table.state, table.side, text)
    reply = table.submit(commands.Top(side=table.side, unit=uid))
    return reply if reply.problem else Reply((f"{answers.name(table.state, uid)} lies on top of its stack",))


def do(table: Table, text: str) -> Reply:
    """Begin to fill in any command that is open; without a kind, name them."""
    kinds = table.game.rules.legal(table.state, table.side)
    if not text:
        return Reply((f"open to {table.side}: {', '.join(kinds) or 'nothing'}",))
    word = text.casefold()
    found = [word] if word in kinds else [kind for kind in kinds if kind.startswith(word)]
    if len(found) != 1:
        near = nearest(text, kinds)
        advice = f"did you mean {near}?" if near else f"open are {', '.join(kinds) or 'none'}"
        raise Misheard(f"{text!r} is no command that is open now; {advice}")
    form = Form(found[0], table.side)
    if table.game.rules.blank(table.state, table.side, form.kind, ()) is None:
        return table.fill(form, "")
    table.form = form
    return Reply(form.question(table.game.rules, table.state))
