"""What a person who is asked something in a fight is shown beside each answer, and where a segment stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ocs_engine import query
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.players import human_comers as comers
from ocs_engine.players.human_names import plane_figures, plane_line
from ocs_engine.players.human_payments import paid
from ocs_engine.players.human_sums import odds_words, targets_of
from ocs_engine.series import arranging, firing, income, setup_choice, story
from ocs_engine.series.air.air_barrage import in_air_barrage, open_targets
from ocs_engine.series.air.loads import Profile, lift
from ocs_engine.series.air.missions import in_flight_segment, ready_planes
from ocs_engine.series.air.plans import can_plan
from ocs_engine.series.air.refit import place_refusal, refit_places
from ocs_engine.series.air.trainbusting import open_railways
from ocs_engine.series.attaching import may_attach
from ocs_engine.series.barrage import BarrageFrame, facts_of
from ocs_engine.series.capture_transport import TransportFrame
from ocs_engine.series.combat import CombatFrame, terrain_choices
from ocs_engine.series.general import in_enemy_zoc, overstacked, stack_limit, stack_size
from ocs_engine.series.modes import release_refusal
from ocs_engine.series.movement import moving, twelfths
from ocs_engine.series.raid import must_land
from ocs_engine.series.reckoning import best_terrain, reckon
from ocs_engine.series.reinforcing.consolidation import can_consolidate
from ocs_engine.series.reinforcing.rebuilding import can_rebuild, in_reinforcement, rebuildable
from ocs_engine.series.retreat import RetreatFrame
from ocs_engine.series.strength import Strength, action_rating, attacking_strength, defending_strength
from ocs_engine.series.supply.barrage_paying import barrage_plan
from ocs_engine.series.supply.breaking_out import hopefuls
from ocs_engine.series.supply.combat_paying import DECLINE, INTERNALS, OTHERWISE, OUT, attack_plan, defence_plan
from ocs_engine.series.tables.barrage import barrage_label, barrage_shifts, final_column
from ocs_engine.series.tables.lines import mixed
from ocs_engine.series.terrain_effects import HEXSIDE, terrain_row
from ocs_engine.state.fight_events import CombatReckoned
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.world.counters import Category, Side

Filled = Sequence[Answer]
Note = Callable[[State, Side, Filled, Any], str]

FEW = 6
"""Hexes that a heading names one by one."""
_ENDS = "end ends it"


# --- where a segment stands


def heading(state: State, side: Side) -> str:
    """Turn, weather, phase, and what a side can still do, in a line."""
    if arranging.in_set_up(state, side):
        more = "; ".join(("place, load, mode and top change it", *_set_up_choices(state, side), "end ends it"))
        return f"{state.world.scenario.title}. Set-up: {more}."
    weather = story.WEATHER[state.weather].partition(":")[0]
    date = story.day(state.world.calendar.date_of(state.turn).isoformat())
    return f"Turn {state.turn}, {date}, {weather}. {state.now.title}: {_in_all(state, side)}."


def _set_up_choices(state: State, side: Side) -> Iterator[str]:
    """What a side may choose at set-up besides the places of its pieces."""
    if setup_choice.choices(state, side):
        yield "bring lists a dead unit that can come in"
    if can_plan(state, side):
        yield "dropplan plans drops"
    if may_attach(state, side):
        yield "attach lists which formation can be attached"


def besides(state: State, side: Side, listed: bool) -> Iterator[str]:
    """What a side can still do in its segment apart from what has been listed; all of it where that was nothing."""
    if arranging.in_set_up(state, side):
        return
    if not listed:
        idle = state.now.is_movement and not any(_reserves(state, side))
        yield f"{'nobody is left who could act on the ground; ' if idle else ''}{_in_all(state, side)}"
        return
    more = [_flights(state, side), *_bombs(state, side)]
    if found := "; ".join(filter(None, (*more, *_reserves(state, side), *_too_high(state, side)))):
        yield found


def _in_all(state: State, side: Side) -> str:
    raid = ("a raid at sea has to land, by raid HEX",) if must_land(state, side) else ()
    more = (*raid, *_reserves(state, side), *_too_high(state, side))
    to_do = _to_do(state, side)
    if not more or not to_do.endswith(_ENDS):
        return "; ".join((to_do, *more))
    return "; ".join(filter(None, (to_do.removesuffix(_ENDS).rstrip(",; "), *more, _ENDS)))



def _to_do(state: State, side: Side) -> str:
    if state.now.segment is Segment.BREAKOUT:
        can = len(hopefuls(state, side))
        return f"{can} of yours can try to break out; breakout lists them, end ends it" if can else "end ends it"
    if state.now.segment is Segment.COMBAT:
        return _hexes(state, tuple(targets_of(state, side)), "attacked", "attack")
    if state.now.segment is Segment.BARRAGE:
        return _barrages(state, side)
    if state.now.phase is Phase.REFIT:
        able = [place for place in refit_places(state, side) if place_refusal(state, side, place) is None]
        found = ", ".join(story.place_name(state.world, state.world.label(place)) for place in able)
        refits = [f"planes can be refitted in {found}; refit tells more"] if able else []
        plans = ["drops can be planned; dropplan tells more"] if can_plan(state, side) else []
        return ", ".join(["; ".join([*refits, *plans]), "end ends it"] if refits or plans else ["end ends it"])
    if in_reinforcement(state, side):
        return f"{_to_rebuild(state, side)}end ends it"
    waiting = len(query.left_to_do(state, side))
    units = f"{waiting} of your units can still act" if waiting else ""
    found = "; ".join(filter(None, (units, _flights(state, side))))
    return found if waiting else f"{found or 'none of your units can act any more'}; end ends it"


def _flights(state: State, side: Side) -> str:
    """How many planes can fly in a movement segment."""
    ready = len(ready_planes(state, side)) if in_flight_segment(state, side, Segment.MOVEMENT) else 0
    return f"{_count(ready, 'plane')} can fly" if ready else ""


def _to_rebuild(state: State, side: Side) -> str:
    """What replacements and consolidation could do, if anything."""
    able = len(rebuildable(state, side)) if can_rebuild(state, side) else 0
    found = [f"{_count(able, 'unit')} can be rebuilt; rebuild tells more"] if able else []
    if not able and can_rebuild(state, side):
        found = ["a truck can be rebuilt; rebuild tells more"]
    found += ["units or trucks can be consolidated; consolidate tells more"] if can_consolidate(state, side) else []
    return "".join(f"{each}, " for each in found)


def _barrages(state: State, side: Side) -> str:
    """What artillery and planes can barrage."""
    guns = tuple(firing.possible_barrages(state, side))
    found = _bombs(state, side)
    if guns or not found:
        return "; ".join([*found, _hexes(state, guns, "barraged", "barrage")])
    return f"{'; '.join(found)}, end ends it"


def _bombs(state: State, side: Side) -> list[str]:
    """What planes can barrage in a Barrage Segment."""
    bombs = len(open_targets(state, side)) if in_air_barrage(state, side) else 0
    rails = len(tuple(open_railways(state, side))) if in_air_barrage(state, side) else 0
    found = [f"planes can bomb {_count(bombs, 'hex', 'es')}; bomb tells more"] if bombs else []
    found += [f"planes can bust {_count(rails, 'railway hex', 'es')}; trainbust tells more"] if rails else []
    return found


def _hexes(state: State, hexes: Sequence[int], done: str, verb: str) -> str:
    if not hexes:
        return f"nothing can be {done}; end ends it"
    few = ", ".join(story.place_name(state.world, state.world.label(hex_)) for hex_ in hexes[:FEW])
    more = f" and {len(hexes) - FEW} more" if len(hexes) > FEW else ""
    can = f"{len(hexes)} hexes can be {done}" if len(hexes) > 1 else f"1 hex can be {done}"
    return f"{can}, {few}{more}; {verb} tells more, end ends it"


def _reserves(state: State, side: Side) -> Iterator[str]:
    own = [uid for uid, unit in state.in_order() if unit.side is side and release_refusal(state, uid) is None]
    if own:
        yield f"{len(own)} in reserve can be released"


@rule("OCS 4.8a")
def _too_high(state: State, side: Side) -> Iterator[str]:
    """The stacks of a side that lose units as its movement segment ends, unless some leave before (OCS 4.8a)."""
    limit = Fraction(stack_limit(state), 4)
    for hex_ in overstacked(state) if state.now.is_movement else ():
        if (size := Fraction(stack_size(state, hex_, side), 4)) > limit:
            place = story.place_name(state.world, state.world.label(hex_))
            yield f"{place} holds {twelfths(int(12 * size))} RE; what is over {limit} at the end is lost (OCS 4.8a)"


def move_lines(state: State) -> Iterator[str]:
    """What the stack under way could overrun."""
    units = moving(state)
    if units and (found := targets_of(state, state.units[units[0]].side)):
        names = ", ".join(story.place_name(state.world, state.world.label(hex_)) for hex_ in found)
        yield f"in reach of an overrun: {names}"


# --- before the answers


def before(state: State, kind: str, filled: Filled) -> Iterator[str]:
    """What is to be known about a question as a whole."""
    top = state.top_frame
    if kind == "arrive" and not filled:
        yield from comers.comers_lines(state)
    if kind == "land" and filled:
        yield plane_line(state, str(filled[-1][1]))
    if isinstance(top, RetreatFrame) and kind == "retreat to" and top.group:
        going = [uid for uid in (*top.group.units, *top.group.taggers) if state.units[uid].place >= 0]
        yield _names(state, going)
    if kind == "shed cargo" and not filled:
        yield "nobody means supply alone, as much as must go"
    if kind in ("unload at stop", "load at stop") and not filled:
        yield "name units and supply, as Para Bn (1), 2T; supply alone is as much as may be, nothing is none of it"
    if kind in ("pay attack", "pay defence", "pay barrage") and not filled:
        yield f"plan: {cheapest(state)}"
    if kind in ("pay defence", "pay barrage") and filled and filled[0][1] != INTERNALS:
        yield f"so far {paid(state, Counter(str(value) for _, value in filled))}; where does the next 1T come from?"
    if not isinstance(top, CombatFrame):
        return
    if kind == "name lead" and top.attacker_lead:
        yield f"the attack is led with AR {_rating(state, top.attacker_lead)}"
    if kind == "choose terrain":
        own, each = terrain_choices(state, top)
        best, against = best_terrain(state, state.world.place(top.target), top.units, top.defenders, top.unpaid)
        blanks = [(best, own), *((choice, each[label]) for label, choice in against.items())]
        answers = [choice for choice, choices in blanks[len(filled) :] if len(choices) > 1]
        yield f"the lowest odds come of: {', '.join(answers)}".replace("_", " ")


def asked(state: State, kind: str, blank: str) -> str:
    """What a blank asks, in a line; of an attacker that nothing is paid for, what he does instead (OCS 9.5)."""
    if blank.startswith(OTHERWISE):
        return f"No supply is paid for {story.name(state.world, blank.removeprefix(OTHERWISE))}. How does it attack?"
    *words, last = blank.split(" ")
    return f"{kind}, {' '.join([*words, story.name(state.world, last) if last in state.units else last])}:"


def cheapest(state: State) -> str:
    """The cheapest payment for the fight under way, in words."""
    top = state.top_frame
    if isinstance(top, BarrageFrame):
        return paid(state, barrage_plan(state, top).payment)
    if not isinstance(top, CombatFrame):
        return ""
    if top.step == "pay defence":
        defence = defence_plan(state, top)
        on_stocks = [f"{_names(state, defence.internals)} on internal stocks"] if defence.internals else []
        return "; ".join([*on_stocks, *([paid(state, defence.payment)] if defence.payment else [])]) or "decline"
    attack = attack_plan(state, top)
    parts = [f"{_names(state, [uid])} {paid(state, payment)}" for uid, payment in attack.payments.items()]
    parts += [f"{_names(state, attack.internals)} on internal stocks"] if attack.internals else []
    parts += [f"{_names(state, attack.out)} out of the attack"] if attack.out else []
    return "; ".join(parts)


def _names(state: State, units: Sequence[str]) -> str:
    return story.names(state.world, units)


# --- beside an answer


def note(state: State, side: Side, kind: str, filled: Filled, value: Any) -> str:
    """What stands beside an answer; "" for nothing."""
    return _NOTES[kind](state, side, filled, value) if kind in _NOTES and value != ENOUGH else ""


def _rating(state: State, uid: str) -> int:
    return action_rating(state.world.tables, state.units[uid])


def _fighter(state: State, side: Side, _filled: Filled, uid: Any) -> str:
    """AR and strength before terrain, as attacker or defender, and steps."""
    unit, top = state.units[uid], state.top_frame
    attacks = isinstance(top, CombatFrame) and top.side is side
    paid = not (isinstance(top, CombatFrame) and uid in top.unpaid)
    strength: Strength = attacking_strength(state, uid) if attacks else defending_strength(state, uid, paid)
    marker = f", {'DG' if unit.marker is Mode.DG else unit.marker.capitalize()}" if unit.marker else ""
    left = unit.counter.steps - unit.lost
    return f"AR {_rating(state, uid)}, strength {mixed(strength.total)}, {left} step{'s' * (left > 1)}{marker}"


def _reckoned(state: State, frame: CombatFrame, terrain: str, against: dict[str, str]) -> CombatReckoned:
    target, leads = state.world.place(frame.target), (frame.attacker_lead, frame.defender_lead)
    return reckon(state, frame.side, target, frame.units, frame.defenders, leads, terrain, against, frame.overrun,
                  frame.unpaid)  # fmt: skip


def _terrain(state: State, _side: Side, filled: Filled, choice: Any) -> str:
    """The multiplier of a terrain, and the odds that come of it; of what is still to be chosen, the best."""
    frame = state.top_frame
    if not isinstance(frame, CombatFrame):
        return ""
    _, against = best_terrain(state, state.world.place(frame.target), frame.units, frame.defenders, frame.unpaid)
    against |= {blank.removeprefix("against "): str(value) for blank, value in filled[1:]}
    if not filled:
        sums = _reckoned(state, frame, choice, against)
        return f"{_defence(state, choice)}: {odds_words(sums)}"
    label = list(terrain_choices(state, frame)[1])[len(filled) - 1]
    sums = _reckoned(state, frame, str(filled[0][1]), {**against, label: choice})
    brought = sum((Fraction(told.total) for told in sums.attack if told.hex == label), start=Fraction(0))
    return f"{_attack(state, frame, label, choice)}, {brought} from {label}: {odds_words(sums)}"


def _defence(state: State, terrain: str) -> str:
    entry = state.world.chart.hex[terrain]
    return "x1" if entry.bracketed else _multipliers(entry.defend)


def _attack(state: State, frame: CombatFrame, label: str, choice: str) -> str:
    atlas, chart = state.world.atlas, state.world.chart
    if choice != HEXSIDE:
        return _multipliers(chart.hex[choice].attack)
    water = atlas.water[atlas.grid.edge_between(state.world.place(label), state.world.place(frame.target))]
    return f"{water.replace('_', ' ')} {_multipliers(chart.hexside[water].attack)}"


def _multipliers(each: dict[Category, Fraction]) -> str:
    """Multipliers by category, in one figure where all are alike: "armor x1/2, mech x1/2, other x1"."""
    if len(set(each.values())) == 1:
        return f"x{next(iter(each.values()))}"
    return ", ".join(f"{category} x{each[category]}" for category in Category)


def _split(state: State, _side: Side, _filled: Filled, value: Any) -> str:
    """What a split of an option means, in steps and hexes."""
    frame = state.top_frame
    if not isinstance(frame, CombatFrame):
        return ""
    if not isinstance(value, int):
        return "the option is left aside: nothing is lost, nobody retreats (OCS 9.10c)"
    parsed = frame.parsed
    option = parsed.attacker_option if frame.step == "attacker chooses" else parsed.defender_option
    parts = [f"lose {_count(value, 'step')}"] if value else []
    parts += [f"retreat {_count(option - value, 'hex', 'es')}"] if option > value else []
    return ", ".join(parts)


def _count(number: int, word: str, ending: str = "s") -> str:
    return f"{number} {word}{ending if number > 1 else ''}"


def _goes(state: State, side: Side, _filled: Filled, label: Any) -> str:
    """The ground of a hex of retreat, and an enemy ZOC in it, which shakes and costs (OCS 9.12e)."""
    hex_ = state.world.place(label)
    ground = state.world.atlas.terrain[hex_].replace("_", " ")
    zone = ", enemy ZOC: DG, and a step where there was DG before" if in_enemy_zoc(state, side, hex_) else ""
    return f"{ground}{zone}"


def _cover(state: State, _side: Side, _filled: Filled, terrain: Any) -> str:
    """The column that comes of a terrain under barrage."""
    frame = state.top_frame
    if not isinstance(frame, BarrageFrame):
        return ""
    tables, facts = state.world.tables, facts_of(state, frame.model_copy(update={"terrain": terrain}))
    column = final_column(tables, frame.column, barrage_shifts(tables, facts))
    return f"{terrain_row(state.world, terrain)}, column {barrage_label(tables, column)}"


def _carries(state: State, _side: Side, filled: Filled, value: Any) -> str:
    """What some transport can carry and does."""
    if filled or not isinstance(state.top_frame, TransportFrame) or value not in state.transport:
        return ""
    each = state.transport[value]
    return f"{each.tokens}T, {each.load}T loaded"


def _stock(state: State, _side: Side, _filled: Filled, value: Any) -> str:
    """What a source holds, by the name of the way in which it comes."""
    source = str(value).partition(" by ")[0]
    if source in state.transport:
        return f"{state.transport[source].load}T loaded"
    place = state.world.place(source) if source in state.world.atlas.grid.labels else None
    dump = None if place is None else state.dumps.get(place)
    return f"{dump.tokens}T there" if dump else ""


def _takes(state: State, _side: Side, _filled: Filled, value: Any) -> str:
    """What a place takes of the supply of a turn, where that is not all."""
    frame = state.top_frame
    if not isinstance(frame, income.IncomeFrame):
        return ""
    tokens = income.places(state, frame)[state.world.place(value)]
    return "" if tokens == income.left(state, frame) else f"its port takes {tokens}T of it"


def _attack_paid(state: State, side: Side, filled: Filled, value: Any) -> str:
    """An attacker, what a source holds, or what comes of paying nothing."""
    if value in (INTERNALS, OUT):
        return _UNPAID[value]
    return (_fighter if value in state.units else _stock)(state, side, filled, value)


def _defence_paid(state: State, side: Side, filled: Filled, value: Any) -> str:
    """What a source holds, or what comes of paying nothing from the map."""
    if value == INTERNALS:
        return "on the stocks of units that you name next"
    return _UNPAID[value] if value == DECLINE else _stock(state, side, filled, value)


_UNPAID = {
    INTERNALS: "on its internal stocks, which go from Full to Low or from Low to Exhausted",
    OUT: "not at all, it drops out of this attack",
    DECLINE: "nothing is paid, and they defend with half their strength",
}
"""What comes of it where nothing is paid for a fight (OCS 9.5, 12.10)."""


def _flies(state: State, _side: Side, _filled: Filled, value: Any) -> str:
    return plane_figures(state, value) if value in state.planes else ""


def _carrying(state: State, side: Side, filled: Filled, value: Any) -> str:
    """What a plane is, and what it carries by a profile (OCS 14.9e)."""
    if value not in _PROFILES or not filled or filled[-1][0] != "plane":
        return _flies(state, side, filled, value)
    carried = f"{twelfths(6 * lift(state, str(filled[-1][1]), value))}T"
    return _PROFILES[value].format(carried)


_PROFILES = {
    Profile.FAR: "{} as far as twice its range, and it stays there, Inactive",
    Profile.NEAR: "{} within its range, and it flies back",
    Profile.DOUBLE: "{} within half its range, and it flies back",
    Profile.ESCORT: "carries nothing",
}
"""What is told beside a profile."""
_OF_PLANES = (
    "abort", "engage", "intercept", "take hit", "fighter sweep", "base transfer", "refit", "air barrage", "hip shoot",
    "trainbusting", "stay",
)  # fmt: skip
_NOTES: dict[str, Note] = {
    **dict.fromkeys(_OF_PLANES, _flies),
    **dict.fromkeys(("fuel", "build", "recover", "eat", "pay barrage"), _stock),
    **dict.fromkeys(("air transport", "air drop", "xyz transport"), _carrying),
    "pay attack": _attack_paid,
    "pay defence": _defence_paid,
    "name lead": _fighter,
    "lose step": _fighter,
    "begin retreat": lambda state, side, filled, value: (
        _fighter(state, side, filled, value) if value in state.units else ""
    ),
    "place supply": _takes,
    "advance": _fighter,
    "choose terrain": _terrain,
    "take option": _split,
    "retreat to": _goes,
    "choose cover": _cover,
    "give up transport": _carries,
    "displace": _carries,
    "arrive": comers.beside,
    "withdraw": comers.goes,
    "regain step": _flies,
}
"""By kind of answer, what stands beside each of its values."""
