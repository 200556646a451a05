"""The options by name: rules that hold where a scenario, or who begins a game, asks for them.

`docs/options.md` tells of each what it changes; what it does is done in the chapter that it changes.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

SIMULCAST_BY_AGREEMENT = "simulcast by agreement"
"""Both sides are asked each turn whether they play it as a simulcast turn (OCS 2.4)."""
EVERYONE_SUPPLIED = "everyone supplied"
"""All units count as having combat supply, nothing being paid (OCS 9.5); refits too."""
RECON = "recon"
"""Light units on the move make the enemy tell what an adjacent hex holds (OCS 21.1)."""
REVISED_REBUILDS = "revised rebuilds"
"""A step costs one replacement, and half of those of a turn are used in it or lost (OCS 21.7)."""
SUPPLY_CACHES = "supply caches"
"""Caches off the map pay for a barrage, or give trace to whom a cut-off HQ throws (OCS 21.10)."""
PROPORTIONAL_LOSS = "proportional loss"
"""A unit of several steps is as strong as the share of its steps that is left (OCS 21.2)."""
INDEPENDENTS_PAY_DOUBLE = "independents pay double"
"""Independent units that attack alone pay twice, never with their own stocks (OCS 21.3)."""
HALF_RANGE_AIR = "half-range air effects"
"""Planes that fly more than half their range are the worse for it (OCS 21.4)."""
FIGHTER_BASING_TEMPO = "fighter basing tempo"
"""Only so many planes a turn come to a base and stay Active, by its level (OCS 21.5)."""
CONVENTION_TEMPO = "convention tempo"
"""More supply, transport, shipping and replacements (OCS 21.6)."""
ATTACK_EMPTY_HEXES = "attack empty hexes"
"""Hexes without combat units may be attacked, to advance into them (OCS 21.8)."""
ARTILLERY_IN_REACTION = "artillery fires in reaction"
"""Artillery needs no Reserve marker to fire in its own Reaction Phase (OCS 21.9)."""
XYZ_TRANSPORT = "xyz transport"
"""Transport planes make a stop on their way, where they unload and load (OCS 21.12a)."""
NIGHT_SHIPPING = "night shipping"
"""Sea Cap goes through ports in an enemy ZOC, at a price (OCS 21.12b)."""
STRAT_STACKING = "strat stacking"
"""Few units in Strat Mode may be in one hex as a segment ends (OCS 21.12c)."""
STRAT_DRAWS_TRACE = "strat draws trace"
"""Units in Strat Mode end their movement where they draw trace without an HQ (OCS 21.12d)."""
DROP_TERRAIN = "drop terrain"
"""Air drops fare worse on very close and extremely close terrain (OCS 21.12e)."""
INTERNATIONAL_COOPERATION = "international cooperation"
"""Factions of a side do not attack, fire or fly together (T2 4.1)."""
AMPHIBIOUS_RAID = "amphibious raid"
FIXED_EIGHTH_ARMY = "fixed 8th army entry"
"""8th Army comes on 19 February without a roll (T2 4.3)."""
VIVE_LA_FRANCE = "vive la france"
"""No French units are taken away, and theater reserves cross the border (T2 4.5)."""
FIGHTERS_FOR_REPLACEMENTS = "fighters for replacements"
"""The Axis may give up three Bf.109G for better replacements (T2 4.6a)."""
SURGE_FOR_SEA_CAP = "surge for sea cap"
"""The Axis may trade a refit of surge planes for Sea Cap (T2 4.6b)."""
MOSTLY_DEAD_TWO = "mostly dead: two arrive"
"""Two units of each batch arrive (T2 4.7A)."""
MOSTLY_DEAD_THREE = "mostly dead: three arrive"
"""Three units of each batch arrive (T2 4.7B)."""
NO_TRUCK_REMOVALS = "no truck removals"
"""No transport is taken away by the order of arrival (T2 4.8)."""
FORGET_STALINGRAD = "forget stalingrad"
"""More comes to the Axis on 15 January (T2 4.9)."""
NO_SOUTHERN_RAIL_TRACE = "no southern rail trace"
"""The Allies trace along no railway in the south before 8th Army is released (T2 4.8)."""
UNCOORDINATED_US_AIR = "uncoordinated us air"
"""A barrage mission with an American plane has two at most; victory is one level better for the Allies (T2 4.2)."""
STALINGRAD_DAY = datetime.date(1943, 1, 15)
"""The day on which more of the Axis comes, by option (T2 4.9)."""


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule: its name, its number, and in a sentence what it changes.

    shift: the levels by which a campaign's victory is better for the Allies, for the Axis where below 0 (T2 4).
    until: the last day on which play may begin for the option to change anything, and so to shift; None for any day.
    excludes: the names of those that cannot be on beside it.
    """

    name: str
    rule: str
    what: str
    shift: int = 0
    excludes: tuple[str, ...] = ()
    until: datetime.date | None = None


