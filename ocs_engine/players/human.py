"""The player `human`: a line that a person types, carried out at a game or answered, whatever it holds.

    table = Table(game, (Side.ALLIED,))
    hear(table, "move coutx to A39.22").lines

Orders and questions stand on the same forms, checks and queries as everybody else's; a line that cannot be understood
is answered, never raised. Nothing is printed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from ocs_engine.players import human_air as air
from ocs_engine.players import human_airlift as airlift
from ocs_engine.players import human_answers as answers
from ocs_engine.players import human_arrivals as arrivals
from ocs_engine.players import human_carriage as carriage
from ocs_engine.players import human_fights as fights
from ocs_engine.players import human_ledger as ledger
from ocs_engine.players import human_options as options
from ocs_engine.players import human_orders as orders
from ocs_engine.players import human_replacements as replacements
from ocs_engine.players import human_supply as supply
from ocs_engine.players.human_forms import Form
from ocs_engine.players.human_names import place_of, transport_of, unit_of
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import VERBS, Misheard, Unknown, is_verb, read_order, verb_of
from ocs_engine.series.modes import KEEP
from ocs_engine.series.stories.standing import standing_lines
from ocs_engine.world.counters import Side

Act = Callable[[Table, str], Reply]
_QUOTED = re.compile(r"(?<!\w)(['\"])((?:(?!\1).)*)\1")
"""Words that are told as typed."""
LONGEST = 60
"""Letters of them that are told at most."""


def hear(table: Table, line: str) -> Reply:
    """Carry out one line as typed, or say why not."""
    try:
        return _hear(table, line.strip())
    except Misheard as no:
        return Reply((_QUOTED.sub(_shortened, str(no)),), problem=True)


def _shortened(quoted: re.Match[str]) -> str:
    mark, words = quoted.groups()
    return quoted[0] if len(words) <= LONGEST else f"{mark}{words[:LONGEST]}...{mark}"


def _hear(table: Table, line: str) -> Reply:
    if table.wanted is not None and line.replace(",", " ").replace(" ", "").isdecimal():
        return table.throw(line)
    form = table.form or table.asked_form()
    if form is not None and not _is_verb(table, form, line):
        spoken = (each.answer(table, form, line) for each in (supply, air, airlift, replacements, arrivals))
        return next(filter(None, spoken), None) or table.fill(form, line)
    if not line:
        return Reply()
    if line.isdecimal() and (kinds := table.kinds()):
        if not 1 <= (number := int(line[:4])) <= len(kinds):
            raise Misheard(f"type a number, 1 to {len(kinds)}, or say what to do: {', '.join(kinds)}")
        return orders.do(table, kinds[number - 1])
    if line.startswith("#"):
        line = f"comment {line[1:]}"
    word, _, rest = line.partition(" ")
    verb = verb_of(word)
    if table.wanted is not None and verb.name in ORDERS:
        raise Misheard(f"the dice for {table.wanted[0].purpose} come first")
    if verb.name in LISTS and not rest.strip() and (first := table.must_answer()):
        raise Misheard(first)
    if verb.name in ORDERS:
        table.form = None
        return ORDERS[verb.name](table, rest.strip())
    return ANSWERS[verb.name](table, rest.strip())


def _is_verb(table: Table, form: Form, line: str) -> bool:
    """Whether a line typed while a form is open is no answer to it but begins with a verb."""
    word = line.partition(" ")[0]
    told = is_verb(word) or word.startswith("#")
    own = word.casefold() == form.kind.partition(" ")[0]
    return told and not own and not form.offers(table.game.rules, table.state, line)


# --- questions


def _what(table: Table, text: str) -> Reply:
    if not text:
        raise Misheard("what HEX, UNIT or TRANSPORT: name one")
    state = table.state
    try:
        return Reply.of(answers.about_place(state, place_of(state, text, whole=True), table.side))
    except Unknown:
        pass
    try:
        return Reply.of(answers.about_unit(state, unit_of(state, table.side, text), table.side))
    except Unknown as no_unit:
        with suppress(Unknown):
            return Reply((carriage.about(state, transport_of(state, table.side, text)),))
        try:
            return Reply.of(answers.about_place(state, place_of(state, text), table.side))
        except Unknown as no_place:
            raise Misheard(f"{no_unit}; {no_place}") from None


def _reach(table: Table, text: str) -> Reply:
    order = read_order(text)
    uid = unit_of(table.state, table.side, order.units or text)
    stance = orders.stances_of(table, (uid,), order.mode).get(uid, KEEP)
    return Reply.of(answers.reachable(table.state, uid, stance))


def _way(table: Table, text: str) -> Reply:
    try:
        units, stops, stances = orders.read_move(table, text)
    except Misheard:
        if (driven := carriage.way(table, text)) is not None:
            return driven
        raise
    if not stops:
        raise Misheard("way UNITS to HEX: the hex is missing")
    command = orders.find_move(table, units, stops, stances)
    refusal = table.game.check(command)
    if refusal is not None:
        return Reply.of(answers.no_way(table.state, units, stops[-1], stances, refusal))
    way = tuple(table.state.world.place(label) for label in command.path)
    return Reply.of(answers.way_lines(table.state, units, stances, way))


def _why(table: Table, text: str) -> Reply:
    units, stops, stances = orders.read_move(table, text)
    if not stops:
        raise Misheard("why UNIT HEX: the hex is missing")
    return Reply.of(
        line for uid in units for line in answers.why(table.state, uid, stops[-1], stances.get(uid, KEEP))
    )


def _units(table: Table, text: str) -> Reply:
    found = [side for side in Side if text and side.casefold().startswith(text.casefold())]
    if text and len(found) != 1:
        raise Misheard(f"{text!r} is no side; expected Axis or Allied")
    return Reply.of(answers.units(table.state, found[0] if found else table.side))


def _help(_: Table, text: str) -> Reply:
    if text:
        verb = verb_of(text.split()[0])
        short = f"; also {', '.join(verb.short)}" if verb.short else ""
        return Reply((f"{verb.usage}: {verb.does}{short}",))
    width = max(len(verb.usage) for verb in VERBS)
    return Reply.of(f"{verb.usage:<{width}}  {verb.does}" for verb in VERBS)


def _comment(table: Table, text: str) -> Reply:
    if not text:
        raise Misheard("comment TEXT: the text is missing")
    table.game.comment(text)
    return Reply(("noted",) if table.game.log else ("no log is kept, so the remark is lost",))


def _bookmark(table: Table, text: str) -> Reply:
    if not text:
        raise Misheard("bookmark NAME: the name is missing")
    table.game.bookmark(text)
    return Reply(("marked",) if table.game.log else ("no log is kept, so the mark is lost",))


ANSWERS: dict[str, Act] = {
    "what": _what,
    "reach": _reach,
    "way": _way,
    "why": _why,
    "odds": fights.odds,
    "left": fights.left,
    "units": _units,
    "planes": air.planes,
    "dead": replacements.dead,
    "supply": ledger.supply,
    "news": lambda table, _: Reply.of(answers.news(table.game.entries, table.state, table.side)),
    "standing": lambda table, _: Reply.of(standing_lines(table.state, table.side)),
    "help": _help,
    "comment": _comment,
    "bookmark": _bookmark,
    "railways": air.railways,
    "dice": lambda table, text: table.throw(text),
    "undo": lambda table, _: table.take_back(),
    "redo": lambda table, _: table.do_again(),
    "quit": lambda _table, _: Reply(over=True),
}
"""What a verb does that is no order."""

ORDERS: dict[str, Act] = {
    "move": orders.move,
    "strat": lambda table, text: orders.move(table, text, "strat"),
    "reserve": lambda table, text: orders.move(table, text, "reserve"),
    "mode": orders.mode,
    "hold": orders.hold,
    "release": orders.release,
    "begin": orders.begin,
    "step": orders.step,
    "drop": orders.drop,
    "overrun": fights.overrun,
    "recon": options.recon,
    "shells": options.shells,
    "raid": options.raid,
    "forage": supply.unasked("which HQs use a supply cache"),
    "stop": orders.stop,
    "barrage": fights.barrage,
    "attack": fights.attack,
    "end": orders.end,
    "fuel": supply.fuel,
    "drive": carriage.drive,
    "take": carriage.take,
    "put": carriage.put,
    "combine": carriage.combine,
    "split": carriage.split,
    "rail": carriage.rail,
    "ship": carriage.ship,
    "claim": carriage.claim,
    "build": supply.build,
    "blow": supply.blow,
    "breakout": supply.breakout,
    "sweep": air.sweep,
    "bomb": air.bomb,
    "hipshoot": air.hip_shoot,
    "trainbust": air.trainbust,
    "transfer": air.transfer,
    "refit": air.refit,
    "merge": air.merge,
    "arrive": supply.unasked("where reinforcements arrive"),
    "withdraw": supply.unasked("which transport is given up"),
    "rebuild": replacements.rebuild,
    "consolidate": replacements.consolidate,
    "bring": replacements.bring,
    "attach": options.attach,
    "fly": airlift.fly,
    "airdrop": airlift.air_drop,
    "dropplan": airlift.plan,
    "stay": supply.unasked("which transports stay to unload"),
    "shed": supply.unasked("which cargo its planes carry no more"),
    "land": supply.unasked("where planes land"),
    "abort": supply.unasked("which planes leave an air combat"),
    "engage": supply.unasked("which plane fights"),
    "intercept": supply.unasked("who meets the enemy's planes"),
    "pay": supply.pay,
    "recover": supply.recover,
    "trace": supply.unasked("which part of a split formation traces"),
    "eat": supply.unasked("who eats"),
    "place": orders.place,
    "load": carriage.load,
    "top": orders.top,
    "do": orders.do,
}
"""Verbs that a side's turn and its dice must wait for."""

LISTS = frozenset({
    "attach", "attack", "barrage", "blow", "bomb", "breakout", "build", "claim", "consolidate", "drive", "fly",
    "airdrop", "fuel", "hipshoot", "merge", "rail", "rebuild", "refit", "ship", "sweep", "trainbust", "transfer",
})  # fmt: skip
"""Verbs that alone list what can be done: while the game asks something, nothing can."""
