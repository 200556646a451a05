"""Reads scenario files: finds the units, hexes and dates that the statements of the notation name.

Every fault of a file is reported at once, each with its place and the nearest spelling.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ocs_engine.grid import GridError, Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.catalogue import Catalogue
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import Problem, ScenarioError
from ocs_engine.world.marks import parse_marks
from ocs_engine.world.notation import MOST_FAULTS, Node, Statement, Word, parse
from ocs_engine.world.scenario import (
    BattleVictory,
    CampaignVictory,
    Condition,
    Goal,
    OccupyAtLeast,
    PortDamage,
    Scenario,
    Victory,
)
from ocs_engine.world.scenario_head import HEAD, EnoughFaultsError, in_order, read_text, side_of
from ocs_engine.world.scenario_sides import Sides


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a scenario file: the scenario, lacking what is faulty; its faults; what looks odd.

    head: whether the statements before the sides are without fault. unsound: faults with which it can be played
    nevertheless, though no scenario of ours may have them.
    """

    scenario: Scenario
    head: bool
    unsound: tuple[Problem, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def read_scenario(path: Path, catalogue: Catalogue, atlas: Atlas) -> Scenario:
    """A scenario from its file; raises one ScenarioError with every fault found.

    Not checked here: terrain, stacking, enemies together and counter mix, which ask for rules.
    """
    reading = examine_scenario(path, catalogue, atlas)
    if reading.problems:
        raise ScenarioError(reading.problems)
    return reading.scenario


def examine_scenario(path: Path, catalogue: Catalogue, atlas: Atlas) -> Reading:
    """All that can be read of a scenario file; raises ScenarioError only where it is no text at all."""
    return _Reader(path, catalogue, atlas).read()


class _Reader(Sides):
    """Reads one scenario file."""

    def read(self) -> Reading:
        text, digest = read_text(self.path)
        statements, self.problems = parse(text, self.shown)
        self.head.problems = self.problems
        self.victory: Victory = CampaignVictory()
        self.damaged: list[Hex] = []
        self.head_ok = False
        self.unsound: list[Problem] = []
        with suppress(EnoughFaultsError):
            self._statements(statements)
        if len(self.problems) >= MOST_FAULTS:
            words = f"the file has {MOST_FAULTS} faults; the rest of it was not read"
            last = max(self.problems, key=lambda each: (each.line, each.column))
            self.problems.append(Problem(self.shown, last.line, last.column, "too-many", words))
        problems, warnings = tuple(in_order(self.problems)), tuple(in_order(self.warnings))
        return Reading(self._build(digest), self.head_ok, tuple(self.unsound), problems, warnings)

    def _statements(self, statements: list[Statement]) -> None:
        self.head.read(statements)
        open_side = False
        for statement in statements:
            self._check_mark(statement)
            node = statement.node
            if statement.kind == "heading":
                self.head_ok = self.head_ok or (not open_side and not self._faults_before(node.start.line))
                self.side, open_side = side_of(node.start), True
            elif statement.kind in HEAD:
                self._head_statement(node)
            elif open_side:
                self.side_statement(node)
            else:
                self.fault(node.start, "no-side", "stands before == Axis == or == Allied ==")
        self.check_sides()

    def _faults_before(self, line: int) -> bool:
        return any(problem.line < line for problem in self.problems)

    def _head_statement(self, node: Node) -> None:
        """The statements of the head that name places."""
        if node.kind == "ports":
            self.read_ports(node)
        elif node.kind == "goals":
            self.victory = self._goals(node)
        elif node.kind == "campaign":
            self.victory = self._campaign(node.start)
        elif node.kind == "damage":
            for part in node.parts:
                hex_ = self.port_of(part.start)
                if hex_ is not None and hex_ in self.damaged:
                    self.fault(part.start, "twice", f"the port {part.start.text} is named twice")
                elif hex_ is not None:
                    self.damaged.append(hex_)
        elif node.kind == "skip":
            for word in node.all("TEXT"):
                if self.entry_of(word) is None:
                    known = ", ".join(self.entry_names())
                    self.fault(word, "place", f"{word.text!r} is no entry area; expected one of {known}")
        elif node.kind == "maps":
            rows = {sheet.letter: sheet.rows for sheet in self.atlas.grid.sheets}
            for part in node.parts:
                letter, bounds = part.start.text.upper(), part.first("ROWS")
                if letter not in rows:
                    self.fault(part.start, "hex", f"there is no map {letter}; expected one of {', '.join(rows)}")
                elif bounds and not 1 <= self.head.rows.get(letter, (1, 1))[1] <= rows[letter]:
                    self.fault(bounds, "rows", f"map {letter} has the rows 1 to {rows[letter]}")

    def _build(self, digest: str) -> Scenario:
        head = self.head
        owners = {hex_: self.ports.get(hex_, self.other_ports) for hex_ in self.atlas.ports if self.in_play(hex_)}
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
            sides={side: self.builders[side].build(self.air_boxes(side)) for side in Side},
            victory=self.victory,
            ports={hex_: side for hex_, side in owners.items() if side is not None},
            skip_entries=head.skip_entries,
            path=self.path,
            text_hash=digest,
            boxes=head.boxes,
            sea_cap=head.caps["sea cap"],
            rail_cap=head.caps["rail cap"],
            port_damage=PortDamage(tuple(self.damaged), head.hits) if self.damaged and head.hits else None,
            eighth_army=head.eighth_army,
            options=head.options,
        )

    def _check_mark(self, statement: Statement) -> None:
        if statement.mark:
            try:
                parse_marks(statement.mark.text.strip("[] "))
            except ValueError as error:
                self.fault(statement.mark, "mark", str(error))

    # Victory

    def _goals(self, node: Node) -> Victory:
        other, draw = node.first("SIDE"), node.first("DRAW")
        goals = [self._goal(part) for part in node.parts]
        rest = Goal(side_of(other), "win", ()) if other and not draw else Goal(None, "draw", ())
        if len(goals) == 1 and other and len(goals[0].conditions) == 1 and not goals[0].conditions[0].present:
            (held,) = goals[0].conditions
            return OccupyAtLeast(held.side, held.least, held.hexes, side_of(other), goals[0].until)
        return BattleVictory((*goals, rest))

    def _goal(self, node: Node) -> Goal:
        winner, date = side_of(node.start), node.first("DATE")
        present = node.first("HAVE") is not None
        turn = self.head.turn(date) if date else None
        if date and turn is not None and not self.head.turns[0] <= turn <= self.head.turns[1]:
            self.fault(date, "date", f"{date.text} is no turn of this scenario")
        return Goal(winner, "win", tuple(self._holds(part, winner, present) for part in node.parts), turn)

    def _holds(self, node: Node, side: Side, present: bool) -> Condition:
        hexes: dict[str, Hex] = {}
        for part in node.parts:
            hex_ = self.named_hex(part)
            if part.start.text in hexes or (hex_ is not None and hex_ in hexes.values()):
                self.fault(part.start, "twice", f"{part.start.text} is named twice")
            elif hex_ is not None:
                hexes[part.start.text] = hex_
        count = node.first("INT")
        if count and not 1 <= count.number <= len(node.parts):
            self.fault(count, "victory", f"asks for {count.number} hexes but names {len(node.parts)}")
        return Condition(side, hexes, count.number if count else len(hexes), len(hexes), present)

    def _campaign(self, word: Word) -> CampaignVictory:
        """The campaign's goals; unsound where the part of the map in play lacks one of its towns."""
        rules = self.catalogue.campaign
        hexes: dict[str, Hex] = {}
        for town, label in rules.towns.items():
            try:
                hexes[town] = self.atlas.grid.hex(label)
            except GridError:
                self.fault(word, "victory", f"the campaign's town {town} is in {label}, which is no hex of the map")
                return CampaignVictory()
        missing = [f"{town} {rules.towns[town]}" for town, hex_ in hexes.items() if not self.in_play(hex_)]
        if missing:
            words = f"the campaign is about towns that are not in play: {', '.join(missing)}"
            self.unsound.append(Problem(self.shown, word.line, word.column, "victory", words))
        goals = tuple(
            Goal(
                each.side,
                each.level,
                tuple(
                    Condition(each.side, {town: hexes[town] for town in clause.towns}, clause.least, clause.most)
                    for clause in each.clauses
                ),
                each.until,
            )
            for each in rules.goals
        )
        return CampaignVictory((*goals, Goal(None, "draw", ())), rules.levels)
