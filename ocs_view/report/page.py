"""The page of a report: its parts in order, each made of plain facts."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from ocs_engine.chronicle import (
    AIRCRAFT,
    COSTLIEST,
    KINDS,
    LEAST_COST,
    Chronicle,
    Fight,
    Turn,
    TurningPoint,
    on_table,
    out_of_supply,
    planes,
    turning_points,
)
from ocs_engine.series.stories.standing import told_outcome, told_spot
from ocs_engine.series.stories.sums import cost_words, fight_words
from ocs_engine.series.stories.turns import WEATHER
from ocs_engine.series.stories.words import capital, day, place_name, units_named
from ocs_engine.series.story import outcome
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view.report import charts
from ocs_view.report.markup import Child, Markup, table, tag
from ocs_view.report.pictures import Picture


@dataclass(frozen=True, slots=True)
class Told:
    """A part of the story of a turn. kind: as the story teller has it."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """All that a page is made of.

    facts: words and what there is to say, for the top. stories: by turn. maps: the set-up, then each turn's end; none
    where no maps are wanted.
    """

    chronicle: Chronicle
    facts: tuple[tuple[str, str], ...]
    stories: dict[int, tuple[Told, ...]]
    maps: tuple[Picture, ...]
    footer: str


def page(report: Report) -> str:
    """The whole page; it needs nothing beside itself."""
    found = report.chronicle
    title = found.start.world.scenario.title
    style = (files("ocs_view.report") / "style.css").read_text(encoding="utf-8")
    head = tag(
        "head", tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title}: a game of the Operational Combat Series"), Markup(f"<style>\n{style}</style>"),
    )  # fmt: skip
    parts = [
        _top(report), _section("standing", "How it stands", _standing(found)),
        _section("points", "Turning points", _points(found)),
        _section("control", "Victory hexes", _control(found)), _section("losses", "Losses", _losses(found)),
        _section("fights", "The costliest fights", _fights(found)), _section("supply", "Supply", _supply(found)),
        _section("air", "The air war", _air(found)), _section("turns", "Turn by turn", _turns(report)),
        tag("footer", report.footer),
    ]  # fmt: skip
    body = tag("body", charts.defs(), tag("main", *parts))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en').text}\n"


PARTS = (("standing", "How it stands"), ("points", "Turning points"), ("control", "Victory hexes"),
         ("losses", "Losses"), ("fights", "The costliest fights"), ("supply", "Supply"), ("air", "The air war"),
         ("turns", "Turn by turn"))  # fmt: skip
"""The parts of a page by their ids, in order."""


def _section(name: str, title: str, children: Iterator[Markup]) -> Markup:
    return tag("section", tag("h2", title), *children, id=name)


def _style(side: Side | None) -> str:
    return charts.STYLE[side] if side else "none"


def _date(state: State, turn: int) -> str:
    return day(state.world.calendar.date_of(turn).isoformat())


def _where(state: State, label: str) -> str:
    return place_name(state.world, label)


# --- the top


def _top(report: Report) -> Markup:
    found = report.chronicle
    start, end = found.start, found.end
    verdict = end.points.standing(end).verdict
    begun = "" if end.verdict else "Not over; as it stands: "
    ending = tag("b", f"{begun}{capital(outcome(verdict.winner or '', verdict.level))}")
    told = tag("p", ending, capital(verdict.why), ".", class_=f"verdict {_style(verdict.winner)}")
    facts = [child for word, what in report.facts for child in (tag("dt", word), tag("dd", what))]
    dates = f"{_date(start, found.turns[0].number if found.turns else start.turn)} to {_date(end, end.turn)}"
    contents = tag("ol", *(tag("li", tag("a", title, href=f"#{name}")) for name, title in PARTS))
    links = (tag("a", each.number, href=f"#turn-{each.number}") for each in found.turns)
    turns = tag("ul", *(tag("li", link) for link in links), class_="turns")
    nav = tag("nav", contents, turns, aria_label="Contents")
    return tag("header", tag("h1", start.world.scenario.title), tag("p", dates, class_="dates"), told,
               tag("dl", *facts, class_="facts"), nav)  # fmt: skip


# --- how it stands


def _standing(found: Chronicle) -> Iterator[Markup]:
    state = found.end
    standing = state.points.standing(state)
    yield tag("p", "What each outcome asks for, and how much of it there is at the end:")
    yield tag("ul", *(tag("li", capital(told_outcome(state, each))) for each in standing.outcomes))
    yield tag("p", "Who controls the hexes that it turns on, and who stands there:")
    yield tag("ul", *(tag("li", told_spot(state, each)) for each in standing.spots))


# --- turning points


def _points(found: Chronicle) -> Iterator[Markup]:
    words = (
        "By a plain rule: every change of a victory hex; every turn after which another outcome would hold; "
        f"the {COSTLIEST} fights or attrition rolls that cost most steps, {LEAST_COST} or more; the first time that a "
        "side's formation is left wholly out of supply; the first turn of Mud; the end."
    )
    yield tag("p", words, class_="news")
    items = []
    for each in turning_points(found):
        when = tag("b", f"Turn {each.turn}, {_date(found.end, each.turn)}")
        items.append(tag("li", when, ": ", capital(point_words(found.end, each)), ".", class_=_style(each.side)))
    yield tag("ol", *items, class_="points") if items else tag("p", "There was none.")


def point_words(state: State, point: TurningPoint) -> str:
    """A turning point in words."""
    if point.taken is not None:
        before = f" from the {point.taken.before} side" if point.taken.before else ""
        return f"the {point.taken.side} side takes {_where(state, point.taken.hex)}{before}"
    if point.fight is not None:
        return f"{_fought(state, point.fight)}, {point.fight.result}; it costs {cost_words(point.fight.lost)}"
    if point.verdict is not None:
        ending = outcome(point.verdict.winner or "", point.verdict.level)
        return f"the game is over: {ending}" if point.kind == "end" else f"as it now stands: {ending}"
    if point.units:
        return f"{units_named(state.world, point.units)} are out of supply, all of the formation on the map"
    return "Mud: nobody moves, and no plane flies"


def _fought(state: State, fight: Fight) -> str:
    return fight_words(state.world, fight.side, fight.kind, fight.target, fight.odds, fight.aim)


# --- victory hexes


def _control(found: Chronicle) -> Iterator[Markup]:
    names = list(found.end.points.objectives(found.end))
    moments = [("start", found.turns[0] if found.turns else None), *((str(each.number), each) for each in found.turns)]
    rows = []
    for name in names:
        hex_ = found.end.points.objectives(found.end)[name]
        cells = [tag("th", name, scope="row")]
        for label, turn in moments:
            state = found.start if label == "start" or turn is None else turn.end
            spot = next(each for each in state.points.standing(state).spots if each.hex == hex_)
            short = {Side.AXIS: "Ax", Side.ALLIED: "Al", None: "-"}[spot.holder]
            cells.append(tag("td", short, class_=_style(spot.holder), title=f"{label}: {spot.holder or 'nobody'}"))
        rows.append(tag("tr", *cells))
    head = tag("thead", tag("tr", tag("th", "Hex"), *(tag("th", label) for label, _ in moments)))
    caption = tag("caption", "Who controlled what as each turn ended: Ax the Axis, Al the Allies, - nobody")
    drawn = tag("table", caption, head, tag("tbody", *rows), class_="control")
    yield tag("div", drawn, class_="scroll")


# --- losses


def _losses(found: Chronicle) -> Iterator[Markup]:
    numbers = [turn.number for turn in found.turns]
    by_turn = {side: [turn.steps(side) for turn in found.turns] for side in Side}
    yield charts.bars("Ground steps lost in each turn", numbers, by_turn)
    in_all = {side: [sum(row[: at + 1]) for at in range(len(row))] for side, row in by_turn.items()}
    yield charts.lines("Ground steps lost so far", numbers, in_all)
    counts: Counter[tuple[Side, str, str]] = Counter()
    for turn in found.turns:
        for each in turn.losses:
            counts[each.side, each.nation, each.kind] += each.steps
    nations = [(side, nation) for side in Side for nation in sorted({key[1] for key in counts if key[0] is side})]
    kinds = [kind for kind in KINDS if any(key[2] == kind for key in counts)]
    rows: list[list[Child]] = [
        [f"{side}: {nation or 'replacements'}", *(row := [counts[side, nation, kind] for kind in kinds]), sum(row)]
        for side, nation in nations
    ]
    for side in Side:
        sums = [sum(counts[side, nation, kind] for whose, nation in nations if whose is side) for kind in kinds]
        rows.append([f"{side}, all", *sums, sum(sums)])
    yield table(["Steps lost", *kinds, "all"], rows, "Steps lost by nation and kind of piece")
    head = ["Turn", "Axis ground", "Allied ground", "Axis aircraft", "Allied aircraft"]
    columns = [(side, aircraft) for aircraft in (False, True) for side in Side]
    steps: list[list[Child]] = [[str(turn.number), *(turn.steps(side, air) for side, air in columns)]
                                for turn in found.turns]  # fmt: skip
    yield table(head, steps, "Steps lost in each turn")


# --- fights


MOST_FIGHTS = 12
"""Fights that are listed."""


def _fights(found: Chronicle) -> Iterator[Markup]:
    fights = [(turn, fight) for turn in found.turns for fight in turn.fights if fight.cost]
    fights = sorted(fights, key=lambda pair: (-pair[1].cost, pair[0].number))[:MOST_FIGHTS]
    rows: list[list[Child]] = [
        [str(turn.number), capital(_fought(found.end, fight)), fight.result, *(fight.lost[side] for side in Side)]
        for turn, fight in fights
    ]
    if not rows:
        yield tag("p", "No fight cost a ground unit a step.")
        return
    yield table(["Turn", "Fight", "Result", "Axis steps", "Allied steps"], rows)


# --- supply


def _supply(found: Chronicle) -> Iterator[Markup]:
    numbers = [turn.number for turn in found.turns]
    words = "In tokens (T); 4T are 1 SP. What lies in off-map boxes has no end and is not counted."
    yield tag("p", words, class_="news")
    held = {side: [sum(on_table(turn.end, side)) for turn in found.turns] for side in Side}
    yield charts.lines("Supply on the map as each turn ended (T)", numbers, held)
    spent = {side: [-sum(t for t in turn.uses[side].values() if t < 0) for turn in found.turns] for side in Side}
    yield charts.bars("Supply used in each turn (T)", numbers, spent)
    uses = {side: found.books.spent(side) for side in Side}
    names = sorted({*uses[Side.AXIS], *uses[Side.ALLIED]})
    rows: list[list[Child]] = [[name, *(uses[side].get(name, 0) for side in Side)] for name in names]
    yield table(["Use", *Side], rows, "What came (above 0) and went (below 0), by use, in all")
    short = {side: [len(out_of_supply(turn.end, side)) for turn in found.turns] for side in Side}
    if any(any(row) for row in short.values()):
        yield charts.bars("Units out of supply as each turn ended", numbers, short)


# --- air


def _air(found: Chronicle) -> Iterator[Markup]:
    numbers = [turn.number for turn in found.turns]
    flown: Counter[tuple[Side, str]] = Counter()
    for turn in found.turns:
        flown.update(turn.missions)
    if not flown and not found.end.planes:
        yield tag("p", "No planes took part.")
        return
    active = {side: [planes(turn.end, side)[0] for turn in found.turns] for side in Side}
    yield charts.lines("Active planes as each turn ended", numbers, active)
    lost = {side: [turn.steps(side, aircraft=True) for turn in found.turns] for side in Side}
    yield charts.bars("Steps of planes lost in each turn", numbers, lost)
    kinds = sorted({kind for _, kind in flown})
    rows: list[list[Child]] = [[kind, *(flown[side, kind] for side in Side)] for kind in kinds]
    rows.append(["all missions", *(sum(flown[side, kind] for kind in kinds) for side in Side)])
    rows.append(["plane steps lost", *(sum(lost[side]) for side in Side)])
    gone = [each.side for turn in found.turns for each in turn.losses if each.kind == AIRCRAFT and each.gone]
    rows.append(["planes destroyed", *(gone.count(side) for side in Side)])
    for at, word in enumerate(("Active", "Inactive")):
        rows.append([f"{word} at the end", *(planes(found.end, side)[at] for side in Side)])
    yield table(["Missions flown", *Side], rows)


# --- turn by turn


def _turns(report: Report) -> Iterator[Markup]:
    found = report.chronicle
    if report.maps:
        yield tag("p", "The maps show the part of the map in which the sides met; a click enlarges one. The black line "
                  "runs halfway between what the sides control.", class_="news")  # fmt: skip
        yield _map(report.maps[0], "The set-up", "set-up")
    for number, turn in enumerate(found.turns):
        title = tag("h3", f"Turn {turn.number}, {_date(found.end, turn.number)}")
        parts = [title, tag("p", _news(turn), class_="news")]
        if report.maps:
            parts.append(_map(report.maps[number + 1], f"As turn {turn.number} ended", f"turn {turn.number}"))
        told = report.stories.get(turn.number, ())
        sums = [tag("p", each.text) for each in told if each.kind == "sum"]
        parts += [tag("div", *sums, class_="sum")] if sums else []
        summary = tag("summary", "The story of the turn")
        parts.append(tag("details", summary, *_story(told), class_="story", open="open"))
        yield tag("article", *parts, id=f"turn-{turn.number}", class_="turn")


def _news(turn: Turn) -> str:
    first = f"; the {turn.first} side went first" if turn.first else ""
    return f"{WEATHER[turn.end.weather]}{first}."


def _map(picture: Picture, caption: str, what: str) -> Markup:
    """A map; a click, or space on the keyboard, shows it at its full size."""
    key = f"zoom-{what.replace(' ', '-')}"
    data = base64.b64encode(picture.data).decode("ascii")
    image = tag("img", src=f"data:image/jpeg;base64,{data}", alt=f"Map: {caption}", loading="lazy", width=picture.width,
                height=picture.height)  # fmt: skip
    box = tag("input", type="checkbox", id=key, aria_label=f"Full size: {caption}")
    return tag("figure", tag("figcaption", caption), box, tag("label", image, for_=key), class_="map")


def _story(told: Sequence[Told]) -> Iterator[Markup]:
    for each in told:
        if each.kind == "segment":
            side = next((side for side in Side if each.text.startswith(f"{side}:")), None)
            yield tag("h4", each.text, class_=_style(side))
        elif each.kind in ("said", "move", "paragraph", "end"):
            ending = "" if each.text.endswith(".") else "."
            yield tag("p", f"{each.text}{ending}", class_="paragraph" if each.kind == "paragraph" else "line")
