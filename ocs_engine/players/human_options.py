"""Orders that a person types where optional rules are played with (OCS 21, T2 4)."""

from __future__ import annotations

from ocs_engine.players.human_names import place_of, unit_of
from ocs_engine.players.human_payments import read_payment, split_from
from ocs_engine.players.human_table import Reply, Table
from ocs_engine.players.human_words import Misheard, read_order
from ocs_engine.series.movement import moving
from ocs_engine.series.recon import Recon, can_scout, recon_need
from ocs_engine.series.supply.payment import offered, plan


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
