"""Any command filled in blank by blank: each blank with its values, numbered, until the form is complete."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Ruleset
from ocs_engine.players import human_briefs as briefs
from ocs_engine.players.human_names import place_of, unit_of
from ocs_engine.players.human_words import Misheard, Unknown, is_verb, split_units
from ocs_engine.series import story
from ocs_engine.series.combat_play import IGNORE
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold

SHOWN = 40
"""Values of a blank that are listed at most; others can be typed all the same."""
NOBODY = ("", "enough", "nobody", "none", "nothing")
"""What ends a blank that may be filled again and again."""
NOBODY_GOES = "nobody"
EVERYBODY = ("all", "everybody")


@dataclass(frozen=True, slots=True)
class Form:
    """A command being filled in. asked: whether it answers a question, so that a line that names units names all."""

    kind: str
    side: Side
    filled: tuple[Answer, ...] = ()
    asked: bool = False

    def question(self, rules: Ruleset[State], state: State) -> tuple[str, ...]:
        """The next blank and its values, a line each, with what is to be known about them."""
        blank = self._blank(rules, state)
        if blank is None:
            return ()
        lines = [self._line(state, blank, value) for value in blank.values[:SHOWN]]
        more = [f"    and {len(blank.values) - SHOWN} more"] if len(blank.values) > SHOWN else []
        title = briefs.asked(state, self.kind, blank.name)
        return (title, *briefs.before(state, self.kind, self.filled), *lines, *more)

    def _line(self, state: State, blank: Blank, value: Any) -> str:
        mark = next((text for text, each in self._numbers(blank).items() if each == value), "")
        told = briefs.note(state, self.side, self.kind, self.filled, value)
        text = "" if isinstance(value, int) and told else shown(state, value)
        if value == ENOUGH and self.asked and blank.name not in dict(self.filled):
            text = NOBODY_GOES
        return f"{mark:>3} {text}{': ' if text and told else ''}{told}"

    def _blank(self, rules: Ruleset[State], state: State) -> Blank | None:
        return rules.blank(state, self.side, self.kind, self.filled)

    def offers(self, rules: Ruleset[State], state: State, line: str) -> bool:
        """Whether the next blank has a value of just this name."""
        blank = self._blank(rules, state)
        return blank is not None and any(fold(line) in _exactly(state, value) for value in blank.values)

    def answered(self, rules: Ruleset[State], state: State, text: str) -> Form | Command:
        """The form filled as typed, or the command when nothing is left to fill; raises Misheard.

        Several answers may stand in a line, parted by commas: blank after blank, or units, which are all then. Who
        is asked and names a unit or hex that is not offered gives the command all the same, to hear the rule.
        """
        form, blank = self, self._blank(rules, state)
        if blank is None:
            return rules.fill(self.side, self.kind, self.filled)
        listed, parts = blank, self._parts(state, blank, text)
        for part in parts:
            if blank is None:
                raise Misheard(f"{part!r} is one answer too many for {self.kind}")
            if fold(part) in EVERYBODY and ENOUGH in (*blank.values, *form._after(rules, state, blank)):
                form = form._with_all(rules, state, blank)
            else:
                value = form._chosen(state, blank, part, listed)
                form = replace(form, filled=(*form.filled, (blank.name, value)))
                if value not in blank.values:
                    return form._not_offered(rules, state, blank, part)
            form = form.settled(rules, state)
            blank = form._blank(rules, state)
        if form._is_whole(blank, len(parts)):
            form = replace(form, filled=(*form.filled, (form.filled[-1][0], ENOUGH))).settled(rules, state)
            blank = form._blank(rules, state)
        return form if blank is not None else rules.fill(self.side, self.kind, form.filled)

    def _not_offered(self, rules: Ruleset[State], state: State, blank: Blank, text: str) -> Command:
        """The command of a form whose last answer is not offered, to hear the rule; Misheard where more is asked."""
        as_offered = replace(self, filled=(*self.filled[:-1], (blank.name, blank.values[0])))
        following = as_offered._blank(rules, state)
        again = ENOUGH in blank.values or (following is not None and following.name == blank.name)
        if following is not None and not again:
            raise Misheard(f"{text!r} is not one of its values; {_advice(state, blank.values, text)}")
        return rules.fill(self.side, self.kind, (*self.filled, (blank.name, ENOUGH)) if again else self.filled)

    def settled(self, rules: Ruleset[State], state: State) -> Form:
        """The form of a question with all blanks filled, down to the next choice, that have but one value."""
        blank = self._blank(rules, state)
        if not self.asked or blank is None or blank.name == "unit" or len(blank.values) > 1:
            return self
        return replace(self, filled=(*self.filled, (blank.name, blank.values[0]))).settled(rules, state)

    def _parts(self, state: State, blank: Blank, text: str) -> list[str]:
        """The answers of a line, parted by commas where the line as a whole is none."""
        words = self._words(blank, text)
        if not words or self.kind == "take option":
            return [words]
        whole = any(fold(words) in _exactly(state, value) for value in blank.values)
        return [words] if whole else split_units(words) or [""]

    def _is_whole(self, blank: Blank | None, count: int) -> bool:
        """Whether what was named so far is to be all."""
        named, value = self.filled[-1]
        again = blank is not None and blank.name == named and ENOUGH in blank.values and value != ENOUGH
        return again and (self.asked or count > 1)

    def _after(self, rules: Ruleset[State], state: State, blank: Blank) -> tuple[Any, ...]:
        """The values of the blank after one, as far as it is the same again."""
        after = replace(self, filled=(*self.filled, (blank.name, blank.values[0])))._blank(rules, state)
        return after.values if after is not None and after.name == blank.name else ()

    def _with_all(self, rules: Ruleset[State], state: State, listed: Blank) -> Form:
        """The form with every value that is listed, one after the other, as long as they are offered."""
        form, blank = self, self._blank(rules, state)
        while blank is not None and blank.name == listed.name:
            value = next((each for each in blank.values if each in listed.values and each != ENOUGH), None)
            if value is None:
                break
            form = replace(form, filled=(*form.filled, (blank.name, value)))
            blank = form._blank(rules, state)
        return form

    def _words(self, blank: Blank, text: str) -> str:
        """What was typed, without the words of the command, and an option in its numbers."""
        if self.kind == "take option":
            return _option(blank, " ".join(text.split()))
        own, words = (*self.kind.split(), "to", "with"), text.split()
        while len(words) > 1 and words[0].casefold() in own:
            words.pop(0)
        return " ".join(words)

    def _chosen(self, state: State, blank: Blank, text: str, listed: Blank) -> Any:
        """The value that a number of the list shown, a name or a part of it means."""
        values, wanted = blank.values, fold(text)
        if wanted in NOBODY and ENOUGH in values:
            return ENOUGH
        found = _called(state, values, wanted)
        numbers = self._numbers(listed if listed.name == blank.name else blank)
        if wanted in numbers and (numbers[wanted] in values or blank.name == "unit"):
            if blank.name == "unit" and wanted in _bare(state, found) and found != [numbers[wanted]]:
                either = " or ".join(shown(state, value) for value in (numbers[wanted], *found))
                raise Misheard(f"{text!r} may be {either}; say its id")
            return numbers[wanted]
        if len(found) == 1:
            return found[0]
        if found:
            raise Misheard(f"{text!r} may be {'; '.join(shown(state, value) for value in found[:6])}")
        if self.asked and not is_verb(text.partition(" ")[0]) and (other := self._named(state, blank, text)):
            return other
        typed = repr(text) if text else "an empty line"
        raise Misheard(f"{typed} is none of its values; {_advice(state, values, text)}")

    def _numbers(self, blank: Blank) -> dict[str, Any]:
        """The values of a blank by the number typed for them; numbers stand for themselves, and nobody has none."""
        if _counts(blank.values):
            return {str(value): value for value in blank.values if isinstance(value, int)}
        values = [value for value in blank.values if not (self.asked and value == ENOUGH)]
        return {str(number): value for number, value in enumerate(values, start=1)}

    def _named(self, state: State, blank: Blank, text: str) -> str:
        """A unit or hex that is named and not offered, "" for none."""
        try:
            if blank.name == "unit":
                return unit_of(state, self.side, text)
            return state.world.label(place_of(state, text)) if blank.name == "hex" else ""
        except Unknown:
            return ""


def _counts(values: tuple[Any, ...]) -> bool:
    """Whether values are numbers, which stand for themselves."""
    return any(isinstance(value, int) for value in values)


_SPLIT = re.compile(
    r"(?:(?:lose\s+)?(?P<steps>\d{1,3})(?:\s+steps?)?)??(?:[\s,]*(?:and\s+)?(?:retreat\s+(?P<far>\d{1,3})(?:\s+hex(?:es)?)?|(?P<hexes>\d{1,3})\s+hex(?:es)?))?",
    re.IGNORECASE,
)


def _option(blank: Blank, text: str) -> str:
    """An option as typed, "lose 1", "retreat 2" or both, in the number of steps that it means; else as it was typed."""
    steps = [value for value in blank.values if isinstance(value, int)]
    if text.casefold() in ("lose", "steps", "stand"):
        return str(max(steps))
    if text.casefold() == "retreat":
        return str(min(steps))
    if text and (found := _SPLIT.fullmatch(text)):
        lost, far = found["steps"], found["far"] or found["hexes"]
        fits = far is None or int(lost or max(steps) - int(far)) + int(far) == max(steps) >= int(far)
        return (lost or str(max(steps) - int(far))) if fits else text
    return IGNORE if text and IGNORE in blank.values and IGNORE.startswith(text.casefold()) else text


def shown(state: State, value: Any) -> str:
    """A value as a person reads it: a unit, plane or transport with its id, a hex with its name."""
    text = str(value)
    if text in state.units or text in state.world.counters:
        return f"{story.name(state.world, text)} [{text}]"
    if text in state.planes:
        return f"{state.planes[text].aircraft.name} [{text}]"
    source, by, hq = text.partition(" by ")
    if by and hq in state.units:
        return f"{_place_name(state, source)} by {story.name(state.world, hq)}"
    return _place_name(state, text)


def _place_name(state: State, text: str) -> str:
    return story.place_name(state.world, text) if text in state.world.atlas.grid.labels else text.replace("_", " ")


def _exactly(state: State, value: Any) -> tuple[str, ...]:
    """Everything that just this value is called."""
    text = str(value)
    known = text in state.units or text in state.world.counters
    name = story.name(state.world, text) if known else text.replace("_", " ")
    return fold(text), fold(name), *(fold(part) for part in re.findall(r"\((.+)\)", name))


_LIKE_A_HEX = re.compile(r"[a-z]\d+(?:\.\d*)?")
"""A part of a hex's number is no name of it."""


def _bare(state: State, values: list[Any]) -> list[str]:
    """What some values are called in full."""
    return [name for value in values for name in _exactly(state, value)]


def _called(state: State, values: tuple[Any, ...], wanted: str) -> list[Any]:
    """The values that a name means: those of just this name, else those that have it in theirs as words or a part."""
    exactly = [value for value in values if wanted in _exactly(state, value)]
    if exactly or not wanted or _LIKE_A_HEX.fullmatch(wanted):
        return exactly
    names = [(fold(shown(state, value)), value) for value in values]
    whole = re.compile(rf"(?<![^\W_]){re.escape(wanted)}(?![^\W_])")
    found = [value for name, value in names if whole.search(name)]
    return found or [value for name, value in names if wanted[0].isalnum() and wanted in name]


def _advice(state: State, values: tuple[Any, ...], text: str) -> str:
    near = nearest(text, _bare(state, list(values)), 3)
    if near:
        return f"did you mean {near}?"
    if _counts(values):
        return f"they are {', '.join(map(str, values))}"
    return f"type a number, 1 to {len(values)}"
