"""Checks what a scenario brings into play: the counter mix, arrivals, planes and their bases, choices at set-up."""

from __future__ import annotations

from collections.abc import Iterator

from ocs_engine.world.catalogue import Catalogue
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import Problem
from ocs_engine.world.scenario import EighthArmy, SideSetup, TransportCount, TransportSetup
from ocs_engine.world.schedule import Arrival
from ocs_engine.world.world import World


def check_forces(world: World, catalogue: Catalogue) -> tuple[list[Problem], list[Problem]]:
    """Errors and warnings about the forces of a scenario."""
    check = Forces(world, catalogue)
    for side, setup in world.scenario.sides.items():
        check.transport(side, setup)
        check.strips(side, setup)
        check.planes(side, setup)
        check.arrivals(side, setup)
        check.choice(setup)
        if not setup.units:
            check.warn(1, 1, "empty", f"the {side} side has no units")
    check.ports()
    return check.errors, check.warnings


class Forces:
    """Collects what is wrong with the forces of one scenario."""

    def __init__(self, world: World, catalogue: Catalogue) -> None:
        self.world = world
        self.scenario = world.scenario
        self.catalogue = catalogue
        self.path = str(world.scenario.path)
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []

    def fault(self, line: int, column: int, code: str, message: str) -> None:
        """Note an error."""
        self.errors.append(Problem(self.path, line, column, code, message))

    def warn(self, line: int, column: int, code: str, message: str) -> None:
        """Note a warning."""
        self.warnings.append(Problem(self.path, line, column, code, message))

    # The counter mix

    def transport(self, side: Side, setup: SideSetup) -> None:
        """Organic trucks by formation, and mules, counted over set-up, arrivals and what is removed."""
        owners = {counter.formation: counter.side for counter in self.world.counters.values() if counter.formation}
        trucks: dict[str, int] = {}
        mules = 0
        points: list[TransportSetup | TransportCount] = [*setup.transport, *setup.removed_transport]
        points += [thing for arrival in setup.listed for thing in arrival.transport]
        for each in sorted(points, key=lambda each: (each.line, each.column)):
            line, column = each.line, each.column
            if each.kind == "organic":
                trucks[each.formation] = trucks.get(each.formation, 0) + 1
                if owners[each.formation] is not side:
                    self.fault(line, column, "side", f"{each.formation} is a formation of the {side.other}")
                elif trucks[each.formation] == self.catalogue.mix.organic_trucks + 1:
                    words = f"{each.formation} has no more than {self.catalogue.mix.organic_trucks} organic truck"
                    self.fault(line, column, "mix", words)
            elif each.kind == "mule":
                before, most = mules, self.catalogue.mix.mule_points
                mules += each.tokens // (self.world.transport.kinds["mule"].capacity or 1)
                if before <= most < mules:
                    self.fault(line, column, "mix", f"the {side} side has no more than {most} Mule Point")

    def strips(self, side: Side, setup: SideSetup) -> None:
        """Air strips against the counters that a side has (T2 1.11d)."""
        strips = [base for base in setup.bases if base.level == 0]
        most = self.catalogue.mix.air_strips
        if len(strips) > most:
            extra = strips[most]
            words = f"the {side} side has no more than {most} air strips (T2 1.11d)"
            self.fault(extra.line, extra.column, "mix", words)

    # Planes

    def planes(self, side: Side, setup: SideSetup) -> None:
        """Planes stand at a base of their side or in a box."""
        bases = {base.hex for base in setup.bases}
        for plane in setup.planes:
            if plane.surge:
                continue
            if plane.place is None and not bases and not setup.air_boxes:
                self.fault(plane.line, plane.column, "air-base", f"the {side} side has no air base and no off-map box")
            elif plane.place is not None and plane.place < self.world.atlas.grid.size and plane.place not in bases:
                words = f"the {side} side has no air base in {self.world.label(plane.place)}"
                self.fault(plane.line, plane.column, "air-base", words)

    # Arrivals

    def arrivals(self, side: Side, setup: SideSetup) -> None:
        """Units that come by the order of arrival are not there already; its entry areas are in play."""
        if not setup.arrivals:
            return
        there = {unit.counter: (unit.line, unit.column) for unit in setup.units}
        lost: dict[str, None] = {}
        for arrival in self._coming(side):
            for uid in (*arrival.units, *arrival.draw_one_of, *(new for _, new in arrival.exchange)):
                if uid in there:
                    name = self.world.counters[uid].booklet_name
                    words = f"{name} is set up but also comes by the order of arrival ({self._when(arrival)})"
                    self.fault(*there[uid], "arrivals", words)
            entry = self._lost_entry(arrival)
            if entry and arrival.units:
                lost.setdefault(entry)
        for entry in lost:
            words = f"{side} units come to {entry}, which is not in play; expected 'No arrivals at: {entry}'"
            self.warn(1, 1, "entry", words)

    def _coming(self, side: Side) -> Iterator[Arrival]:
        """The entries of the order of arrival that are still to come."""
        scenario = self.scenario
        free = scenario.eighth_army in (EighthArmy.BY_SCHEDULE, EighthArmy.ROLLS_AT_ONCE)
        for arrival in self.world.schedule.arrivals:
            in_time = free if arrival.turn is None else scenario.first_turn <= arrival.turn <= scenario.last_turn
            if arrival.side is side and in_time and arrival.entry not in scenario.skip_entries:
                yield arrival

    def _when(self, arrival: Arrival) -> str:
        if arrival.turn is None:
            return f"{arrival.after_release} turns after the release of 8th Army"
        return str(self.world.calendar.date_of(arrival.turn))

    def _lost_entry(self, arrival: Arrival) -> str:
        """The entry area at which an arrival comes, when it comes at no other place and the area is not in play."""
        areas = {f"Entry {letter}": hexes for letter, hexes in self.world.atlas.entries.items()}
        hexes = areas.get(arrival.entry, ())
        return arrival.entry if hexes and not any(self.world.in_play(hex_) for hex_ in hexes) else ""

    # Choices and ports

    def choice(self, setup: SideSetup) -> None:
        """A unit that may be brought in stands with its formation, which is there."""
        choice = setup.setup_choice
        if choice is None:
            return
        formations = {self.world.counters[unit.counter].formation for unit in setup.units}
        for uid in choice.choices:
            counter = self.world.counters[uid]
            if counter.formation not in formations:
                words = f"{counter.booklet_name} stands with its division, of which nothing is set up"
                self.fault(choice.line, choice.column, "choice", words)

    def ports(self) -> None:
        """Every port in play belongs to somebody."""
        for hex_, port in self.world.atlas.ports.items():
            if self.world.in_play(hex_) and hex_ not in self.scenario.ports:
                self.warn(1, 1, "port-owner", f"the port {port.name} belongs to nobody")
