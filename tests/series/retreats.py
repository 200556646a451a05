"""Small retreats for tests: units made to retreat by opening the procedure, and every answer checked.

Around A20.20, from which most of them start (the hexes two away are the next ring out):

                    A20.22
             A19.22        A21.22
      A18.21        A20.21        A22.21
             A19.21        A21.21
      A18.20        A20.20        A22.20
             A19.20        A21.20
      A18.19        A20.19        A22.19
             A19.19        A21.19
                    A20.18
"""

from __future__ import annotations

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.draft import Draft, NoDice
from ocs_engine.kernel.messages import Command, Event, Refusal
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.kernel.session import Entry
from ocs_engine.series.fight_commands import BeginRetreat, RetreatTo
from ocs_engine.series.retreat import open_retreat
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from tests.positions import Position, check_table

ONE = "== Axis ==\nA20.20: March Bn (T-1)\n== Allied ==\nA20.21: Para Bn (3)    -- Move"
"""A battalion, and to its north an enemy in Move Mode, who has no ZOC."""
ONE_IN_ZONE = ONE.replace("-- Move", "")
RING_1 = ("A20.21", "A21.21", "A21.20", "A20.19", "A19.20", "A19.21")
RING_2 = (
    "A20.22", "A21.22", "A22.21", "A22.20", "A22.19", "A21.19", "A20.18", "A19.19", "A18.19", "A18.20", "A18.21",
    "A19.22",
)  # fmt: skip


class Retreat(Position):
    """A position in which some units are made to retreat; it stands where the owner is asked first, or at the end."""

    def __init__(
        self, p: Position, units: str, hexes: int, enemies: str, taggers: str = "", dice: tuple[int, ...] = ()
    ) -> None:
        draft = Draft(p.rules, p.state, NoDice(), 0)
        others = p.ids(taggers) if taggers else ()
        open_retreat(draft, p.ids(units), hexes, enemies.split(), others)
        super().__init__(p.rules, draft.state, RecordedDice(dice))
        assert isinstance(self.game.begin(), Entry), "a die is missing"

    @property
    def owner(self) -> Side:
        """The side that is asked."""
        asked = self.game.pending()
        assert asked is not None
        return Side(asked.side)

    @property
    def over(self) -> bool:
        """Whether all have retreated."""
        return not self.state.frames

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far."""
        return [event for entry in self.game.entries for event in entry.events]

    def of(self, kind: type[Event]) -> list[Event]:
        """What happened of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def answer(self, command: Command, no: str | None = None) -> None:
        """Carry a command out, or see it refused by a rule."""
        checked, outcome = self.game.check(command), self.game.submit(command)
        if no is not None:
            assert isinstance(outcome, Refusal) and outcome.rule == no, outcome
            assert checked == outcome, "check and submit must agree"
            return
        assert isinstance(outcome, Entry) and checked is None, outcome
        check_table(self.state)

    def group(self, units: str, transport: tuple[str, ...] = (), no: str | None = None) -> None:
        """Name who goes next."""
        self.answer(BeginRetreat(side=self.owner, units=self.ids(units), transport=transport), no)

    def to(self, label: str, no: str | None = None) -> None:
        """Name the next hex."""
        self.answer(RetreatTo(side=self.owner, hex=label), no)

    def open(self) -> set[str]:
        """The hexes that may be entered next."""
        return self.values("retreat to")

    def values(self, kind: str, *filled: Answer) -> set[str]:
        """What a form offers the side that is asked."""
        assert kind in self.rules.legal(self.state, self.owner)
        blank = self.rules.blank(self.state, self.owner, kind, list(filled))
        return set() if blank is None else set(blank.values)


def ends(r: Retreat, name: str) -> set[str]:
    """Where a unit that retreats alone can come to rest, all its ways tried."""
    return _ends(r, r.state, r.id(name))


def _ends(r: Retreat, state: State, uid: str) -> set[str]:
    if not state.frames:
        place = state.units[uid].place
        return {state.world.label(place)} if place >= 0 else {"dead"}
    side = str(state.units[uid].side)
    blank = r.rules.blank(state, side, "retreat to", [])
    assert blank is not None
    found: set[str] = set()
    for label in blank.values:
        done = r.rules.decide(state, RetreatTo(side=Side(side), hex=label), NoDice(), 0)
        assert not isinstance(done, Refusal) and hasattr(done, "state"), done
        found |= _ends(r, done.state, uid)
    return found


def only(labels: str, what: str = "open") -> str:
    """A ground of sea on which there is nothing but some land."""
    return f"all: sea\n{labels}: {what}"
