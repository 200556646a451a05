"""Blowing dumps (OCS 12.11a): a side sets fire to its own supply, and one die says how much of it burns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refusal, Refused
from ocs_engine.kernel.ruleset import Answer, Blank, Ruleset
from ocs_engine.series.forms import in_segment
from ocs_engine.series.places import read_hex
from ocs_engine.series.supply.access import Source, all_sources, blowable
from ocs_engine.series.tables.dump_blowing import dump_blowing
from ocs_engine.state.build_events import DumpBlown
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side


class Blow(Command):
    """Set fire to so many T of the own dump in a hex (OCS 12.11a).

    first: what burns first, by name: the hex for what lies on the ground, or the id of transport. Then the ground goes,
    then loads, by id.
    """

    kind: Literal["blow"] = "blow"
    side: Side
    hex: str
    tokens: int
    first: tuple[str, ...] = ()


COMMANDS: tuple[type[Command], ...] = (Blow,)
FRAMES: tuple[type[Frame], ...] = ()


@rule("OCS 12.11a", "OCS 12.1")
def dump_in(state: State, side: Side, hex_: Hex) -> list[Source]:
    """All supply of a side in a hex: on the ground, then loaded, by id."""
    return [source for source in all_sources(state, side) if source.place == hex_]


@rule("OCS 12.11a")
def blow_refusal(state: State, side: Side, hex_: Hex, tokens: int, first: Sequence[str] = ()) -> Refusal | None:
    """Why a side may not blow so much of its dump in a hex now, or None: once per dump and phase, up to all of it."""
    label, there = state.world.label(hex_), dump_in(state, side, hex_)
    if not there:
        return _no("no dump", f"the {side} side has no supply in {label}", label)
    if hex_ in state.memory.blown:
        return _no("blown already", f"the dump in {label} was blown in this phase already", label)
    most = sum(source.tokens for source in there)
    if not 1 <= tokens <= most:
        return _no("no such part", f"name 1T to {most}T of the dump in {label}, not {tokens}T", label)
    if len(set(first)) < len(first) or not set(first) <= {source.name for source in there}:
        known = ", ".join(source.name for source in there)
        return _no("no such source", f"name sources of the dump in {label}, each once: {known}", label)
    return None


@rule("OCS 12.11a")
def blow(draft: Draft[State], command: Blow) -> None:
    """Throw the die and burn its share of what was stated; Transport Points survive; raises Refused."""
    state, side = draft.state, command.side
    hex_ = read_hex(state, command.hex)
    refusal = blow_refusal(state, side, hex_, command.tokens, command.first)
    if refusal is not None:
        raise Refused(refusal)
    label = state.world.label(hex_)
    (die,) = draft.roll(f"blowing of the dump in {label}", 1)
    share = dump_blowing(state.world.tables, command.tokens, die)
    holds = {source.name: source.tokens for source in dump_in(state, side, hex_)}
    draft.emit(
        DumpBlown(
            side=side, hex=label, stated=command.tokens, die=die, percent=share.percent,
            destroyed=_burnt(holds, command.first, share.taken),
        )
    )  # fmt: skip


def _burnt(holds: dict[str, int], first: Sequence[str], tokens: int) -> dict[str, int]:
    """The T that each source loses: those named first, then the others in order, each as far as it goes."""
    found: dict[str, int] = {}
    for name in dict.fromkeys((*first, *holds)):
        if taken := min(tokens, holds[name]):
            found[name], tokens = taken, tokens - taken
    return found


# --- the form


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """A dump, then how much of it."""
    if not filled:
        return Blank("hex", tuple(state.world.label(hex_) for hex_ in blowable(state, Side(side))))
    there = dump_in(state, Side(side), state.world.place(str(filled[0][1])))
    most = sum(source.tokens for source in there)
    return Blank("tokens", tuple(range(1, most + 1))) if len(filled) == 1 else None


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    return Blow(side=Side(side), hex=str(filled[0][1]), tokens=int(filled[1][1]))


def install(rules: Ruleset[State]) -> None:
    """Register the blowing of dumps."""
    rules.command(Blow, in_segment, _blank, _fill)(blow)


def _no(code: str, sentence: str, label: str) -> Refusal:
    return Refusal(code=code, rule="OCS 12.11a", sentence=sentence, places=(label,))
