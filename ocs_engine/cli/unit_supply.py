"""The supply of one unit as `ocs supply --unit --json` tells it: each way hex by hex, and what would cut it off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ocs_engine.lens import Cuts, Line
    from ocs_engine.state.model import State


def unit_document(state: State, uid: str) -> dict[str, Any]:
    """The supply of a unit for a program; costs in twelfths of an MP."""
    from ocs_engine.lens import lens

    found, label = lens(state, uid), state.world.label

    def document(line: Line) -> dict[str, Any]:
        source = line.access.source
        legs = [
            {"unit": leg.unit, "mobility": str(leg.mobility), "hexes": [label(hex_) for hex_ in leg.hexes],
             "costs": list(leg.costs), "budget": leg.budget}
            for leg in line.legs
        ]  # fmt: skip
        return {"name": line.access.name, "source": source.name, "hq": line.access.hq, "tokens": ended(source.tokens),
                "legs": legs}  # fmt: skip

    def cut(cuts: Cuts) -> dict[str, list[str]]:
        return {"units": [label(hex_) for hex_ in cuts.units], "zones": [label(hex_) for hex_ in cuts.zones]}

    return {
        "id": uid, "tokens": ended(found.tokens), "lines": [document(line) for line in found.lines],
        "trace": document(found.traced) if found.traced else None,
        "cuts": cut(found.cuts), "trace_cuts": cut(found.trace_cuts),
    }  # fmt: skip


def ended(tokens: int) -> int | None:
    """T for a program, None where there is no end of them."""
    from ocs_engine.series.supply.access import ENDLESS

    return None if tokens >= ENDLESS else tokens
