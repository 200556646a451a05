"""What is told about a hex, and about the armies: every word from the state and from queries."""

from __future__ import annotations

from fractions import Fraction

from ocs_engine import query
from ocs_engine.grid import Hex
from ocs_engine.series.story import day
from ocs_engine.series.strength import action_rating, attack_strength, barrage_strength, defence_strength
from ocs_engine.series.tables.lines import mixed
from ocs_engine.state.model import AWAY, DEAD, State, Unit
from ocs_engine.world.counters import Side
from ocs_view import palette, roster
from ocs_view.listing import Item
from ocs_view.pieces import Stack
from ocs_view.reel import Reel
from ocs_view.table import stacks_of

_LINES = {"primary": "primary road", "secondary": "secondary road", "track": "track"}


def hex_words(state: State, hex_: Hex) -> list[str]:
    """A hex in a few lines: its name and ground, who holds it, RE by side, zones of control."""
    world = state.world
    atlas = world.atlas
    ground = [atlas.terrain[hex_].replace("_", " "), atlas.settlement[hex_] if atlas.settlement[hex_] != "poi" else ""]
    edges = range(6 * hex_, 6 * hex_ + 6)
    ground += [_LINES[kind] for kind in _LINES if any(atlas.road[edge] == kind for edge in edges)]
    ground += [f"{gauge} gauge rail" for gauge in ("standard", "metre") if gauge in atlas.rail[6 * hex_:6 * hex_ + 6]]
    lines = [", ".join(word for word in ground if word)]
    holder = state.control.get(hex_)
    quarters = query.stack_quarters(state, hex_)
    sizes = [f"{side} {mixed(Fraction(size, 4))} RE" for side, size in quarters.items() if size]
    lines.append("; ".join([f"held by the {holder} side" if holder else "held by nobody", *sizes]))
    for zone in query.zones(state, hex_):
        lines.append(f"{zone.side} ZOC{', negated' if zone.negated else ''}")
    return lines


def unit_words(state: State, uid: str) -> str:
    """A unit in one line: its strengths as they stand now, AR, RE, mode and steps."""
    unit = state.units[uid]
    tables = state.world.tables
    words = [unit.counter.booklet_name]
    if not unit.counter.is_repl:
        words.append(f"attack {mixed(attack_strength(tables, unit).total)}")
        words.append(f"defence {mixed(defence_strength(tables, unit).total)}")
        if unit.face.barrage:
            words.append(f"barrage {mixed(barrage_strength(tables, unit).total)}")
        words.append(f"AR {action_rating(tables, unit)}")
        words.append(f"{mixed(Fraction(unit.counter.re, 4))} RE")
    words.append(str(unit.mode).upper() if unit.mode == "dg" else f"{unit.mode.capitalize()} Mode")
    if unit.counter.steps > 1:
        words.append(f"{unit.counter.steps - unit.lost} of {unit.counter.steps} steps")
    return ", ".join(words)


def order_of_battle(state: State) -> tuple[Item, ...]:
    """Both armies by formation: where each unit is, its mode and steps; then who is dead or still to come."""
    items: list[Item] = []
    for side in Side:
        units = [(uid, unit) for uid, unit in state.in_order() if unit.side is side]
        mapped, boxed, gone = query.living(state, side)
        items.append(Item(f"{side}: {mapped} on the map, {boxed} off it, {gone} not in play", "head",
                          colour=palette.OVER[side.value]))
        by_formation: dict[str, list[tuple[str, Unit]]] = {}
        for uid, unit in units:
            if unit.place >= 0:
                by_formation.setdefault(unit.counter.formation or "independent", []).append((uid, unit))
        for formation, members in by_formation.items():
            items.append(Item(formation, "sub"))
            items += [_member(state, unit) for _, unit in members]
        for place, title in ((AWAY, "still to come"), (DEAD, "dead")):
            missing = [unit for _, unit in units if unit.place == place]
            if missing:
                items.append(Item(title, "sub"))
                items += [Item(unit.counter.booklet_name, "faint") for unit in missing]
    return tuple(items)


def _member(state: State, unit: Unit) -> Item:
    mode = "DG" if unit.mode == "dg" else unit.mode.capitalize()
    steps = f", {unit.counter.steps - unit.lost} of {unit.counter.steps} steps" if unit.counter.steps > 1 else ""
    where = roster.head(state.world.atlas, unit.place, state.world.boxes)
    return Item(f"{unit.counter.booklet_name}: {where}, {mode}{steps}", "text", (unit.place,))


def coming(state: State) -> tuple[Item, ...]:
    """What is still to come, by turn and date; each line leads to where it comes in."""
    items: list[Item] = []
    heading = ""
    for each in query.coming(state):
        title = _when(state, each)
        if title != heading:
            items.append(Item(title, "head"))
            heading = title
        where = roster.head(state.world.atlas, *each.places, state.world.boxes) if len(each.places) == 1 else each.where
        text = f"{each.side}{', ' if where else ''}{where}: {', '.join(each.what)}"
        colour = palette.mix(palette.OVER[each.side.value], palette.INK, 0.5)
        items.append(Item(text, "text", each.places, colour=colour))
    return tuple(items) or (Item("Nothing more is to come.", "faint"),)


def _when(state: State, each: query.Coming) -> str:
    if each.turn is not None:
        return f"Turn {each.turn}, {day(state.world.calendar.date_of(each.turn).isoformat())}"
    if each.after_release is None:
        return "Every turn"
    turns = f"{each.after_release} turn{'s' if each.after_release != 1 else ''} after the release"
    return f"{turns if each.after_release else 'On the release'} of 8th Army"


def story(reel: Reel) -> tuple[Item, ...]:
    """The log in plain words, each line with its moment and its places."""
    style = {"turn": "head", "phase": "sub"}
    prefix = {"comment": "# ", "bookmark": "= ", "undo": "(", "redo": "("}
    items = []
    for row in reel.rows:
        close = ")" if row.kind in ("undo", "redo") else ""
        text = f"{prefix.get(row.kind, '')}{row.text}{close}"
        items.append(Item(text, style.get(row.kind, "text" if row.kind == "act" else "faint"), row.places, row.last))
    return tuple(items)


def boxes(state: State) -> tuple[tuple[str, Stack], ...]:
    """The off-map boxes that hold something, by name."""
    size = state.world.atlas.grid.size
    held = {stack.place - size: stack for stack in stacks_of(state) if stack.place >= size}
    return tuple((name, held[i]) for i, name in enumerate(state.world.boxes) if i in held)
