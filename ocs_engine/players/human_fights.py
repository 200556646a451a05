"""Orders of fighting that a person types: attacks, overruns and barrages, and what they would come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ocs_engine.grid import Hex
from ocs_engine.players import human_answers as answers
from ocs_engine.players import human_briefs as briefs
from ocs_engine.players import human_sums as sums
from ocs_engine.players.human_forms import EVERYBODY
from ocs_engine.players.human_names import place_of, units_of
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, read_target
from ocs_engine.series import attack as attacking
from ocs_engine.series import fight_commands, firing
from ocs_engine.series.barrage import Barrage
from ocs_engine.series.firing import Aim
from ocs_engine.series.modes import on_map
from ocs_engine.series.movement import moving
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side
from ocs_engine.world.names import fold


def _target(table: Table, text: str) -> tuple[Hex, str]:
    """The hex that an order is aimed at, and the units named for it; raises Misheard."""
    target, named = read_target(text)
    if not target:
        raise Misheard("the hex is missing; name it first, as A41.22 with all")
    place = place_of(table.state, target)
    if not on_map(table.state, place):
        raise Misheard(f"{table.state.world.label(place)} is an off-map box, and nobody fights there on the ground")
    return place, named


def attack(table: Table, text: str) -> Reply:
    """Units attack a hex; without units those that can are listed with the odds, without a hex the targets."""
    state, side = table.state, table.side
    if not text:
        return Reply.of(sums.targets(state, side)) if state.now.segment is Segment.COMBAT else _nothing(table, "attack")
    target, named = _target(table, text)
    able = attacking.attackers(state, side, target)
    if not named or (not able and fold(named) in EVERYBODY):
        return _who_attacks(state, side, target, able)
    units = units_of(state, side, named, able, settle=True)
    return table.submit(fight_commands.Attack(side=side, target=state.world.label(target), units=units))


def _who_attacks(state: State, side: Side, target: Hex, able: Sequence[str]) -> Reply:
    """The units that can attack a hex, with the odds; or why there are none."""
    if able:
        go = f"attack {state.world.label(target)} with all, or with those that you name"
        return Reply((*sums.attack_lines(state, side, target, able), go))
    near = _near(state, side, target)
    why = (f"  {answers.told(state, no)}" for uid in near if (no := attacking.attack_refusal(state, uid, target)))
    told = f"nobody of yours can attack {sums.place_name(state, target)}" + ("" if near else ": nobody is next to it")
    return Reply((told, *dict.fromkeys(why)), problem=True)


def _near(state: State, side: Side, hex_: Hex) -> list[str]:
    """The units of a side next to a hex, clockwise from north."""
    around = state.world.atlas.grid.around(hex_)
    return [uid for near in around for uid in state.here.get(near, ()) if state.units[uid].side is side]


def _nothing(table: Table, verb: str) -> Reply:
    """An order that this segment does not know."""
    return Reply((f"nobody may {verb} in the {table.state.now.title}",), problem=True)


def overrun(table: Table, text: str) -> Reply:
    """The moving stack overruns a hex; without a hex those that it can are listed."""
    if not moving(table.state):
        raise Misheard("an overrun is part of a move: begin UNITS, step up to the enemy, then overrun HEX")
    if not text:
        return Reply.of(sums.targets(table.state, table.side))
    target, named = _target(table, text)
    if named:
        raise Misheard("the whole moving stack overruns; drop leaves units behind")
    return table.submit(fight_commands.Overrun(side=table.side, target=table.state.world.label(target)))


def barrage(table: Table, text: str) -> Reply:
    """Artillery fires at a hex; without units those that can are listed, without a hex the targets."""
    state, side = table.state, table.side
    if not text:
        barraging = state.now.segment is Segment.BARRAGE
        return Reply.of(sums.barrages(state, side)) if barraging else _nothing(table, "barrage")
    words, named = read_target(text)
    words, aim = read_aim(words)
    if not aim:
        named_aim, aim = read_aim(named)
        named = named_aim if aim else named
    target, _ = _target(table, words)
    able = firing.possible_barrages(state, side).get(target, ())
    if not named or (not able and fold(named) in EVERYBODY):
        return _who_fires(state, side, target, able)
    found = firing.aims(state, side, target)
    against = aim or (found[0] if found else Aim.UNITS)
    units = units_of(state, side, named, able, settle=True)
    return table.submit(Barrage(side=side, target=state.world.label(target), aim=against, units=units))


def read_aim(text: str) -> tuple[str, Aim | None]:
    """Words without the kind of target that they end in, and that kind; None for none."""
    for aim in Aim:
        if text.casefold() == aim or text.casefold().endswith(f" {aim}"):
            return text[: -len(aim)].strip(" ,"), aim
    return text, None


def _who_fires(state: State, side: Side, target: Hex, able: Sequence[str]) -> Reply:
    """The artillery that can fire at a hex, with its strength; or why there is none."""
    if able:
        go = f"barrage {state.world.label(target)} with all, or with those that you name"
        return Reply((*sums.barrage_lines(state, side, target, able), go))
    where = sums.place_name(state, target)
    guns = [uid for uid in firing.gunners(state, side) if firing.reaches(state, uid, target)]
    aims = firing.aims(state, side, target) or (Aim.UNITS,)
    no = firing.target_refusal(state, side, target, aims[0])
    if no is None and firing.strong_enough(state, guns):
        no = firing.supply_refusal(state, guns, aims[0])
    why = answers.told(state, no) if no else "" if guns else "no artillery that may fire now has it in range"
    return Reply((f"nobody of yours can barrage {where}" + (f": {why}" if why else ""),), problem=True)


def odds(table: Table, text: str) -> Reply:
    """What an attack or overrun would come to; by default of everybody who can."""
    state, side = table.state, table.side
    if not text:
        raise Misheard("odds HEX: the hex is missing")
    target, named = _target(table, text)
    stack = moving(state)
    able = stack or attacking.attackers(state, side, target)
    near = _near(state, side, target)
    units = units_of(state, side, named, able or near, settle=True) if named else tuple(able)
    if not units:
        raise Misheard("nobody can attack it now; odds HEX with UNITS counts those that you name")
    if far := [uid for uid in units if uid not in near]:
        raise Misheard(f"{answers.name(state, far[0])} is not next to {sums.place_name(state, target)}")
    return Reply.of(sums.attack_lines(state, side, target, units, overrun=bool(stack)))


def left(table: Table, _: str) -> Reply:
    """Who can still act in this segment, what can be attacked or barraged, and what else there is to do.

    A question or dice that are open are asked for again.
    """
    state, side = table.state, table.side
    if table.wanted is not None or table.asked_form():
        return Reply(table.opening())
    if moving(state):
        return Reply((*sums.targets(state, side), *table.opening()))
    listed = {Segment.COMBAT: sums.targets, Segment.BARRAGE: _to_fire}.get(state.now.segment or Segment.MOVEMENT)
    lines = tuple(listed(state, side) if listed else answers.left(state, side))
    return Reply((*lines, *briefs.besides(state, side, listed=bool(lines))))


def _to_fire(state: State, side: Side) -> Iterator[str]:
    if firing.possible_barrages(state, side):
        yield from sums.barrages(state, side)
