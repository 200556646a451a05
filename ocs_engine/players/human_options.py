"""Orders that a person types where optional rules are played with (OCS 21, T2 4)."""

from __future__ import annotations

import re

from ocs_engine.players import human_answers as answers
from ocs_engine.players.human_names import place_of, unit_of
from ocs_engine.players.human_payments import read_payment, split_from
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, read_order
from ocs_engine.series import story
from ocs_engine.series.attaching import NOBODY, Attach, may_attach
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.movement import moving
from ocs_engine.series.raid import RAID_TOKENS, EmbarkRaid, LandRaid, may_embark, may_land, raiders
from ocs_engine.series.recon import Recon, can_scout, recon_need
from ocs_engine.series.supply.barrage_supply import shell_hqs
from ocs_engine.series.supply.payment import offered, plan
from ocs_engine.series.supply.shells import FireShells, shell_plan, shell_rest
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.names import fold


def shells(table: Table, text: str) -> Reply:
    """Pay for a barrage with caches: as is best, or through an HQ, with so many, at a strength, the rest from there."""
    state, top = table.state, table.state.top_frame
    if "fire shells" not in table.kinds() or not isinstance(top, BarrageFrame):
        raise Misheard("shells are an answer to what supplies a barrage, where an HQ throws to all that fire")
    planned = shell_plan(state, top)
    if planned is None or not text.strip():
        return table.submit(planned or FireShells(side=table.side, hq="", shells=1))
    named, sources = split_from(text)
    found = _SHELLS.fullmatch(named.strip())
    if found is None:
        raise Misheard("shells HQ [COUNT] [at STRENGTH] [from SOURCE]")
    strength = int(found["strength"] or 0)
    hq = unit_of(state, table.side, found["hq"], shell_hqs(state, top.units))
    ways, tokens = shell_rest(state, top, hq, strength, int(found["count"] or 1))
    payment = read_payment(state, table.side, sources, ways, tokens) if sources else {}
    count = int(found["count"] or 1)
    return table.submit(FireShells(side=table.side, hq=hq, shells=count, strength=strength, payment=payment))


_SHELLS = re.compile(r"(?P<hq>.+?)(?:\s+(?P<count>\d{1,2}))?(?:\s+at\s+(?P<strength>\d{1,3}))?")


def raid(table: Table, text: str) -> Reply:
    """A commando battalion goes to sea, or lands; alone it tells how the raid stands."""
    state, side = table.state, table.side
    if not text.strip():
        return Reply((_raid_stands(state, side),))
    if state.raid is not None:
        return table.submit(LandRaid(side=side, hex=state.world.label(place_of(state, text))))
    return table.submit(EmbarkRaid(side=side, unit=unit_of(state, side, text, raiders(state, side))))


def _raid_stands(state: State, side: Side) -> str:
    """Whether the raid of a game has been, is at sea, or who could set out on it."""
    raid = state.raid
    if raid is not None:
        who = answers.name(state, raid.unit)
        if raid.landed:
            return f"{who} has landed, and there is one raid in a game (T2 4.4)"
        when = "now: raid HEX" if may_land(state, side) else "in the next Movement Phase of its side without Mud"
        return f"{who} is at sea, and lands on a coastal hex without enemy combat units {when} (T2 4.4)"
    if not (starts := state.points.raid_starts(state, side)):
        return "no raid of your side is played in this game (T2 4.4)"
    able = raiders(state, side) if may_embark(state, side) else ()
    if able:
        return f"raid UNIT sends it to sea: {story.names(state.world, able)} can set out"
    places = " or ".join(story.place_name(state.world, state.world.label(place)) for place in starts)
    wanted = f"a commando battalion in Move Mode, in {places}, with {RAID_TOKENS}T there, in your own Movement Phase"
    return f"nobody can set out on a raid now; it takes {wanted} (T2 4.4)"


def attach(table: Table, text: str) -> Reply:
    """A formation is attached to another faction, or none any more; alone it lists what may be attached to which."""
    state, side = table.state, table.side
    able = state.points.attachments(state, side) if may_attach(state, side) else {}
    if not text:
        lines = (f"{formation} to {' or '.join(factions)}" for formation, factions in able.items())
        return Reply.of(tuple(lines) or ("no formation can be attached now",))
    named, _, to = text.partition(" to ")
    if fold(named) == NOBODY:
        return table.submit(Attach(side=side, formation=NOBODY))
    formation = next((each for each in able if fold(each) == fold(named)), "")
    if not formation:
        raise Misheard(f"{named!r} is no formation that can be attached now; attach alone lists them")
    factions = able[formation]
    if not to and len(factions) > 1:
        raise Misheard(f"attach {formation} to {' or '.join(factions)}: say to which")
    faction = next((each for each in factions if fold(each) == fold(to or each)), to)
    return table.submit(Attach(side=side, formation=formation, faction=faction))


def recon(table: Table, text: str) -> Reply:
    """A unit of the moving stack looks into a hex, its 1T from the cheapest source if none is named."""
    state, side = table.state, table.side
    named, sources = split_from(text)
    order = read_order(named)
    if len(order.places) != 1:
        raise Misheard("recon [UNIT] HEX: name the one hex")
    hex_ = place_of(state, order.places[0])
    stack = moving(state)
    scouts = [uid for uid in stack if can_scout(state.units[uid])]
    if not order.units and not scouts:
        raise Misheard("nobody who moves now does recon; begin the move of a unit that does")
    uid = unit_of(state, side, order.units, stack) if order.units else scouts[0]
    need = recon_need(state, uid)
    planned = plan(state, side, [need])
    payment = planned[0] if planned else {}
    if sources:
        payment = read_payment(state, side, sources, offered(state, side, need), need.tokens)
    return table.submit(Recon(side=side, unit=uid, hex=state.world.label(hex_), payment=payment))
