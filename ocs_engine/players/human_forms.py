"""Any command filled in blank by blank: each blank with its values, numbered, until the form is complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Ruleset
from ocs_engine.players.human_words import Misheard
from ocs_engine.series import story
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold

SHOWN = 40
"""Values of a blank that are listed at most; others can be typed all the same."""


@dataclass(frozen=True, slots=True)
class Form:
    """A command being filled in."""

    kind: str
    side: Side
    filled: tuple[Answer, ...] = ()

    def question(self, rules: Ruleset[State], state: State) -> tuple[str, ...]:
        """The next blank and its values, a line each."""
        blank = rules.blank(state, self.side, self.kind, self.filled)
        if blank is None:
            return ()
        lines = [f"{number:>3} {shown(state, value)}" for number, value in enumerate(blank.values[:SHOWN], start=1)]
        more = [f"    and {len(blank.values) - SHOWN} more"] if len(blank.values) > SHOWN else []
        return (f"{self.kind}, {blank.name}:", *lines, *more)

    def answered(self, rules: Ruleset[State], state: State, text: str) -> Form | Command:
        """The form with its next blank filled as typed, or the command when that was the last; raises Misheard."""
        blank = rules.blank(state, self.side, self.kind, self.filled)
        if blank is not None:
            value = _chosen(state, blank.values, text)
            form = Form(self.kind, self.side, (*self.filled, (blank.name, value)))
            if rules.blank(state, self.side, self.kind, form.filled) is not None:
                return form
            return rules.fill(self.side, self.kind, form.filled)
        return rules.fill(self.side, self.kind, self.filled)


def shown(state: State, value: Any) -> str:
    """A value as a person reads it: a unit with its id, a hex with its name."""
    text = str(value)
    if text in state.units:
        return f"{story.name(state.world, text)} [{text}]"
    return _place_name(state, text)


def _place_name(state: State, text: str) -> str:
    return story.place_name(state.world, text) if text in state.world.atlas.grid.labels else text


def _chosen(state: State, values: tuple[Any, ...], text: str) -> Any:
    """The value that a number, its text or a part of it means; a line without text is "enough" where that is one."""
    wanted = fold(text)
    if not wanted and ENOUGH in values:
        return ENOUGH
    if wanted.isdecimal() and 1 <= int(wanted) <= len(values):
        return values[int(wanted) - 1]
    names = {fold(shown(state, value)): value for value in values}
    found = [value for value in values if wanted == fold(str(value))] or (
        [value for name, value in names.items() if wanted in name] if wanted else []
    )
    if len(found) == 1:
        return found[0]
    if found:
        raise Misheard(f"{text!r} may be {'; '.join(shown(state, value) for value in found[:6])}")
    near = nearest(text, names, 3)
    advice = f"did you mean {near}?" if near else f"type a number, 1 to {len(values)}"
    raise Misheard(f"{text!r} is none of its values; {advice}")
