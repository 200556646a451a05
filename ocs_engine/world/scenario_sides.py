"""Reads what a side has: the statements below == Axis == and == Allied == of a scenario file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from ocs_engine.grid import Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.catalogue import Catalogue
from ocs_engine.world.counters import Counter, Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import PlaneNames, UnitNames, UnknownNameError, fold
from ocs_engine.world.notation import Node, Word
from ocs_engine.world.scenario import (
    BOXES,
    BaseSetup,
    HedgehogSetup,
    ListedArrival,
    Place,
    PlaneCount,
    PlaneSetup,
    RebuildEachTurn,
    ReplSetup,
    SetupChoice,
    SideSetup,
    SupplySetup,
    TransportCount,
    TransportSetup,
    UnitSetup,
)
from ocs_engine.world.scenario_places import Places, Where


@dataclass(slots=True)
class Builder:
    """What has been read of one side."""

    reserve_markers: int = 0
    arrivals: bool = False
    repl_table: bool = False
    units: list[UnitSetup] = field(default_factory=list)
    transport: list[TransportSetup] = field(default_factory=list)
    supply: list[SupplySetup] = field(default_factory=list)
    repls: list[ReplSetup] = field(default_factory=list)
    bases: list[BaseSetup] = field(default_factory=list)
    planes: list[PlaneSetup] = field(default_factory=list)
    hedgehogs: list[HedgehogSetup] = field(default_factory=list)
    dead_pile: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    removed_transport: list[TransportCount] = field(default_factory=list)
    dead_planes: list[PlaneCount] = field(default_factory=list)
    sources: list[Hex] = field(default_factory=list)
    listed: list[ListedArrival] = field(default_factory=list)
    rebuild_each_turn: RebuildEachTurn | None = None
    setup_choice: SetupChoice | None = None
    said: dict[str, Word] = field(default_factory=dict)

    def build(self, air_boxes: tuple[Place, ...]) -> SideSetup:
        """The side as the scenario keeps it."""
        return SideSetup(
            reserve_markers=self.reserve_markers,
            arrivals=self.arrivals,
            repl_table=self.repl_table,
            units=tuple(self.units),
            transport=tuple(self.transport),
            supply=tuple(self.supply),
            repls=tuple(self.repls),
            bases=tuple(self.bases),
            planes=tuple(self.planes),
            hedgehogs=tuple(self.hedgehogs),
            dead_pile=tuple(self.dead_pile),
            removed=tuple(self.removed),
            removed_transport=tuple(self.removed_transport),
            dead_planes=tuple(self.dead_planes),
            sources=tuple(self.sources),
            air_boxes=air_boxes,
            listed=tuple(self.listed),
            rebuild_each_turn=self.rebuild_each_turn,
            setup_choice=self.setup_choice,
        )


HIGHEST_HEDGEHOG = 4
"""The levels of a hedgehog run from 1 to this (OCS 16)."""
ONCE = {
    "reserve": "Reserve markers",
    "arrivals": "Reinforcements",
    "repl_table": "Replacements",
    "rebuild": "Set-up rebuild or exchange",
    "exchange": "Set-up rebuild or exchange",
    "rebuild_units": "Each turn: rebuild",
}
"""The statements of a side that stand once, by kind, and how messages call them."""


@lru_cache(maxsize=8)
def _names(catalogue: Catalogue) -> tuple[UnitNames, PlaneNames]:
    return UnitNames(catalogue.counters.values()), PlaneNames(catalogue.aircraft.values())


class Sides(Places):
    """Reads the statements of the sides of one scenario file."""

    def __init__(self, path: Path, catalogue: Catalogue, atlas: Atlas) -> None:
        super().__init__(path, catalogue, atlas)
        self.unit_names, self.plane_names = _names(catalogue)
        self.builders = {side: Builder() for side in Side}
        self.side = Side.AXIS
        self.placed: dict[str, Word] = {}
        self.offered: dict[str, Word] = {}
        self.based: dict[Hex, Word] = {}

    @property
    def builder(self) -> Builder:
        """The side whose part is being read."""
        return self.builders[self.side]

    def side_statement(self, node: Node) -> None:
        """Take in one statement of a side."""
        if node.kind in ONCE:
            name = ONCE[node.kind]
            first = self.builder.said.setdefault(name, node.start)
            if first is not node.start:
                self.fault(node.start, "twice", f"{name} of the {self.side} side stands already on line {first.line}")
        readers: dict[str, Callable[[Node], None]] = {
            "reserve": self._reserve,
            "arrivals": self._arrivals,
            "repl_table": self._repl_table,
            "sources": self._sources,
            "bases": self._bases,
            "aircraft": self._aircraft,
            "surge": self._surge,
            "dead": self._dead,
            "dead_planes": self._dead_planes,
            "removed": self._removed,
            "rebuild": self._rebuild,
            "exchange": self._exchange,
            "income": self._income,
            "rebuild_units": self._rebuild_units,
            "arrive": self._arrive,
            "setup": self._setup,
        }
        readers[node.kind](node)

    def _reserve(self, node: Node) -> None:
        self.builder.reserve_markers = node.all("INT")[0].number

    def _arrivals(self, node: Node) -> None:
        self.builder.arrivals = node.first("IN_ORDER") is not None
        if node.first("NONE"):
            self.builder.said["no arrivals"] = node.start

    def _repl_table(self, node: Node) -> None:
        self.builder.repl_table = node.first("BY_TABLE") is not None

    # What stands at fixed places

    def _sources(self, node: Node) -> None:
        for part in node.parts:
            word = part.all("HEX", "TEXT")[0]
            if part.first("TEXT"):
                self.fault(word, "place", f"{word.text!r} is no hex; expected one such as Sfax B57.30")
                continue
            hex_ = self.named_hex(part)
            if hex_ is not None and hex_ in self.builder.sources:
                self.fault(word, "twice", f"{word.text} is a supply source of the {self.side} side already")
            elif hex_ is not None:
                self.builder.sources.append(hex_)

    def _bases(self, node: Node) -> None:
        level = 0 if "strip" in node.start.text.casefold() else node.start.number
        for word in node.all("HEX"):
            hex_ = self.hex_of(word, land=True)
            if hex_ is None:
                continue
            if hex_ in self.based:
                self.fault(word, "twice", f"{word.text} has an air base already on line {self.based[hex_].line}")
            self.based.setdefault(hex_, word)
            self.builder.bases.append(BaseSetup(hex_, level, word.line, word.column))

    # Planes

    def _aircraft(self, node: Node) -> None:
        place: Place | None = None
        for part in node.parts:
            if part.kind == "base":
                place = self.air_place(part)
            else:
                self._plane(part, place, surge=False)

    def _surge(self, node: Node) -> None:
        for part in node.parts:
            self._plane(part, None, surge=True)

    def _plane(self, node: Node, place: Place | None, surge: bool) -> None:
        name, flags = node.all("PLANE")[0], node.first("FLAGS")
        aircraft, signs = self._plane_id(name, surge), flags.text if flags else ""
        if aircraft:
            count, reduced, inactive = self._count(node), int("*" in signs), "#" in signs
            setup = PlaneSetup(aircraft, count, reduced, inactive, place, surge, name.line, name.column)
            self.builder.planes.append(setup)

    def _plane_id(self, name: Word, surge: bool) -> str:
        try:
            return self.plane_names.find(self.side, name.text, surge).id
        except UnknownNameError as error:
            self.fault(name, "aircraft", str(error), error.suggestion)
            return ""

    def _count(self, node: Node) -> int:
        count = node.first("COUNT")
        if count and count.number == 0:
            self.fault(count, "count", "none at all; leave it out")
        return count.number if count else 1

    def _dead_planes(self, node: Node) -> None:
        for part in node.parts:
            if part.first("FLAGS"):
                self.fault(part.all("FLAGS")[0], "syntax", "dead planes are neither reduced nor inactive")
            aircraft = self._plane_id(part.all("PLANE")[0], surge=False)
            if aircraft:
                self.builder.dead_planes.append(PlaneCount(aircraft, self._count(part)))

    # Out of play, and choices at set-up

    def _dead(self, node: Node) -> None:
        for part in node.parts:
            self.builder.dead_pile += [counter.id for counter, _ in self.units_of(part)]

    def _removed(self, node: Node) -> None:
        for part in node.parts:
            if part.kind == "units":
                self.builder.removed += [counter.id for counter, _ in self.units_of(part)]
            else:
                self.builder.removed_transport += [replace(each, loaded=False) for each in self._transport(part)]

    def _rebuild(self, node: Node) -> None:
        self._choice(node, [], list(node.parts))

    def _exchange(self, node: Node) -> None:
        self._choice(node, self.units_of(node.parts[0], offered=True), list(node.parts[1:]))

    def _choice(self, node: Node, given: list[tuple[Counter, Word]], offers: list[Node]) -> None:
        chosen = [pair for part in offers for pair in self.units_of(part, offered=True)]
        self.offered |= {counter.id: word for counter, word in chosen}
        if len(given) > 1:
            self.fault(given[1][1], "count", "one unit is given up for the other")
        choices = tuple(counter.id for counter, _ in chosen)
        give_up = given[0][0].id if given else ""
        self.builder.setup_choice = SetupChoice(choices, give_up, node.start.line, node.start.column)
        if given:
            self.builder.said["given up"] = given[0][1]

    # What comes later

    def _income(self, node: Node) -> None:
        for gift in node.parts:
            places, word = self.spot(gift.parts[0]), gift.start
            if places is not None:
                spelled = gift.parts[0].all("HEX", "TEXT")[0].text
                tokens = self._tokens(word)
                arrival = ListedArrival(None, places, spelled, tokens=tokens, line=word.line, column=word.column)
                self.builder.listed.append(arrival)

    def _rebuild_units(self, node: Node) -> None:
        places: list[Hex] = []
        for word in node.all("HEX"):
            hex_ = self.hex_of(word, land=True)
            if hex_ is not None and not any(self.atlas.rail[6 * hex_ : 6 * hex_ + 6]):
                self.fault(word, "rail", f"there is no railway in {word.text}")
            elif hex_ is not None:
                places.append(hex_)
        count, start = node.all("REBUILD_UNITS")[0].number, node.start
        self.builder.rebuild_each_turn = RebuildEachTurn(count, tuple(places), start.line, start.column)

    def _arrive(self, node: Node) -> None:
        date, spot = node.all("DATE")[0], node.parts[0]
        turn, places = self.head.turn(date), self.spot(spot)
        if turn is not None and not self.head.turns[0] <= turn <= self.head.turns[1]:
            self.fault(date, "date", f"{date.text} is no turn of this scenario")
        units: list[str] = []
        transport: list[TransportCount] = []
        repls: list[tuple[str, int]] = []
        tokens = markers = 0
        for item in node.parts[1:]:
            if item.kind == "units":
                units += [counter.id for counter, _ in self.units_of(item)]
            elif item.kind in ("trucks", "organic"):
                transport += self._transport(item)
            elif item.kind == "repls":
                repls.append((item.all("REPL")[0].text.casefold(), self._count(item)))
            elif item.kind == "supply":
                tokens += self._tokens(item.start)
            elif item.kind == "markers":
                markers += item.start.number
            else:
                self.fault(item.start, "syntax", "a hedgehog does not arrive; it is built")
        if turn is not None and places is not None:
            spelled = spot.all("HEX", "TEXT")[0].text
            things = (tuple(units), tuple(transport), tuple(repls), tokens, markers)
            self.builder.listed.append(ListedArrival(turn, places, spelled, *things, date.line, date.column))

    # Set-up lines

    def _setup(self, node: Node) -> None:
        where = self.where(node.parts[0])
        for item in node.parts[1:]:
            if item.kind == "units":
                found = self.units_of(item)
                if where is not None:
                    self.builder.units += [
                        UnitSetup(counter.id, where.place, where.within, where.area, word.line, word.column)
                        for counter, word in found
                    ]
            else:
                self._other(item, where or Where(-1))

    def units_of(self, node: Node, offered: bool = False) -> list[tuple[Counter, Word]]:
        """The counters that a name with its brackets means; noted as placed unless they are only offered."""
        head, every = node.all("NAME")[0], node.first("ALL")
        found: list[tuple[Counter, Word]] = []
        if every:
            try:
                counters = self.unit_names.all_of(self.side, head.text)
            except UnknownNameError as error:
                self.fault(head, error.what, str(error), error.suggestion)
                return []
            if re.search(r"\d", every.text) and every.number != len(counters):
                self.fault(every, "count", f"{head.text} has {len(counters)} units, not {every.number}")
            found = [(counter, head) for counter in counters]
        for member in node.all("MEMBER"):
            try:
                counters, wanted = self.unit_names.find(self.side, head.text, member.text)
            except UnknownNameError as error:
                self.fault(head if error.what == "formation" else member, error.what, str(error), error.suggestion)
                if error.what == "formation":
                    break
                continue
            free = [counter for counter in counters if counter.id not in self.placed] or counters
            for counter in (counters if offered else free)[:wanted]:
                if not offered:
                    self._note(counter, member)
                found.append((counter, member))
        if every and not offered:
            for counter, word in found:
                self._note(counter, word)
        self._check_rating(node, [counter for counter, _ in found])
        return found

    def _note(self, counter: Counter, word: Word) -> None:
        if counter.id in self.placed:
            first = self.placed[counter.id]
            self.fault(word, "twice", f"{counter.booklet_name} is set up already at {first.line}:{first.column}")
        self.placed.setdefault(counter.id, word)

    def _check_rating(self, node: Node, counters: list[Counter]) -> None:
        rating = node.first("RATING")
        for counter in counters if rating else ():
            assert rating is not None
            printed = counter.rating
            if printed != rating.text:
                self.fault(
                    rating,
                    "rating",
                    f"{counter.booklet_name} is {printed} in our data, not {rating.text}; a data overlay corrects it",
                )

    def _other(self, node: Node, where: Where) -> None:
        """Transport, supply, replacements and hedgehogs at a place."""
        place, builder, word = where.place, self.builder, node.start
        at = (word.line, word.column)
        if node.kind in ("trucks", "organic"):
            builder.transport += [
                TransportSetup(
                    each.kind, each.tokens, place, where.within, each.loaded, each.formation, where.area, *at
                )
                for each in self._transport(node)
            ]
        elif node.kind == "supply":
            builder.supply.append(SupplySetup(place, self._tokens(word), where.within, where.area, *at))
        elif node.kind == "repls":
            builder.repls.append(ReplSetup(node.all("REPL")[0].text.casefold(), place, self._count(node), *at))
        else:
            self._hedgehog(word, where)

    def _hedgehog(self, word: Word, where: Where) -> None:
        size = self.atlas.grid.size
        if not 1 <= word.number <= HIGHEST_HEDGEHOG:
            self.fault(word, "count", f"a hedgehog has a level from 1 to {HIGHEST_HEDGEHOG}")
        elif where.place >= size or where.within or where.area:
            self.fault(word, "place", "a hedgehog stands in one hex")
        elif where.place >= 0 and any(hog.hex == where.place for hog in self.builder.hedgehogs):
            self.fault(word, "twice", f"{self.atlas.grid.label(where.place)} has a hedgehog already")
        elif where.place >= 0:
            self.builder.hedgehogs.append(HedgehogSetup(where.place, word.number, word.line, word.column))

    def _tokens(self, word: Word) -> int:
        found = {unit.upper(): int(number) for number, unit in re.findall(r"(\d+)\s*(SP|T)", word.text, re.I)}
        return found.get("SP", 0) * self.catalogue.tables.number("tokens_per_SP") + found.get("T", 0)

    def _transport(self, node: Node) -> list[TransportCount]:
        """The Transport Points of an item; none when the formation has no organic truck."""
        transport, word, load = self.catalogue.transport, node.all("TRUCK", "ORGANIC")[0], node.first("LOAD")
        if node.kind == "trucks":
            kind = next(name for name in ("charcoal", "mule", "truck") if name in word.text.casefold())
            loaded = "F" in load.text.upper() if load else kind != "truck"
            tokens = (transport.kinds[kind].capacity or 0) * self._count(node)
            return [TransportCount(kind, tokens, "", loaded, word.line, word.column)]
        spelled = re.sub(r"\s+organic truck$", "", word.text, flags=re.I)
        formation = next((name for name in transport.organic if fold(name) == fold(spelled)), "")
        if not formation:
            near = nearest(spelled, transport.organic)
            self.fault(word, "formation", f"no organic truck of {spelled!r} is known", near)
            return []
        loaded = load is None or "F" in load.text.upper()
        return [TransportCount("organic", transport.organic[formation], formation, loaded, word.line, word.column)]

    # When all has been read

    def check_sides(self) -> None:
        """Faults that show only when both sides have been read."""
        for side, builder in self.builders.items():
            none = builder.said.get("no arrivals")
            lines = [each.line for each in (*builder.listed, builder.rebuild_each_turn) if each]
            if none and lines:
                self.fault(none, "arrivals", f"the {side} side has arrivals on line {min(lines)}; expected 'as listed'")
            given = builder.said.get("given up")
            if builder.setup_choice and given and not self._on_map(builder, builder.setup_choice.give_up):
                self.fault(given, "choice", "the unit that is given up is not set up")
            for uid, word in self.offered.items():
                if self._on_map(builder, uid):
                    self.fault(word, "choice", f"{self.catalogue.counters[uid].booklet_name} is set up already")

    @staticmethod
    def _on_map(builder: Builder, uid: str) -> bool:
        return any(unit.counter == uid for unit in builder.units)

    def air_boxes(self, side: Side) -> tuple[Place, ...]:
        """The off-map boxes in use in which planes of a side may start: those that it has by then (T2 2.2, 3.2)."""
        first, size = self.catalogue.calendar.date_of(self.head.turns[0]), self.atlas.grid.size
        return tuple(
            size + BOXES.index(name)
            for name, box in self.catalogue.schedule.boxes.items()
            if box.side is side and box.start <= first and name in self.head.boxes
        )
