"""The working of an attack in a sentence or two: strengths, odds, modifiers, dice, and what the result asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.series.stories.words import counted, force, number, units_named
from ocs_engine.series.tables.combat import parse_result
from ocs_engine.series.tables.surprise import Surprise
from ocs_engine.state.fight_events import CombatReckoned, CombatResolved, FactorTold, UnitTold
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World


def strengths(world: World, event: CombatReckoned) -> str:
    """Both totals with how they come about, who defends, odds and column: "strength 4 (open) against 3 (open) of ...".

    Only now, with the dice, does the attacker hear who lay in the hex (OCS 4.9).
    """
    defenders = units_named(world, [each.unit for each in event.defend])
    attack, defend = added_up(event.attack, event.attack_total), added_up(event.defend, event.defend_total)
    column = f"the {event.heading} column" if event.odds != event.heading else ""
    found = ", ".join(filter(None, (event.odds, column)))
    return f"strength {attack} against {defend} of {defenders}: {found} on the {event.row} row"


def added_up(units: Sequence[UnitTold], total: str) -> str:
    """A total and its parts, units alike together: "11 (2 x 4 + 6 x 1/2 for hills [OCS 9.4], else open)".

    Multipliers other than 1 stand with reason and rule; the reasons of those that are 1 come last.
    """
    alike = Counter(_worth(each) for each in units)
    parts = " + ".join(f"{count} x {worth}" if count > 1 else worth for worth, count in alike.items())
    plain = (each.why for unit in units for each in unit.factors if Fraction(each.value) == 1)
    rest = "; ".join(dict.fromkeys(why.partition(",")[0] for why in plain))
    if " for " in parts and rest:
        rest = f"else {rest}"
    told = ", ".join(filter(None, (parts if parts != total else "", rest)))
    return f"{number(total)} ({told})" if told else number(total)


def _worth(unit: UnitTold) -> str:
    factors = "".join(f" x {each.value} for {each.why} [{each.rule}]"
                      for each in unit.factors if Fraction(each.value) != 1)  # fmt: skip
    return f"{unit.printed}{factors}"


def fought_out(reckoned: CombatReckoned, rolls: Sequence[DiceRolled], resolved: CombatResolved) -> str:
    """Modifiers, dice and result: "AR 5 - 3 = +2; surprise 4 3 + 2 = 9: none; combat 5 6 + 2 = 13: Ae3/DL2o2DG"."""
    faces = {roll.purpose: roll.faces for roll in rolls}
    surprise = sum(int(each.value) for each in reckoned.modifiers)
    combat = resolved.total - sum(faces["combat"])
    shift = _shift(reckoned, resolved, faces.get("shift", ()))
    return (
        f"{_modifiers(reckoned)}; surprise {_rolled(faces['surprise'], surprise)}: {shift}; "
        f"combat {_rolled(faces['combat'], combat)}: {resolved.result}"
    )


def _modifiers(event: CombatReckoned) -> str:
    attacker, defender, *rest = (int(each.value) for each in event.modifiers)
    told = f"AR {attacker} - {-defender}" if defender <= 0 else f"AR {attacker} - (-{defender})"
    hedgehog = f", hedgehog {rest[0]:+d} for surprise and {-event.hedgehog:+d} in combat" if rest else ""
    return f"{told} = {attacker + defender:+d}{hedgehog}"


def _rolled(faces: Sequence[int], modifier: int) -> str:
    """Dice with a modifier: "4 3 + 2 = 9"."""
    sign = "-" if modifier < 0 else "+"
    return f"{' '.join(map(str, faces))} {sign} {abs(modifier)} = {sum(faces) + modifier}"


def _shift(reckoned: CombatReckoned, resolved: CombatResolved, faces: Sequence[int]) -> str:
    """Who gains surprise, and where the die of the shift brings the column."""
    if resolved.surprise == Surprise.NONE:
        return "none"
    attacker = resolved.surprise == Surprise.ATTACKER
    side, way = (reckoned.side, "right") if attacker else (reckoned.side.other, "left")
    end = ", but only to" if abs(resolved.column - reckoned.column) < faces[0] else " to"
    return f"for {force(side)}, a {faces[0]} shifts {way}{end} {resolved.heading}"


def meaning(reckoned: CombatReckoned, resolved: CombatResolved) -> str:
    """What the result asks of either side, each option spelled out."""
    result, overrun = parse_result(resolved.result), reckoned.overrun
    attacker = [*_loss(result.attacker_loss), *_option(result.attacker_option, bool(result.attacker_loss))]
    defender = [*_loss(result.defender_loss), *(["go DG"] if result.dg else [])]
    defender += _option(result.defender_option, bool(result.defender_loss))
    parts = [_must(reckoned.side, attacker)]
    if result.exploit is not None and not overrun:
        parts.append(f"attackers of AR {result.exploit} or more may win Exploit")
    parts.append(_must(reckoned.side.other, defender))
    return "; ".join(filter(None, parts)) or "nothing comes of it"


def _must(side: Side, duties: Sequence[str]) -> str:
    return f"{force(side)} must {', then '.join(duties)}" if duties else ""


def _loss(steps: int) -> list[str]:
    return [f"lose {counted(steps, 'step')}"] if steps else []


def _option(size: int, after_loss: bool) -> list[str]:
    """Each way to take an option: "lose a step or retreat a hex"; "lose 2 steps, lose 1 and retreat 1 hex, or ..."."""
    if not size:
        return []
    more = " more" if after_loss else ""
    ways = [_way(steps, size - steps, more) for steps in range(size, -1, -1)]
    return [", ".join(ways[:-1]) + f"{',' * (size > 1)} or {ways[-1]}"]


def _way(steps: int, hexes: int, more: str) -> str:
    lose = f"lose {steps}{more} {'step' if steps == 1 else 'steps'}" if steps else ""
    retreat = f"retreat {counted(hexes, 'hex')}" if hexes else ""
    return " and ".join(filter(None, (lose, retreat)))


def shifts(factors: Sequence[FactorTold]) -> str:
    """Shifts of a column with their reasons: "1 left for hills, 2 left for no spotter"."""
    told = ((int(each.value), each.why) for each in factors)
    return ", ".join(f"{abs(columns)} {'left' if columns < 0 else 'right'} for {why}" for columns, why in told)
