"""Reads scenario files: finds the units, hexes and dates that the statements of the notation name.

Every fault of a file is reported at once, each with its place and the nearest spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ocs_engine.grid import GridError, Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.catalogue import Catalogue
from ocs_engine.world.counters import Counter, Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.marks import parse_marks
from ocs_engine.world.names import PlaneNames, UnitNames, UnknownNameError, fold
from ocs_engine.world.notation import LABELS, Node, Statement, Word, parse
from ocs_engine.world.scenario import (
    AIR_BOXES,
    BOXES,
    GROUND_BOXES,
    BaseSetup,
    CampaignVictory,
    HedgehogSetup,
    OccupyAtLeast,
    Place,
    PlaneSetup,
    ReplSetup,
    Scenario,
    SideSetup,
    SupplySetup,
    TransportSetup,
    UnitSetup,
    Victory,
)
from ocs_engine.world.scenario_head import HEAD, Faults, Head, read_text, side_of


def read_scenario(path: Path, catalogue: Catalogue, atlas: Atlas) -> Scenario:
    """A scenario from its file; raises one ScenarioError with every fault found.

    Not checked here: terrain, stacking, enemies together and counter mix, which ask for rules.
    """
    return _Reader(path, catalogue, atlas).read()


@dataclass(slots=True)
class _Builder:
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
    said: dict[str, int] = field(default_factory=dict)

    def build(self) -> SideSetup:
        return SideSetup(
            self.reserve_markers,
            self.arrivals,
            self.repl_table,
            tuple(self.units),
            tuple(self.transport),
            tuple(self.supply),
            tuple(self.repls),
            tuple(self.bases),
            tuple(self.planes),
            tuple(self.hedgehogs),
            tuple(self.dead_pile),
            tuple(self.removed),
        )


@dataclass(frozen=True, slots=True)
class _Where:
    place: Place
    within: int = 0
    area: str = ""


class _Reader(Faults):
    """Reads one scenario file."""

    def __init__(self, path: Path, catalogue: Catalogue, atlas: Atlas) -> None:
        super().__init__(path)
        self.catalogue = catalogue
        self.atlas = atlas
        self.head = Head(path, catalogue.calendar)
        self.unit_names = UnitNames(catalogue.counters.values())
        self.plane_names = PlaneNames(catalogue.aircraft.values())
        self.builders = {side: _Builder() for side in Side}
        self.side = Side.AXIS
        self.placed: dict[str, Word] = {}
        self.based: dict[Hex, Word] = {}
        self.ports: dict[Hex, Side] = {}
        self.other_ports: Side | None = None

    @property
    def builder(self) -> _Builder:
        return self.builders[self.side]

    def read(self) -> Scenario:
        text, digest = read_text(self.path)
        statements, self.problems = parse(text, self.shown)
        self.head.problems = self.problems
        self.head.read(statements)
        victory: Victory = CampaignVictory()
        open_side = False
        for statement in statements:
            self._check_mark(statement)
            if statement.kind == "heading":
                self.side, open_side = side_of(statement.node.start), True
            elif statement.kind == "ports":
                self._ports(statement.node)
            elif statement.kind == "occupy":
                victory = self._occupy(statement.node)
            elif statement.kind not in HEAD and not open_side:
                self.fault(statement.node.start, "no-side", "stands before == Axis == or == Allied ==")
            elif statement.kind not in HEAD:
                self._side_statement(statement.node)
        self.stop_if_faulty()
        return self._build(victory, digest)

    def _build(self, victory: Victory, digest: str) -> Scenario:
        head = self.head
        owners = {hex_: self.ports.get(hex_, self.other_ports) for hex_ in self.atlas.ports if self._in_play(hex_)}
        return Scenario(
            id=self.path.stem,
            number=head.number,
            title=head.title,
            first_turn=head.turns[0],
            last_turn=head.turns[1],
            first_player=head.first_player,
            setup_order=head.setup_order,
            sheets=head.sheets,
            rows=head.rows,
            sides={side: self.builders[side].build() for side in Side},
            victory=victory,
            ports={hex_: side for hex_, side in owners.items() if side is not None},
            skip_entries=head.skip_entries,
            path=self.path,
            text_hash=digest,
        )

    def _check_mark(self, statement: Statement) -> None:
        if statement.mark:
            try:
                parse_marks(statement.mark.text.strip("[] "))
            except ValueError as error:
                self.fault(statement.mark, "mark", str(error))

    def _side_statement(self, node: Node) -> None:
        once = {"reserve": "Reserve markers", "arrivals": "Reinforcements", "repl_table": "Replacements"}
        if node.kind in once:
            line = self.builder.said.setdefault(node.kind, node.start.line)
            if line != node.start.line:
                self.fault(node.start, "twice", f"{once[node.kind]} of the {self.side} stands already on line {line}")
        readers: dict[str, Callable[[Node], None]] = {
            "reserve": self._reserve,
            "arrivals": self._arrivals,
            "repl_table": self._repl_table,
            "bases": self._bases,
            "aircraft": self._aircraft,
            "surge": self._surge,
            "dead": self._dead,
            "removed": self._removed,
            "setup": self._setup,
        }
        readers[node.kind](node)

    # Places

    def _in_play(self, hex_: Hex) -> bool:
        letter, _, row = self.atlas.grid.column_row(hex_)
        low, high = self.head.rows.get(letter, (1, 99))
        return letter in self.head.sheets and low <= row <= high

    def _hex(self, word: Word) -> Hex | None:
        try:
            hex_ = self.atlas.grid.hex(word.text)
        except GridError as error:
            self.fault(word, "hex", str(error), self.atlas.grid.suggest(word.text))
            return None
        if not self._in_play(hex_):
            self.fault(word, "hex", f"{self.atlas.grid.label(hex_)} is not on the part of the map that is in play")
            return None
        return hex_

    def _box(self, word: Word, boxes: tuple[str, ...]) -> Place | None:
        box = next((name for name in boxes if fold(name) == fold(word.text)), None)
        return None if box is None else self.atlas.grid.size + BOXES.index(box)

    def _where(self, node: Node) -> _Where | None:
        hex_word, within, text = node.first("HEX"), node.first("WITHIN"), node.first("TEXT")
        if hex_word:
            hex_ = self._hex(hex_word)
            return None if hex_ is None else _Where(hex_, within.number if within else 0)
        assert text is not None
        box = self._box(text, GROUND_BOXES)
        if box is not None:
            return _Where(box)
        area = next((name for name in self.atlas.areas if fold(name) == fold(text.text)), None)
        if area is None:
            near = nearest(text.text, (*GROUND_BOXES, *self.atlas.areas, *LABELS), 2)
            self.fault(text, "place", f"{text.text!r} is no hex, off-map box, set-up area or statement", near)
            return None
        return _Where(self.atlas.areas[area][0], 0, area)

    def _ports(self, node: Node) -> None:
        side = side_of(node.start)
        by_name = {fold(port.name): hex_ for hex_, port in self.atlas.ports.items()}
        for part in node.parts:
            word = part.start
            if fold(word.text) == "all others":
                self.other_ports = side
                continue
            hex_ = by_name.get(fold(word.text))
            if hex_ is None:
                known = [port.name for port in self.atlas.ports.values()]
                self.fault(word, "port", f"{word.text!r} is no port of the map", nearest(word.text, known))
            elif hex_ in self.ports:
                self.fault(word, "twice", f"the port {word.text} has an owner already")
            else:
                self.ports[hex_] = side

    def _occupy(self, node: Node) -> OccupyAtLeast:
        winner, count, other = node.all("OCCUPY")[0], node.all("INT")[0], node.all("SIDE")[0]
        hexes: dict[str, Hex] = {}
        for part in node.parts:
            hex_ = self._hex(part.all("HEX")[0])
            if hex_ is not None:
                hexes[part.start.text] = hex_
        if count.number > len(node.parts):
            self.fault(count, "victory", f"asks for {count.number} hexes but names {len(node.parts)}")
        return OccupyAtLeast(side_of(winner), count.number, hexes, side_of(other))

    # What a side has

    def _reserve(self, node: Node) -> None:
        self.builder.reserve_markers = node.all("INT")[0].number

    def _arrivals(self, node: Node) -> None:
        self.builder.arrivals = node.first("IN_ORDER") is not None

    def _repl_table(self, node: Node) -> None:
        self.builder.repl_table = node.first("BY_TABLE") is not None

    def _bases(self, node: Node) -> None:
        level = 0 if "strip" in node.start.text.casefold() else node.start.number
        for word in node.all("HEX"):
            hex_ = self._hex(word)
            if hex_ is None:
                continue
            if hex_ in self.based:
                self.fault(word, "twice", f"{word.text} has an air base already on line {self.based[hex_].line}")
            self.based[hex_] = word
            self.builder.bases.append(BaseSetup(hex_, level))

    def _aircraft(self, node: Node) -> None:
        place: Place | None = None
        for part in node.parts:
            if part.kind == "base":
                hex_word, text = part.first("HEX"), part.first("TEXT")
                place = self._hex(hex_word) if hex_word else self._box(part.start, AIR_BOXES)
                if text and place is None:
                    self.fault(text, "place", f"{text.text!r} is no off-map box", nearest(text.text, AIR_BOXES))
            else:
                self._plane(part, place, surge=False)

    def _surge(self, node: Node) -> None:
        for part in node.parts:
            self._plane(part, None, surge=True)

    def _plane(self, node: Node, place: Place | None, surge: bool) -> None:
        count, name, flags = node.first("COUNT"), node.all("PLANE")[0], node.first("FLAGS")
        try:
            plane = self.plane_names.find(self.side, name.text, surge)
        except UnknownNameError as error:
            self.fault(name, "aircraft", str(error), error.suggestion)
            return
        signs = flags.text if flags else ""
        self.builder.planes.append(
            PlaneSetup(plane.id, count.number if count else 1, int("*" in signs), "#" in signs, place, surge)
        )

    def _dead(self, node: Node) -> None:
        for part in node.parts:
            self.builder.dead_pile += [counter.id for counter, _ in self._units(part)]

    def _removed(self, node: Node) -> None:
        for part in node.parts:
            self.builder.removed += [counter.id for counter, _ in self._units(part)]

    def _setup(self, node: Node) -> None:
        where = self._where(node.parts[0])
        for item in node.parts[1:]:
            if item.kind == "units":
                found = self._units(item)
                if where is not None:
                    self.builder.units += [
                        UnitSetup(counter.id, where.place, where.within, where.area, word.line, word.column)
                        for counter, word in found
                    ]
            else:
                self._other(item, where or _Where(-1))

    def _units(self, node: Node) -> list[tuple[Counter, Word]]:
        """The counters that a name with its brackets means, each noted as placed."""
        head, every = node.all("NAME")[0], node.first("ALL")
        found: list[tuple[Counter, Word]] = []
        try:
            if every:
                counters = self.unit_names.all_of(self.side, head.text)
                if re.search(r"\d", every.text) and every.number != len(counters):
                    self.fault(every, "count", f"{head.text} has {len(counters)} units, not {every.number}")
                found = [(counter, head) for counter in counters]
        except UnknownNameError as error:
            self.fault(head, "unit", str(error), error.suggestion)
        for member in node.all("MEMBER"):
            try:
                counters, wanted = self.unit_names.find(self.side, head.text, member.text)
            except UnknownNameError as error:
                self.fault(member, "unit", str(error), error.suggestion)
                continue
            free = [counter for counter in counters if counter.id not in self.placed] or counters
            for counter in free[:wanted]:
                self._note(counter, member)
                found.append((counter, member))
        if every:
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

    def _other(self, node: Node, where: _Where) -> None:
        """Transport, supply, replacements and hedgehogs at a place."""
        place, builder, count = where.place, self.builder, node.first("COUNT")
        number = count.number if count else 1
        if node.kind in ("trucks", "organic"):
            self._transport(node, where, number)
        elif node.kind == "supply":
            found = {unit: int(n) for n, unit in re.findall(r"(\d+)\s*(SP|T)", node.start.text)}
            tokens = found.get("SP", 0) * self.catalogue.tables.number("tokens_per_SP") + found.get("T", 0)
            builder.supply.append(SupplySetup(place, tokens))
        elif node.kind == "repls":
            builder.repls.append(ReplSetup(node.all("REPL")[0].text.casefold(), place, number))
        else:
            builder.hedgehogs.append(HedgehogSetup(place, node.start.number))

    def _transport(self, node: Node, where: _Where, count: int) -> None:
        transport, load = self.catalogue.transport, node.first("LOAD")
        word = node.all("TRUCK", "ORGANIC")[0]
        formation = ""
        if node.kind == "organic":
            kind, spelled = "organic", re.sub(r"\s+organic truck$", "", word.text, flags=re.I)
            formation = next((name for name in transport.organic if fold(name) == fold(spelled)), "")
            if not formation:
                self.fault(
                    word, "formation", f"no organic truck of {spelled!r} is known", nearest(spelled, transport.organic)
                )
                return
            capacity = transport.organic[formation]
        else:
            kind = next(name for name in ("charcoal", "mule", "truck") if name in word.text.casefold())
            capacity = (transport.kinds[kind].capacity or 0) * count
        loaded = "F" in load.text if load else kind != "truck"
        self.builder.transport.append(TransportSetup(kind, capacity, where.place, where.within, loaded, formation))