KNOWN = (
    Option(
        SIMULCAST_BY_AGREEMENT, "OCS 2.4", "Both sides are asked each turn whether they play it as a simulcast turn."
    ),
    Option(EVERYONE_SUPPLIED, "OCS 9.5", "Nothing is paid for combat, barrage, fuel and refits, and nobody starves."),
    Option(
        RECON,
        "OCS 21.1",
        "A moving unit of regiment size or less that is armored car, cavalry, commando, motorcycle or recon may spend a"
        " quarter of its printed MA and 1T: the enemy tells all steps in an adjacent hex and its AT level.",
    ),
    Option(
        PROPORTIONAL_LOSS,
        "OCS 21.2",
        "A unit of several steps attacks and defends with the share of its strength that its steps left are of all,"
        " rounded at once.",
    ),
    Option(
        INDEPENDENTS_PAY_DOUBLE,
        "OCS 21.3",
        "Independent units that attack without a divisional one pay 2T a step; independents never attack on internal"
        " stocks, and where they attack beside a divisional unit one of these leads. Defence is as ever.",
    ),
    Option(
        HALF_RANGE_AIR,
        "OCS 21.4",
        "A plane that flies more than half its range has 1 less in air combat, shifts its barrage a column to the left,"
        " and a Fighter that transfers so far is Inactive.",
    ),
    Option(
        FIGHTER_BASING_TEMPO,
        "OCS 21.5",
        "A turn only one plane for each level of a base, one at a strip, comes there and stays Active.",
    ),
    Option(
        CONVENTION_TEMPO,
        "OCS 21.6",
        "Twice the supply on the map at the start, though not what organic trucks carry, twice the other Transport"
        " Points and Rail Cap; half as much again of the supply that comes and of Sea Cap; two rolls for replacements"
        " each time.",
    ),
    Option(
        REVISED_REBUILDS,
        "OCS 21.7",
        "Each step costs one replacement: a Pax where Pax are asked, an Eq where Eq are, of a mix an Eq for what moves"
        " on tracks and else a Pax. They may appear with any HQ that traces; half of the Pax and of the Eq of a turn"
        " are used in it or lost.",
    ),
    Option(
        ATTACK_EMPTY_HEXES,
        "OCS 21.8",
        "Units may attack a hex without combat units: they pay as ever, nothing is rolled, they may advance, and nobody"
        " wins Exploit. Units that came down by air in this turn attack it free of charge.",
    ),
    Option(
        ARTILLERY_IN_REACTION,
        "OCS 21.9",
        "Artillery in Combat or Move Mode fires in its own Reaction Phase without having been in Reserve.",
    ),
    Option(
        SUPPLY_CACHES,
        "OCS 21.10",
        "Caches lie off the map: the Allies have 1 at the start; each month the Axis gets 1 and the Allies 2. One pays"
        " 2T of a barrage through an HQ, in trace or not, which may then fire with a part of its strength; or an HQ"
        " that the enemy has just cut off gives trace to all to whom it throws.",
    ),
    Option(
        XYZ_TRANSPORT,
        "OCS 21.12a",
        "An air transport may make a stop: it loads at its base X and at a base Y, and unloads at Y and at a base Z."
        " Its range is the longer leg; flak and Fighters may meet it over Y and over Z.",
    ),
    Option(
        NIGHT_SHIPPING,
        "OCS 21.12b",
        "Ships load and unload in ports that lie in an enemy ZOC, within what these handle; the cargo takes four times"
        " its size of Sea Cap.",
    ),
    Option(
        STRAT_STACKING,
        "OCS 21.12c",
        "At the end of a segment a hex holds at most 3 RE of a side's units in Strat Mode, or the units of one"
        " formation alone, or one unit of several steps alone; the owner destroys what is over.",
    ),
    Option(
        STRAT_DRAWS_TRACE,
        "OCS 21.12d",
        "A unit in Strat Mode must end its movement where it draws trace itself; what an HQ throws does not do.",
    ),
    Option(
        DROP_TERRAIN,
        "OCS 21.12e",
        "The roll of an air drop has -1 on very close and -2 on extremely close terrain, but not where it counts as"
        " Clear.",
    ),
    Option(
        INTERNATIONAL_COOPERATION,
        "T2 4.1",
        "Units of several factions join no attack or barrage and spot for none of another, planes no mission; American"
        " and French HQs neither supply nor rebuild Commonwealth units, nor the other way round. Each side may attach"
        " one division to another faction, with which it counts too.",
    ),
    Option(
        UNCOORDINATED_US_AIR, "T2 4.2", "A barrage mission with an American plane has two planes at most.", shift=1
    ),
    Option(
        AMPHIBIOUS_RAID,
        "T2 4.4",
        "Once in the game a commando battalion of the Allies goes to sea with 3T from Bône or Algiers in a Movement"
        " Phase. In the next one without Mud at the latest it lands on any coastal hex, and may move half its MA.",
    ),
    Option(
        FIXED_EIGHTH_ARMY,
        "T2 4.3",
        "8th Army is not rolled for: it is released on 19 Feb.",
    ),
    Option(
        VIVE_LA_FRANCE,
        "T2 4.5",
        "The French units of 12 Feb and 15 Apr are not taken away, and theater reserves may leave Algeria.",
        shift=-1,
    ),
    Option(
        FIGHTERS_FOR_REPLACEMENTS,
        "T2 4.6a",
        "Before it rolls for replacements the Axis may give up three full-strength Bf.109G for good, once: from then on"
        " its rolls have +1.",
    ),
    Option(
        SURGE_FOR_SEA_CAP,
        "T2 4.6b",
        "The refit of surge planes that a Special result brings the Axis may be traded for 1 SP of Sea Cap in that"
        " turn.",
    ),
    Option(
        MOSTLY_DEAD_TWO,
        "T2 4.7",
        "Form A: two units of each mostly dead batch arrive, and the two British armored battalions of 8 Mar come to"
        " Entry E.",
        shift=1,
        excludes=(MOSTLY_DEAD_THREE,),
    ),
    Option(
        MOSTLY_DEAD_THREE,
        "T2 4.7",
        "Form B: three units of each mostly dead batch arrive, and the two British armored battalions of 8 Mar come to"
        " Entry E.",
        shift=1,
        excludes=(MOSTLY_DEAD_TWO,),
    ),
    Option(
        NO_SOUTHERN_RAIL_TRACE,
        "T2 4.8",
        "Before 8th Army is released the Allies trace along no railway south of the row Axx.05, that of Tebessa.",
    ),
    Option(
        NO_TRUCK_REMOVALS,
        "T2 4.8",
        "The order of arrival takes no transport away from either side.",
    ),
    Option(
        FORGET_STALINGRAD,
        "T2 4.9",
        "On 15 Jan 2 Truck Points, two Ju.88, a Bf.110 and a Ju.52 come to the Axis besides; the division that the rule"
        " adds is in other games.",
        shift=2,
        until=STALINGRAD_DAY,
    ),
)
"""All options, in the order of the booklets."""

OPTIONS = tuple(option.name for option in KNOWN)


def plain_name(text: str) -> str:
    """An option's name as it is listed; capitals and further spaces do not matter."""
    return " ".join(text.casefold().split())


def at_odds(names: Iterable[str]) -> str:
    """Why some options cannot all be on, in a sentence; "" where they can."""
    chosen = set(names)
    for option in KNOWN:
        for other in option.excludes:
            if option.name in chosen and other in chosen:
                return f"the options {option.name!r} and {other!r} cannot both be on"
    return ""
