"""Orders of the air war that a person types: missions, refit and merging; answers in the air; where planes are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ocs_engine.kernel.messages import Command
from ocs_engine.players.human_fights import read_aim
from ocs_engine.players.human_forms import EVERYBODY, NOBODY, Form
from ocs_engine.players.human_names import place_of, plane_line
from ocs_engine.players.human_payments import paid, read_payment, split_from
from ocs_engine.players.human_supply import listing
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, Unknown, read_target, split_units
from ocs_engine.series import story
from ocs_engine.series.air.air_barrage import AirBarrage
from ocs_engine.series.air.dogfight import Abort, Engage
from ocs_engine.series.air.hip_shoot import HipShoot
from ocs_engine.series.air.landing import Land, LandFrame, havens
from ocs_engine.series.air.merging import Merge
from ocs_engine.series.air.missions import Intercept, TakeHit
from ocs_engine.series.air.refit import Refit, most_refitted, refit_need, refittable
from ocs_engine.series.air.sweep import Sweep
from ocs_engine.series.air.trainbusting import Trainbust
from ocs_engine.series.air.transfer import Transfer
from ocs_engine.series.firing import Aim
from ocs_engine.series.stories.words import listed, planes_named
from ocs_engine.series.supply.payment import offered, plan
from ocs_engine.state.model import DEAD, State
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold

_COUNTS = {"two": 2, "three": 3, "four": 4, "both": 2}


# --- names of planes


def planes_of(state: State, side: Side, text: str, among: Sequence[str]) -> tuple[str, ...]:
    """The planes of a side that a list of names means; raises Misheard. among: who can do what is ordered.

    "all" is everybody among them, a base those that are based there; of a kind the first that can is meant, or so many,
    as in "two Spit.V", and those with all their steps before others.
    """
    parts = [part for each in split_units(text) for part in each.split(" and ")]
    if not parts:
        raise Misheard("name the planes: by kind, as two Spit.V, by id, or their base")
    own = [pid for pid, plane in sorted(state.planes.items()) if plane.side is side and plane.place != DEAD]
    found: list[str] = []
    for part in parts:
        if fold(part) in EVERYBODY:
            found += [pid for pid in among if pid not in found]
            continue
        count, kind = _count(part)
        fitting = [pid for pid in _called(state, own, kind) if pid not in found]
        there = fitting or _based(state, own, part)
        able = [pid for pid in there if pid in among]
        if not there:
            near = nearest(kind, [state.planes[pid].aircraft.name for pid in own], 3)
            raise Unknown(f"the {side} side has no plane {part!r}" + (f"; did you mean {near}?" if near else ""))
        if not fitting:
            found += able or there
        elif len(fitting) < count:
            raise Misheard(f"the {side} side has {len(fitting)} {kind} for that, not {count}")
        else:
            whole_first = sorted(able, key=lambda pid: state.planes[pid].lost)
            found += [*whole_first, *(pid for pid in fitting if pid not in able)][:count]
    return tuple(dict.fromkeys(found))


def _count(text: str) -> tuple[int, str]:
    """How many planes words mean, and of what name: "2 Spit.V", "two Spit.V", "Spit.V"."""
    word, _, rest = text.strip().partition(" ")
    if rest and (word.isdecimal() or word.casefold() in _COUNTS):
        return int(word[:3]) if word.isdecimal() else _COUNTS[word.casefold()], rest.strip()
    return 1, text.strip()


def _called(state: State, own: Sequence[str], text: str) -> list[str]:
    """The planes of an id, or else of one kind by its name or a part of it; raises Misheard for several kinds."""
    wanted = fold(text)
    if wanted in own:
        return [wanted]
    names = {pid: fold(state.planes[pid].aircraft.name) for pid in own}
    found = [pid for pid in own if wanted == names[pid]] or [pid for pid in own if wanted in names[pid]]
    kinds = sorted({state.planes[pid].aircraft.name for pid in found})
    if len(kinds) > 1:
        raise Misheard(f"{text!r} may be {' or '.join(kinds)}")
    return found


def _based(state: State, own: Sequence[str], text: str) -> list[str]:
    try:
        place = place_of(state, text)
    except Unknown:
        return []
    return [pid for pid in own if state.planes[pid].place == place]


def planes(table: Table, text: str) -> Reply:
    """Where the planes of a side are, base by base."""
    state = table.state
    found = [side for side in Side if text and side.casefold().startswith(text.casefold())]
    if text and len(found) != 1:
        raise Misheard(f"{text!r} is no side; expected Axis or Allied")
    side, told = found[0] if found else table.side, dict[int, list[str]]()
    for pid, plane in sorted(state.planes.items()):
        if plane.side is side and plane.place != DEAD:
            told.setdefault(plane.place, []).append(f"  {plane_line(state, pid)}")
    lines = (line for place, own in sorted(told.items()) for line in (f"{_place(state, place)}:", *own))
    return Reply.of(tuple(lines) or (f"the {side} side has no plane in play",))


def _place(state: State, place: int) -> str:
    return story.place_name(state.world, state.world.label(place))


# --- missions


def sweep(table: Table, text: str) -> Reply:
    """Fighters sweep a base; alone it lists the bases, without planes those that can."""
    target, named = read_target(text)
    if not target:
        return _where(table, "fighter sweep", "hex", "no base of the enemy's can be swept now")
    label = table.state.world.label(place_of(table.state, target))
    able = _able(table, "fighter sweep", "hex", label)
    if not named:
        return _who(table, able, f"sweep {label}")
    chosen = planes_of(table.state, table.side, named, able)
    return table.submit(Sweep(side=table.side, hex=label, planes=chosen))


def bomb(table: Table, text: str) -> Reply:
    """Planes barrage something in a hex; alone it lists the hexes, without planes those that can."""
    if not text:
        return _aimed(table, "air barrage", "nothing can be bombed now")
    label, aim, named = _target(table, "air barrage", text)
    able = listing(table, "air barrage", ("target", label), ("aim", aim)) if _open(table, "air barrage", label) else ()
    if not named:
        return _who(table, able, f"bomb the {aim} in {label}")
    chosen = planes_of(table.state, table.side, named, able)
    return table.submit(AirBarrage(side=table.side, target=label, aim=Aim(aim), planes=chosen))


def hip_shoot(table: Table, text: str) -> Reply:
    """One plane flies a Hip Shoot; alone it lists the hexes, without a plane those that can."""
    if not text:
        return _aimed(table, "hip shoot", "no Hip Shoot can be flown now")
    label, aim, named = _target(table, "hip shoot", text)
    able = listing(table, "hip shoot", ("target", label), ("aim", aim)) if _open(table, "hip shoot", label) else ()
    if not named:
        return _who(table, able, f"fly a Hip Shoot at the {aim} in {label}")
    chosen = planes_of(table.state, table.side, named, able)
    if len(chosen) != 1:
        raise Misheard(f"a Hip Shoot is flown by one plane, not {len(chosen)}")
    return table.submit(HipShoot(side=table.side, target=label, aim=Aim(aim), plane=chosen[0]))


def trainbust(table: Table, text: str) -> Reply:
    """Planes bomb a railway; alone it lists the hexes, without planes those that can."""
    target, named = read_target(text)
    if not target:
        found = ", ".join(listing(table, "trainbusting"))
        return Reply((f"railways in range: {found}" if found else f"no railway can be bombed now; {_STANDING}",))
    label = table.state.world.label(place_of(table.state, target))
    able = _able(table, "trainbusting", "target", label)
    if not named:
        return _who(table, able, f"bomb the railway in {label}")
    chosen = planes_of(table.state, table.side, named, able)
    return table.submit(Trainbust(side=table.side, target=label, planes=chosen))


_STANDING = "railways ask lets Barrage Segments stop for it"


def railways(table: Table, text: str) -> Reply:
    """A standing order: whether Barrage Segments stop where only railways can be bombed; alone it tells which it is."""
    word = text.casefold()
    if word and word not in ("ask", "pass"):
        raise Misheard("railways ask or railways pass")
    table.railways = word == "ask" if word else table.railways
    if table.railways:
        return Reply(("Barrage Segments stop wherever a railway can be bombed; railways pass lets them pass",))
    return Reply(("Barrage Segments pass where only railways can be bombed; railways ask lets them stop",))


def _open(table: Table, kind: str, label: str) -> bool:
    return label in listing(table, kind)


def _aimed(table: Table, kind: str, nothing: str) -> Reply:
    """The hexes that an order is open to, each with what can be announced there."""
    world = table.state.world
    lines = (f"{story.place_name(world, label)}: {listed(listing(table, kind, ('target', label)))}"
             for label in listing(table, kind))  # fmt: skip
    return Reply.of(tuple(lines) or (nothing,))


def _target(table: Table, kind: str, text: str) -> tuple[str, str, str]:
    """The hex, what is announced there, by default what is offered first, and the planes named."""
    words, named = read_target(text)
    words, aim = read_aim(words)
    if not aim:
        found, aim = read_aim(named)
        named = found if aim else named
    label = table.state.world.label(place_of(table.state, words))
    first = listing(table, kind, ("target", label))[:1] if _open(table, kind, label) else ()
    return label, str(aim or (first[0] if first else Aim.UNITS)), named


def transfer(table: Table, text: str) -> Reply:
    """Planes go to another base; alone it lists the bases, with one alone who can go there."""
    if not text:
        return _where(table, "base transfer", "base", "no plane can be transferred now")
    named, to, where = (" " + text).rpartition(" to ")
    if not to:
        named, where = "", text
    label = table.state.world.label(place_of(table.state, where))
    able = _able(table, "base transfer", "base", label)
    if not named.strip():
        return _who(table, able, f"be transferred to {label}")
    chosen = planes_of(table.state, table.side, named, able)
    return table.submit(Transfer(side=table.side, base=label, planes=chosen))


def _able(table: Table, kind: str, blank: str, label: str) -> tuple[str, ...]:
    """The planes that a form offers for a place; () where it does not offer that."""
    return listing(table, kind, (blank, label)) if label in listing(table, kind) else ()


def _where(table: Table, kind: str, blank: str, nowhere: str) -> Reply:
    """The places that an order is open to, each with the planes that can."""
    world = table.state.world
    lines = (
        f"{story.place_name(world, label)}: {planes_named(world, listing(table, kind, (blank, label)))}"
        for label in listing(table, kind)
    )
    return Reply.of(tuple(lines) or (nowhere,))


def _who(table: Table, able: Iterable[str], what: str) -> Reply:
    """The planes that can do something, a line each."""
    lines = tuple(f"  {plane_line(table.state, pid)}, in {_place(table.state, table.state.planes[pid].place)}"
                  for pid in able)  # fmt: skip
    if not lines:
        return Reply((f"no plane of yours can {what} now",), problem=True)
    return Reply((f"can {what}:", *lines))


# --- at the bases


def refit(table: Table, text: str) -> Reply:
    """A base makes planes Active, by default as many as it can for the least; alone it lists the bases."""
    state, side = table.state, table.side
    if not text:
        return Reply.of(tuple(_refits(table)) or ("no base can refit planes now",))
    order, sources = split_from(text)
    target, named = read_target(order)
    place = place_of(state, target)
    able = refittable(state, side, place)
    chosen = planes_of(state, side, named, able) if named else tuple(able[: most_refitted(state, side, place)])
    need = refit_need(state, place)
    ways = offered(state, side, need)
    planned = plan(state, side, [need]) if need.tokens else None
    payment = read_payment(state, side, sources, ways, need.tokens) if sources else planned[0] if planned else {}
    return table.submit(Refit(side=side, base=state.world.label(place), planes=chosen, payment=payment))


def _refits(table: Table) -> Iterator[str]:
    """Each base that can refit, with how many of which planes, and what it takes."""
    state, side = table.state, table.side
    for label in listing(table, "refit"):
        place = state.world.place(label)
        need = refit_need(state, place)
        planned = plan(state, side, [need]) if need.tokens else None
        cost = f", for {paid(state, planned[0])}" if planned else ""
        able, most = refittable(state, side, place), most_refitted(state, side, place)
        some = f"{most} of " if most < len(able) else ""
        yield f"{_place(state, place)}: {some}{planes_named(state.world, able)}{cost}"


def merge(table: Table, text: str) -> Reply:
    """Two reduced planes become one; alone it lists those that could."""
    state = table.state
    kept = listing(table, "merge planes")
    if not text:
        return _who(table, kept, "merge with another one")
    chosen = planes_of(state, table.side, text, kept)
    if len(chosen) == 1 and (others := listing(table, "merge planes", ("kept", chosen[0]))):
        chosen = (*chosen, others[0])
    if len(chosen) != 2:
        raise Misheard("merge PLANE and PLANE: name the one that stays, then the one that goes")
    return table.submit(Merge(side=table.side, kept=chosen[0], spent=chosen[1]))


# --- answers


def answer(table: Table, form: Form, line: str) -> Reply | None:
    """An answer in the air in plain words, carried out; None where the line is none, and the form takes it."""
    speak = _SPOKEN.get(form.kind)
    if speak is None or not form.asked:
        return None
    words = line.strip().split()
    own = form.kind.split()
    while len(words) > 1 and words[0].casefold() in own:
        words.pop(0)
    command = speak(table, " ".join(words))
    return None if command is None else table.submit(command)


def _land(table: Table, text: str) -> Command | None:
    """ "A21.20" for all that can, "home", or parts with ; between them: "Spit.V at A21.20; P-40 at home"."""
    if text.isdecimal():
        return None
    state, frame = table.state, table.state.frame_of(LandFrame)
    bases: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        named, at, where = part.removeprefix("at ").rpartition(" at ")
        left = [pid for pid in frame.ranges if pid not in bases]
        chosen = planes_of(state, frame.side, named, left) if at else tuple(left)
        base = "" if fold(where) == "home" else state.world.label(place_of(state, where))
        bases |= {pid: base or havens(state, frame, pid)[0] for pid in chosen}
    return Land(side=frame.side, bases=bases) if bases else None


def _chosen(table: Table, kind: str, text: str) -> tuple[str, ...]:
    """The planes that an answer names, of those that the question offers; () for numbers, nobody and enough."""
    if not text or fold(text) in NOBODY or text.replace(",", "").replace(" ", "").isdecimal():
        return ()
    able = [value for value in listing(table, kind) if value in table.state.planes]
    return planes_of(table.state, table.side, text, able)


def _abort(table: Table, text: str) -> Command | None:
    chosen = _chosen(table, "abort", text)
    return Abort(side=table.side, planes=chosen) if chosen else None


def _one(kind: str, command: type[Engage | Intercept | TakeHit]) -> Callable[[Table, str], Command | None]:
    """Reads an answer that names one plane."""

    def speak(table: Table, text: str) -> Command | None:
        chosen = _chosen(table, kind, text.removeprefix("with "))
        if len(chosen) > 1:
            raise Misheard(f"{text!r} names {len(chosen)} planes, and one is asked for")
        return command(side=table.side, plane=chosen[0]) if chosen else None

    return speak


_SPOKEN: dict[str, Callable[[Table, str], Command | None]] = {
    "land": _land,
    "abort": _abort,
    "engage": _one("engage", Engage),
    "intercept": _one("intercept", Intercept),
    "take hit": _one("take hit", TakeHit),
}
"""By kind of question, what reads an answer in plain words."""
