"""OCS 21.7: revised rebuilds. A roll of 12 gives the Allies two Pax and two Eq, 9 one of each (T2 1.4a)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.messages import Event
from ocs_engine.series.reinforcing.rebuilding import Rebuild, cost
from ocs_engine.series.reinforcing.replacements import ReplFrame
from ocs_engine.series.reinforcing.revised import PlaceRepl
from ocs_engine.series.story import tell
from ocs_engine.state.events import put_units
from ocs_engine.state.model import AWAY, DEAD, Unit
from ocs_engine.state.option_events import ReplsLapsed
from ocs_engine.state.slots import Phase
from ocs_engine.world.options import EVERYONE_SUPPLIED, REVISED_REBUILDS
from tests.positions import ALLIED, Position, position

OPTIONS = (EVERYONE_SUPPLIED, REVISED_REBUILDS)
NOTE = """
    == Axis ==
    A40.20: March Bn (T-1)
    == Allied ==
    Supply sources: A20.20
    A20.22: Corps HQ (5)
    A45.02: US Corps HQ (2)
"""
INFANTRY = ("br-para-1", "br-para-2", "br-para-3")


def rolled(*dice: int, options: tuple[str, ...] = OPTIONS) -> Position:
    """The Allies as they roll for replacements; HQ (5) traces and HQ (2) does not. Three battalions are dead."""
    p = position(NOTE, "Allied Reinforcement Phase", ground="all: open", options=options)
    units = {uid: Unit(p.state.world.counters[uid], DEAD) for uid in INFANTRY}
    state = p.state
    here = state.here.set(DEAD, (*state.here.get(DEAD, ()), *(uid for uid in INFANTRY if uid not in state.units)))
    roster = (*state.roster, *(uid for uid in INFANTRY if uid not in state.units))
    state = replace(state, units=state.units.update(units), here=here, roster=roster)
    state = put_units(state, units).with_frames((ReplFrame(side=ALLIED, rolls=1),))
    p = Position(p.rules, state, RecordedDice(dice))
    p.game.begin()
    return p


def asked(p: Position) -> str:
    pending = p.game.pending()
    return pending.kinds[0] if pending else ""


def put(p: Position, *places: str) -> None:
    for place in places:
        assert asked(p) == "place repl"
        p.do(PlaceRepl(side=ALLIED, place=place))


def rebuild(p: Position, uid: str, repl: str) -> None:
    p.do(Rebuild(side=ALLIED, units=(uid,), stances={uid: "move"}, repls=(repl,)))


def lapsed(p: Position) -> list[str]:
    events: list[Event] = [event for entry in p.game.entries for event in entry.events]
    return [uid for event in events if isinstance(event, ReplsLapsed) for uid in event.repls]


@pytest.mark.rule("OCS 21.7")
def test_a_replacement_may_appear_with_any_hq_that_traces():
    p = rolled(4, 5)
    p.do(PlaceRepl(side=ALLIED, place="A45.02"), "OCS 21.7")
    put(p, "A20.22", "Algiers")
    assert (p.where("allied-pax-1"), p.where("allied-eq-1")) == ("A20.22", "Algiers")
    plain = rolled(4, 5, options=(EVERYONE_SUPPLIED,))
    assert plain.where("allied-pax-1") == "Algiers", "without the option in the box"


@pytest.mark.rule("OCS 21.7")
def test_at_least_half_of_each_kind_is_used_in_the_turn_and_one_alone_is_not_kept():
    """Of two Pax one is used; of two Eq none, and one is lost."""
    p = rolled(6, 6)
    put(p, *["A20.22"] * 4)
    rebuild(p, "br-para-1", "allied-pax-1")
    p.end_segment()
    assert lapsed(p) == ["allied-eq-1"]
    where = {uid: p.state.units[uid].place for uid in ("allied-pax-1", "allied-pax-2", "allied-eq-1", "allied-eq-2")}
    hq = p.hex("A20.22")
    assert where == {"allied-pax-1": AWAY, "allied-pax-2": hq, "allied-eq-1": AWAY, "allied-eq-2": hq}
    assert p.state.now.phase is not Phase.REINFORCEMENT and not p.state.memory.repls_came


@pytest.mark.rule("OCS 21.7")
def test_both_of_two_may_be_used_and_without_the_option_all_may_be_kept():
    p = rolled(6, 6)
    put(p, *["A20.22"] * 4)
    rebuild(p, "br-para-1", "allied-pax-1")
    rebuild(p, "br-para-2", "allied-pax-2")
    p.end_segment()
    assert lapsed(p) == ["allied-eq-1"]
    plain = rolled(6, 6, options=(EVERYONE_SUPPLIED,))
    plain.end_segment()
    assert not lapsed(plain)


@pytest.mark.rule("OCS 21.7")
def test_one_alone_that_is_not_used_is_lost():
    p = rolled(4, 5)
    put(p, "A20.22", "A20.22")
    p.end_segment()
    assert lapsed(p) == ["allied-pax-1", "allied-eq-1"]
    event = ReplsLapsed(side=ALLIED, repls=("allied-pax-1",))
    assert "1 replacement not used in time" in tell(p.game.start, [event])


@pytest.mark.rule("OCS 21.7")
def test_an_older_one_that_is_used_counts():
    """Three Pax, of which the one from before pays: of the two that came the half is made good."""
    p = rolled(6, 6)
    put(p, *["A20.22"] * 4)
    rebuild(p, "br-para-1", "allied-pax-2")
    p.end_segment()
    assert lapsed(p) == ["allied-eq-1"] and p.state.units["allied-pax-1"].place == p.hex("A20.22")


@pytest.mark.rule("OCS 21.7")
@pytest.mark.parametrize(
    ("uid", "plain", "revised"),
    [("br-para-1", (1, 0), (1, 0)), ("br-hq-5", (1, 1), (1, 0)), ("ger-10pz-i7", (0, 1), (0, 1))],
)
def test_each_step_costs_one_replacement(uid: str, plain: tuple[int, int], revised: tuple[int, int]):
    """An HQ takes one of each by the table, and moves by truck or on half-tracks: a Pax. Tanks take an Eq."""
    for options, wanted in (((), plain), (OPTIONS, revised)):
        p = position("== Axis ==\nA20.20: 10 Pz Div (I-7 Pz)\n== Allied ==\nA30.20: Corps HQ (5), Para Bn (1)",
                     ground="all: open", options=options)  # fmt: skip
        assert cost(p.state, (uid,)) == wanted


@pytest.mark.rule("OCS 21.7")
def test_the_game_saves_what_came_and_was_used():
    p = rolled(6, 6)
    put(p, *["A20.22"] * 4)
    rebuild(p, "br-para-1", "allied-pax-1")
    assert p.rules.load(p.rules.dump(p.state)).memory == p.state.memory
    assert dict(p.state.memory.repls_used) == {"pax": 1}
