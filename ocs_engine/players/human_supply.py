"""Orders of supply that a person types: fuel, construction, dumps blown, breakout; and answers on what is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from ocs_engine.kernel.messages import Command
from ocs_engine.players import human_answers as answers
from ocs_engine.players.human_forms import Form, shown
from ocs_engine.players.human_names import is_everybody, piece_of, place_of, unit_of, units_of
from ocs_engine.players.human_payments import paid, read_payment, split_from
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, read_target
from ocs_engine.series import story
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.building import Build, Yard
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.construction import site_refusal, task_need
from ocs_engine.series.supply import barrage_paying, combat_paying, recovery, upkeep
from ocs_engine.series.supply import combat_supply as due
from ocs_engine.series.supply.barrage_supply import need_of as barrage_need
from ocs_engine.series.supply.blowing import Blow, dump_in
from ocs_engine.series.supply.breakout import Breakout
from ocs_engine.series.supply.foraging import foragers
from ocs_engine.series.supply.fuel import Fuel, How, burns_fuel, offers
from ocs_engine.series.supply.fueling import fuel_plan
from ocs_engine.series.supply.payment import offered, plan
from ocs_engine.series.supply.supply_phase import Eat, Forage, KeepLoads, Recover, TraceThrough
from ocs_engine.series.supply.upkeep import SupplyFrame
from ocs_engine.series.tables.construction import troops_needed
from ocs_engine.state.build_events import Task
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold

PLAN = "plan"
"""The answer that accepts the cheapest payment."""


def listing(table: Table, kind: str, *filled: tuple[str, Any]) -> tuple[Any, ...]:
    """The values that the form of a command offers next; () where it is not open."""
    rules, state, side = table.game.rules, table.state, table.side
    blank = rules.blank(state, side, kind, filled) if kind in rules.legal(state, side) else None
    return () if blank is None else blank.values


# --- fuel


def fuel(table: Table, text: str) -> Reply:
    """Fuel is bought, by default from the fewest sources; alone it lists who could have it, and from where."""
    state, side = table.state, table.side
    if not text:
        return Reply.of(tuple(_fuels(table)) or ("nobody can be fueled now",))
    if "fuel" not in table.game.rules.legal(state, side):
        raise Misheard(_no_fuel_now(table))
    named, sources = split_from(text)
    how, what = _fueled(state, side, named)
    if sources and (found := offers(state, side, how, what)):
        ways = list({way.name: way for offer in found for way in offer.ways}.values())
        payment = read_payment(state, side, sources, ways, found[0].tokens)
        return table.submit(Fuel(side=side, how=how, what=what, payment=payment))
    return table.submit(fuel_plan(state, side, how, what) or Fuel(side=side, how=how, what=what, payment={}))


def _no_fuel_now(table: Table) -> str:
    if table.state.points.everyone_supplied(table.state):
        return "everyone counts as supplied, and nobody pays for fuel"
    return "fuel is bought in your own movement segments alone, and nobody can be fueled now (OCS 12.5)"


def _fuels(table: Table) -> Iterator[str]:
    state, side = table.state, table.side
    on_foot: list[str] = []
    for how in listing(table, "fuel"):
        for what in listing(table, "fuel", ("how", how)):
            bought = fuel_plan(state, side, How(how), what)
            if how == How.UNIT and not burns_fuel(state.units[what]):
                on_foot.append(what)
            elif bought is not None:
                yield f"fuel {'' if how == How.UNIT else f'{how} '}{shown(state, what)}: {paid(state, bought.payment)}"
    if on_foot:
        yield f"on foot now, and with 1T each if they take Move Mode: {story.names(state.world, on_foot)}"


def _fueled(state: State, side: Side, text: str) -> tuple[How, str]:
    """Whom fuel is for, and in which of the three ways; a unit where nothing else is said (OCS 12.5c)."""
    word, _, named = text.partition(" ")
    how = next((each for each in How if word.casefold() == each), None)
    named = named.strip() if how else text
    if not named:
        raise Misheard(f"fuel {how or ''}: name who shall have it; fuel alone lists who can".replace(" :", ":"))
    if is_everybody(named):
        words = "fuel takes a unit, a formation, or hq and an HQ, one at a time; fuel alone lists who can have it"
        raise Misheard(words)
    if how is How.HQ:
        return how, _hq_of(state, side, named)
    formations = dict.fromkeys(unit.counter.formation for _, unit in state.in_order() if unit.side is side)
    own = next((each for each in formations if each and fold(each) == fold(named)), "")
    if own and how in (None, How.FORMATION):
        return How.FORMATION, own
    if how is How.FORMATION:
        near = nearest(named, [each for each in formations if each])
        raise Misheard(f"there is no formation {named!r}" + (f"; did you mean {near}?" if near else ""))
    return how or How.UNIT, unit_of(state, side, named)


def _hq_of(state: State, side: Side, text: str) -> str:
    """The HQ of a side that a name means; raises Misheard with those that it has."""
    own = [uid for uid, unit in state.in_order() if unit.side is side and unit.counter.is_hq and unit.place >= 0]
    with suppress(Misheard):
        if (found := unit_of(state, side, text, own)) in own:
            return found
    known = ", ".join(answers.name(state, uid) for uid in own)
    raise Misheard(f"{text!r} is no HQ of yours; " + (f"they are {known}" if own else "you have none on the map"))


# --- works


def build(table: Table, text: str) -> Reply:
    """Something is built or broken; without a hex the tasks and hexes are listed."""
    state, side = table.state, table.side
    order, sources = split_from(text)
    task = next((each for each in sorted(Task, key=len, reverse=True) if order.casefold().startswith(each)), None)
    if task is None:
        if order:
            raise Misheard(f"{order!r} names no task; they are {', '.join(Task)}")
        return Reply.of(tuple(_sites(table)) or ("nothing can be built now",))
    where, named = read_target(order[len(task) :].strip().removeprefix("in ").removeprefix("of "))
    if not where:
        raise Misheard("build TASK in HEX: the hex is missing")
    hex_ = place_of(state, where)
    label = state.world.label(hex_)
    by = units_of(state, side, named) if named else _crew(state, side, task, hex_)
    if not by:
        raise Misheard(_no_crew(state, side, task, hex_))
    need = task_need(state, task, hex_, by[0])
    ways = offered(state, side, need)
    planned = plan(state, side, [need])
    payment = read_payment(state, side, sources, ways, need.tokens) if sources else planned[0] if planned else {}
    return table.submit(Build(side=side, task=task, hex=label, by=by, payment=payment))


def _sites(table: Table) -> Iterator[str]:
    world = table.state.world
    for task in listing(table, "build"):
        yield f"{task}: {', '.join(story.place_name(world, each) for each in listing(table, 'build', ('task', task)))}"


def _crew(state: State, side: Side, task: Task, hex_: int) -> tuple[str, ...]:
    """The first who could do a task in a hex, with as many troops as it takes; () for nobody."""
    yard = Yard(state, side)
    by = yard.leads(task, hex_)[:1]
    while by and (more := yard.more(task, hex_, by)):
        by.append(more[0])
    return tuple(by)


def _no_crew(state: State, side: Side, task: Task, hex_: int) -> str:
    """Why nobody can do a task in a hex: it cannot be done there, nobody is there who could, or supply is short."""
    if (refusal := site_refusal(state, side, task, hex_)) is not None:
        return answers.told(state, refusal)
    where, tables = story.place_name(state.world, state.world.label(hex_)), state.world.tables
    needed = troops_needed(tables, task)
    troops = f"{needed // 4} RE of troops in Combat Mode there, or " if needed else ""
    if Yard(state, side).workers(task, hex_):
        cost = state.points.construction_cost(state, task, hex_)
        return f"nobody can do that in {where}: it takes {cost}T, which reach none of those who could"
    reach = tables.number("construction_radius_hexes")
    engineers = f"an HQ or engineer in Combat Mode within {reach} hexes on foot"
    return f"nobody can do that in {where}: it takes {troops}{engineers}, that neither moved nor worked in this phase"


def blow(table: Table, text: str) -> Reply:
    """A dump, or a part of it, is set fire to; alone it lists the dumps."""
    state, side = table.state, table.side
    if not text:
        dumps = listing(table, "blow")
        found = (f"{story.place_name(state.world, each)}: {_there(state, side, each)}T" for each in dumps)
        return Reply.of(tuple(found) or ("there is no dump to blow now",))
    named, _, number = text.rpartition(" ")
    tokens = number.casefold().removesuffix("t")
    if not (named and tokens.isdecimal() and tokens.isascii() and len(tokens) < 7):
        named, tokens = text, ""
    label = state.world.label(place_of(state, named))
    return table.submit(Blow(side=side, hex=label, tokens=int(tokens) if tokens else _there(state, side, label)))


def _there(state: State, side: Side, label: str) -> int:
    return sum(source.tokens for source in dump_in(state, side, state.world.place(label)))


def breakout(table: Table, text: str) -> Reply:
    """A unit without trace, or transport, tries to break out; alone it lists who may."""
    state = table.state
    if not text:
        found = (answers.piece_name(state, piece) for piece in listing(table, "breakout"))
        return Reply.of(tuple(found) or ("nobody can break out now",))
    if "breakout" not in table.game.rules.legal(state, table.side):
        raise Misheard("nobody can break out now: it is tried in a Breakout Segment of one's own (OCS 12.8e)")
    return table.submit(Breakout(side=table.side, unit=piece_of(state, table.side, text)))


# --- what is paid, in the midst of a fight and in the Supply Phase


def unasked(what: str) -> Callable[[Table, str], Reply]:
    """The order of a word that answers a question alone."""

    def answer(table: Table, text: str) -> Reply:
        del table, text
        raise Misheard(f"the game asks {what} when it is time, and nobody is asked now")

    return answer


def answer(table: Table, form: Form, line: str) -> Reply | None:
    """An answer on supply in plain words, carried out; None where the line is none, and the form takes it."""
    speak = _SPOKEN.get(form.kind)
    if speak is None or not form.asked:
        return None
    words = line.strip().split()
    own = form.kind.split()
    if form.kind == "pay attack" and form.offers(table.game.rules, table.state, line.strip()):
        return None  # it is about the one unit that was asked about
    while words and words[0].casefold() in own:
        words.pop(0)
    known = _WORDS.get(form.kind, ())
    if len(words) == 1 and fold(words[0]) not in known and not form.offers(table.game.rules, table.state, words[0]):
        near = nearest(words[0], known)
        if near:
            raise Misheard(f"{words[0]!r} is no answer here; did you mean {near}?")
    command = speak(table, " ".join(words))
    return None if command is None else table.submit(command)



def _pay_attack(table: Table, text: str) -> Command | None:
    """ "plan", or parts with ; between them: "coutx from A20.21", "zouv internals", "78 out"; nobody named is all."""
    state, frame = table.state, table.state.frame_of(CombatFrame)
    if fold(text) == PLAN:
        return combat_paying.attack_plan(state, frame)
    needs = due.attack_needs(state, frame.units)
    payments: dict[str, dict[str, int]] = {}
    rest: dict[str, list[str]] = {combat_paying.INTERNALS: [], combat_paying.OUT: []}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        named, sources = split_from(part)
        words, _, last = part.rpartition(" ")
        if not sources and last.casefold() not in rest:
            return None
        said = [*payments, *rest[combat_paying.INTERNALS], *rest[combat_paying.OUT]]
        who = named if sources else words
        left = tuple(uid for uid in needs if uid not in said)
        units = units_of(state, frame.side, who, needs, settle=True) if who else left
        if not sources:
            rest[last.casefold()] += units
            continue
        for uid in units:
            if uid not in needs:
                raise Misheard(f"{answers.name(state, uid)} does not attack")
            ways, taken = list(needs[uid].open_to or ()), due.taken_by(needs, payments)
            payments[uid] = read_payment(state, frame.side, sources, ways, needs[uid].tokens, taken)
    internals, out = (tuple(rest[each]) for each in (combat_paying.INTERNALS, combat_paying.OUT))
    return combat_paying.PayAttack(side=frame.side, payments=payments, internals=internals, out=out)


def _pay_defence(table: Table, text: str) -> Command | None:
    """ "plan", "from A20.22", or "internals UNITS"; nobody named is all who can."""
    state, frame = table.state, table.state.frame_of(CombatFrame)
    side = frame.side.other
    if fold(text) == PLAN:
        return combat_paying.defence_plan(state, frame)
    need = due.defence_need(state, frame.defenders)
    word, _, names = text.partition(" ")
    if word.casefold() == combat_paying.INTERNALS and names:
        units = units_of(state, side, names, frame.defenders, settle=True)
        return combat_paying.PayDefence(side=side, internals=units)
    named, sources = split_from(text)
    if named or not sources:
        return None
    payment = read_payment(state, side, sources, list(need.open_to or ()), need.tokens)
    return combat_paying.PayDefence(side=side, payment=payment)


def _pay_barrage(table: Table, text: str) -> Command | None:
    state, frame = table.state, table.state.top_frame
    if not isinstance(frame, BarrageFrame):
        return None
    cheapest = barrage_paying.barrage_plan(state, frame)
    if fold(text) == PLAN:
        return cheapest
    named, sources = split_from(text)
    if named or not sources:
        return None
    need = barrage_need(state, frame.units, frame.target, sum(cheapest.payment.values()))
    payment = read_payment(state, frame.side, sources, offered(state, frame.side, need), need.tokens)
    return barrage_paying.PayBarrage(side=frame.side, payment=payment)


def pay(table: Table, text: str) -> Reply:
    """What a barrage is paid with, where it could be paid with supply caches as well."""
    if "pay barrage" not in table.kinds():
        return unasked("what is paid for a fight")(table, text)
    command = _pay_barrage(table, text)
    if command is None:
        raise Misheard("pay plan, pay from SOURCE, or shells")
    return table.submit(command)


def recover(table: Table, text: str) -> Reply:
    """Who recovers, or nobody, where a side could keep its organic loads as well."""
    if "recover" not in table.kinds():
        return unasked("who gets back internal stocks")(table, text)
    command = _recover(table, text)
    if command is None:
        raise Misheard("recover UNIT from SOURCE, or recover nobody, which keeps organic loads")
    return table.submit(command)


def _recover(table: Table, text: str) -> Command | None:
    if fold(text) == "nobody":
        return KeepLoads(side=table.side)
    named, sources = split_from(text)
    if not (named and sources):
        return None
    state, side, frame = table.state, table.side, table.state.top_frame
    keeping = frame.keeping if isinstance(frame, SupplyFrame) else ()
    group = recovery.groups(state, side, keeping)[0]
    uid = unit_of(state, side, named, group.units)
    need = recovery.need_of(state, uid)
    payment = read_payment(state, side, sources, offered(state, side, need), need.tokens)
    return Recover(side=side, unit=uid, payment=payment)


def _eat(table: Table, text: str) -> Command | None:
    """ "UNITS from SOURCE", "all from SOURCE" """
    state, side, frame = table.state, table.side, table.state.top_frame
    named, sources = split_from(text)
    if not (named and sources) or not isinstance(frame, SupplyFrame):
        return None
    laid = upkeep.tables_laid(state, frame)
    ways = [way for there in laid.values() for way in there.values()]
    ((name, _),) = Counter(read_payment(state, side, sources, ways, 1)).items()
    source = name.partition(" by ")[0]
    return Eat(side=side, source=source, units=units_of(state, side, named, laid[source], settle=True))


def _trace(table: Table, text: str) -> Command | None:
    """ "FORMATION through PLACE", or through an HQ."""
    state, frame = table.state, table.state.top_frame
    named, through, where = text.partition(" through ")
    if not through or not isinstance(frame, SupplyFrame):
        return None
    undecided = upkeep.undecided(state, frame)
    formation = next((each for each in undecided if fold(each) == fold(named)), "")
    if not formation:
        raise Misheard(f"{named!r} is no split formation; they are {', '.join(undecided)}")
    ways = {part.through: shown(state, part.through) for part in undecided[formation]}
    found = [way for way, name in ways.items() if fold(where) in (fold(way), fold(name))]
    found = found or [way for way, name in ways.items() if fold(where) in fold(name)]
    if len(found) != 1:
        raise Misheard(f"no part of it traces through {where}; the ways are {', '.join(ways.values())}")
    return TraceThrough(side=table.side, formation=formation, through=found[0])


def _forage(table: Table, text: str) -> Command | None:
    """An HQ that was cut off uses a supply cache, or nobody does (OCS 21.10)."""
    if fold(text) == "nobody":
        return Forage(side=table.side)
    frame = table.state.frame_of(SupplyFrame)
    able = foragers(table.state, table.side, frame.foraged)
    return Forage(side=table.side, hq=unit_of(table.state, table.side, text, able)) if text else None


_SPOKEN: dict[str, Callable[[Table, str], Command | None]] = {
    "pay attack": _pay_attack,
    "pay defence": _pay_defence,
    "pay barrage": _pay_barrage,
    "recover": _recover,
    "trace through": _trace,
    "eat": _eat,
    "forage": _forage,
}
"""By kind of question, what reads an answer in plain words."""
_WORDS = {
    "pay attack": (PLAN, combat_paying.INTERNALS, combat_paying.OUT),
    "pay defence": (PLAN, combat_paying.INTERNALS, "decline"),
    "pay barrage": (PLAN,),
    "recover": (PLAN, "nobody"),
    "eat": ("nobody",),
    "forage": ("nobody",),
}
"""By kind of question, the words that answer it alone, for one that is mistyped."""
