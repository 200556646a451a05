"""Chapter 10: who fires when, how far and at what, strength, column and cost, forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from textwrap import dedent

import pytest
from pydantic import ValidationError

from ocs_engine.kernel.messages import DiceRolled
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.series.barrage import Barrage, can_fire
from ocs_engine.series.firing import Aim, aim_refusal, possible_barrages
from ocs_engine.state.barrage_events import BarrageReckoned, BarrageResolved, BarrageShifted
from ocs_engine.state.model import Dump, Memory, Mode, State, Transport, Work
from ocs_engine.world.calendar import Weather
from tests.positions import ALLIED, AXIS
from tests.series.barrages import COMBAT, PLAIN, Guns, guns, only, shifts_of

REACTION = "Axis Reaction Phase, Barrage Segment"
EXPLOITATION = "Allied Exploitation Phase, Barrage Segment"


# --- 10.0, 10.1: strength, column, cost


@pytest.mark.rule("OCS 10.0", "OCS 10.0a", "OCS 10.1", "OCS 13.4")
def test_a_barrage_from_first_to_last() -> None:
    p = guns(PLAIN, COMBAT, [3, 4])
    told = p.fire("1 FA", "A20.20")
    # 14 is in column 12-16, the sixth, which costs 3T; half an RE shifts it to 8-11, where a 7 is DG
    reckoned = only(BarrageReckoned, told)
    assert (reckoned.side, reckoned.target, reckoned.aim, reckoned.source) == (ALLIED, "A20.20", "units", "artillery")
    assert [(each.unit, each.hex, each.printed, each.total) for each in reckoned.fire] == [
        (p.id("1 FA"), "A20.22", 14, "14")
    ]
    assert (reckoned.total, reckoned.column, reckoned.heading, reckoned.cost) == ("14", 5, "12-16", 3)
    assert only(BarrageShifted, told).heading == "8-11"
    assert shifts_of(told) == {"1/2 RE in the hex": -1}
    resolved = only(BarrageResolved, told)
    assert (resolved.roll, resolved.printed, resolved.result, resolved.why) == (7, "DG", "DG", "")
    assert (resolved.half, resolved.steps, resolved.dg) == (None, 0, True)
    assert p.unit("T-1").mode is Mode.DG
    assert p.unit("T-2").mode is Mode.COMBAT, "in another hex"
    kinds = [type(event) for event in told if isinstance(event, (BarrageReckoned, BarrageShifted, DiceRolled))]
    assert kinds == [BarrageReckoned, BarrageShifted, DiceRolled]


@pytest.mark.rule("OCS 10.0", "OCS 4.2", "OCS 10.1")
def test_fractions_are_added_and_rounded_once() -> None:
    note = """
        First player: Axis
        == Axis ==
        A20.22: 10 Pz Div (90 Arty)        -- DG, Move side up
        A21.21: Centauro It Pz Div (131 Arty)    -- DG
        A20.21: March Bn (T-1)
        == Allied ==
        A20.20: Commando Bn (6 Cdo), Para Bn (1)
    """
    # half of 7 twice: 7 together, column 5-7; rounded one by one it were 8 and column 8-11
    p = guns(note, "Axis Combat Phase, Barrage Segment", [1, 1])
    reckoned = only(BarrageReckoned, p.fire("90 Arty, 131 Arty", "A20.20"))
    assert [each.total for each in reckoned.fire] == ["7/2", "7/2"]
    assert [[factor.rule for factor in each.factors] for each in reckoned.fire] == [["OCS 5.10b"]] * 2
    assert (reckoned.total, reckoned.heading, reckoned.cost) == ("7", "5-7", 2)


@pytest.mark.rule("OCS 10.0")
def test_any_number_of_artillery_fires_together_from_any_hexes() -> None:
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.21: Arty Grp (1 FA)
        A20.22: Arty Grp (1 M), Arm Arty Bn (23)      -- Move
        A20.23: Arty Grp (5 M)
    """
    # 14 + 6 + 4 + 12 = 36
    p = guns(note, COMBAT, [1, 1])
    reckoned = only(BarrageReckoned, p.fire("1 FA, 1 M, 23, 5 M", "A20.20"))
    assert (reckoned.total, reckoned.heading, reckoned.cost) == ("36", "25-40", 4)


@pytest.mark.rule("OCS 10.0", "OCS 10.0a")
def test_the_worked_example() -> None:
    # strength 16 against 8 RE with a Level 1 hedgehog in Close terrain, spotted: 12-16, +4 -1 -1, so 25-40;
    # an 8 is [1/2], which is 1/2 here, and the die takes a step on 4 to 6
    note = """
        == Axis ==
        A20.20: Corps HQ (90), It Arty Rgt (8, 29, Prov), It Arty Grp (30, 21), Arty Rgt (Afr-1, Afr-2)
        A20.20: Level 1 Hedgehog
        == Allied ==
        A20.21: Commando Bn (6 Cdo)
        A20.22: Arty Grp (1 M)
        A21.21: Arm Arty Bn (23)      -- Move
    """
    p = guns(note, COMBAT, [4, 4, 3], ground="A20.20: hills")
    told = p.fire("1 M, 23", "A20.20")
    reckoned, shifted, resolved = (only(kind, told) for kind in (BarrageReckoned, BarrageShifted, BarrageResolved))
    assert (reckoned.total, reckoned.heading, reckoned.cost) == ("16", "12-16", 3)
    assert shifts_of(told) == {"8 RE in the hex": 4, "hedgehog": -1, "Close terrain": -1}
    assert (shifted.heading, shifted.spotted, shifted.row) == ("25-40", True, "Close")
    assert (resolved.printed, resolved.result, resolved.half, resolved.steps) == ("[1/2]", "1/2", 3, 0)
    assert resolved.why
    assert all(p.state.units[uid].mode is Mode.DG for uid in p.state.here[p.hex("A20.20")])


@pytest.mark.rule("OCS 10.0")
def test_below_a_strength_of_one_there_is_no_barrage() -> None:
    def silence(state: State) -> State:
        """1 M as a counter without a barrage strength."""
        unit = state.units["br-arty-1m"]
        face = replace(unit.face, barrage=0)
        counter = replace(unit.counter, combat=face, move=face)
        return replace(state, units=state.units.set("br-arty-1m", replace(unit, counter=counter)))

    p = guns(PLAIN, COMBAT, change=silence)
    together = Barrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, units=p.ids("1 FA, 1 M"))
    assert p.rules.check(p.state, together) is None
    p.fire("1 M", "A20.20", no="OCS 10.0")
    p.fire("1 M", "A22.20", no="OCS 10.0")
    # it may take part, but not alone: 1 FA does not reach A22.20, and after 1 M alone there is not enough yet
    assert possible_barrages(p.state, ALLIED) == {p.hex("A20.20"): p.ids("1 FA, 1 M")}
    there = (("target", "A20.20"), ("aim", "units"))
    assert p.offered("barrage", *there, ("unit", p.id("1 M"))) == {p.id("1 FA")}
    assert p.offered("barrage", *there, ("unit", p.id("1 FA"))) == {p.id("1 M"), "enough"}


# --- 10.0e, 7, 11: who fires when


@pytest.mark.rule("OCS 10.0e")
def test_artillery_does_not_fire_in_the_movement_phase() -> None:
    p = guns(PLAIN, "Allied Movement Phase, Barrage Segment")
    p.fire("1 FA", "A20.20", no="OCS 10.0e")
    assert not can_fire(p.state, ALLIED)
    assert "barrage" not in p.legal()


@pytest.mark.rule("OCS 10.0e")
def test_nobody_fires_outside_his_own_barrage_segment() -> None:
    for when in ("Allied Movement Phase", "Allied Combat Phase, Combat Segment"):
        p = guns(PLAIN, when)
        p.fire("1 FA", "A20.20", no="")
        assert not can_fire(p.state, ALLIED)
    p = guns(PLAIN, COMBAT)
    assert can_fire(p.state, ALLIED)
    p.done(Barrage(side=AXIS, target="A20.21", aim=Aim.UNITS, units=(p.id("T-1"),)), no="")
    assert not can_fire(p.state, AXIS)
    assert possible_barrages(p.state, AXIS) == {}


RESERVES = """
    == Axis ==
    A20.22: It Arty Grp (30)          -- released
    A20.22: It Arty Grp (21)          -- Reserve
    A20.22: It Arty Rgt (8)
    A20.22: It Arty Rgt (29)          -- released, DG
    A20.21: March Bn (T-1)
    == Allied ==
    A20.20: Commando Bn (6 Cdo)
    A20.19: Corps HQ (5)
    A19.19: Para Bn (1)               -- Reserve
"""


@pytest.mark.rule("OCS 7", "OCS 10.0e", "OCS 5.7")
def test_in_reaction_only_released_artillery_fires() -> None:
    p = guns(RESERVES, REACTION, [1, 1])
    p.fire("8", "A20.20", no="OCS 7")
    p.fire("21", "A20.20", no="OCS 10.1")
    p.fire("30, 8", "A20.20", no="OCS 7")
    assert p.offered("barrage", ("target", "A20.20"), ("aim", "units")) == set(p.ids("30, 29"))
    # 10 and half of 8
    assert only(BarrageReckoned, p.fire("30, 29", "A20.20")).total == "14"


@pytest.mark.rule("OCS 11", "OCS 10.0e", "OCS 5.7")
def test_in_exploitation_only_released_artillery_fires() -> None:
    p = guns("First player: Axis\n" + dedent(RESERVES), "Axis Exploitation Phase, Barrage Segment", [1, 1])
    p.fire("8", "A20.20", no="OCS 11")
    p.fire("21", "A20.20", no="OCS 10.1")
    assert only(BarrageReckoned, p.fire("30", "A20.20")).total == "10"


@pytest.mark.rule("OCS 10.0e", "OCS 11")
def test_what_fired_in_combat_was_not_released_in_exploitation() -> None:
    p = guns(PLAIN, EXPLOITATION)
    p.fire("1 FA", "A20.20", no="OCS 11")
    assert not can_fire(p.state, ALLIED)


@pytest.mark.rule("OCS 10.0e")
def test_a_unit_fires_once_in_a_phase() -> None:
    p = guns(PLAIN, COMBAT, [1, 1])
    p.fire("1 FA", "A20.20")
    assert set(p.state.memory.fired) == {p.id("1 FA")}
    assert p.labels(p.state.memory.barraged) == {"A20.20"}
    p.fire("1 FA", "A22.20", no="OCS 10.0e")
    p.fire("1 M, 1 FA", "A22.20", no="OCS 10.0e")
    assert p.offered("barrage") == {"A22.20"}


@pytest.mark.rule("OCS 10.0e")
def test_a_hex_is_barraged_once_in_a_phase_whatever_the_target() -> None:
    note = PLAIN.replace("== Allied ==", "Level 2 air bases: A20.20\n    == Allied ==")
    p = guns(note, COMBAT, [1, 1])
    p.fire("1 FA", "A20.20", "units")
    p.fire("1 M", "A20.20", "units", no="OCS 10.0e")
    p.fire("1 M", "A20.20", "air base", no="OCS 10.0e")
    p = guns(note, COMBAT, [1])
    p.fire("1 FA", "A20.20", "air base")
    p.fire("1 M", "A20.20", "units", no="OCS 10.0e")


@pytest.mark.rule("OCS 10.0e")
def test_the_segment_goes_on_when_nobody_is_left_to_fire() -> None:
    p = guns(PLAIN, COMBAT, [1, 1, 1, 1])
    p.fire("1 FA", "A20.20")
    assert p.state.now.title == "Combat Phase, Barrage Segment"
    p.fire("1 M", "A22.20")
    assert p.state.now.title == "Combat Phase, Combat Segment"
    assert len(p.state.memory.fired) == 2, "it is remembered to the end of the phase"
    p.end_segment()
    assert p.state.memory == Memory(), "and ends with it"


# --- 10.1: modes and range


@pytest.mark.rule("OCS 10.1", "OCS 5.7", "OCS 5.8", "OCS 5.10")
@pytest.mark.parametrize(
    ("remark", "found"),
    [
        ("Combat", "14"), ("Move", "7"), ("DG", "7"), ("DG, Move side up", "7/2"), ("OOS", "14"),
        ("OOS, DG", "7"), ("Strat", None), ("Reserve", None), ("Reserve, Move side up", None),
    ],
)  # fmt: skip
def test_what_artillery_fires_in_its_modes(remark: str, found: str | None) -> None:
    note = f"""
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.22: Arty Grp (1 FA)       -- {remark}
    """
    p = guns(note, COMBAT, [1, 1])
    if found is None:
        p.fire("1 FA", "A20.20", no="OCS 10.1")
        assert not can_fire(p.state, ALLIED)
    else:
        assert only(BarrageReckoned, p.fire("1 FA", "A20.20")).total == found


@pytest.mark.rule("OCS 10.1")
def test_the_range_is_counted_in_hexes_over_anything_in_any_weather() -> None:
    note = """
        == Axis ==
        A20.20: March Bn (T-1)
        == Allied ==
        A20.21: Commando Bn (6 Cdo)
        A20.22: Arty Grp (1 FA)
        A20.23: Arty Grp (1 M)
        A20.24: Arty Grp (5 M)
        A20.17: Arty Grp (5 FA)
    """
    p = guns(
        note, COMBAT, [1, 1], ground="A20.21: mountain\nA20.20 | A20.21: major_river",
        change=lambda state: replace(state, weather=Weather.NO_FLIGHT),
    )  # fmt: skip
    # along the column: 1 FA is 2 hexes away and 1 M 3, just what they reach; 5 M and 5 FA stand one hex too far
    p.fire("5 M", "A20.20", no="OCS 10.1")
    p.fire("1 FA, 5 FA", "A20.20", no="OCS 10.1")
    assert set(possible_barrages(p.state, ALLIED)[p.hex("A20.20")]) == set(p.ids("1 FA, 1 M"))
    p.fire("1 FA, 1 M", "A20.20")


@pytest.mark.rule("OCS 10.1")
def test_only_artillery_of_the_own_side_on_the_map_fires() -> None:
    note = PLAIN + "    Algiers: Arty Grp (5 M)\n"
    p = guns(note, COMBAT)
    p.fire("6 Cdo", "A20.20", no="OCS 10.1")
    p.fire("T-2", "A20.20", no="OCS 10.0")
    p.fire("5 M", "A20.20", no="OCS 10.0")
    p.done(Barrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, units=("nobody",)), no="OCS 10.0")
    p.done(Barrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, units=()), no="")
    p.fire("1 FA, 1 FA", "A20.20", no="")
    p.fire("1 FA", "Z20.20", no="")


# --- 10.0c, 10.0d: what may be announced


@pytest.mark.rule("OCS 10.0d", "OCS 10.0c")
def test_what_is_announced_must_be_there() -> None:
    p = guns(PLAIN, COMBAT)
    p.fire("1 FA", "A20.20", "air base", no="OCS 10.0d")
    p.fire("1 FA", "A20.20", "port", no="OCS 10.0d")
    p.fire("1 FA", "A21.21", no="OCS 10.0d")
    p.fire("1 FA", "A20.21", no="OCS 10.0d")  # the own units
    p.fire("1 FA", "A20.22", no="OCS 10.1")  # the own hex is not in range at all
    assert p.offered("barrage", ("target", "A20.20")) == {"units"}
    for aim, told in ((Aim.UNITS, "A20.21 holds no enemy combat units"), (Aim.PORT, "A20.21 holds no enemy port")):
        no = aim_refusal(p.state, p.side, p.hex("A20.21"), aim)
        assert no is not None and no.sentence == told


@pytest.mark.rule("OCS 10.0d", "OCS 10.0c")
def test_dumps_transport_and_hedgehogs_are_no_targets() -> None:
    def lay(state: State) -> State:
        hex_ = state.world.place("A20.20")
        return replace(
            state,
            dumps=state.dumps.set(hex_, Dump(AXIS, 8)),
            transport=state.transport.set("axis-truck-1", Transport("truck", AXIS, hex_, 4, 0)),
            hedgehogs=state.hedgehogs.set(hex_, Work(AXIS, 1)),
        )

    p = guns("== Allied ==\nA20.22: Arty Grp (1 FA)", COMBAT, change=lay)
    p.fire("1 FA", "A20.20", no="OCS 10.0d")
    assert possible_barrages(p.state, ALLIED) == {}
    for aim in ("dump", "transport", "hedgehog"):
        with pytest.raises(ValidationError):
            Barrage(side=ALLIED, target="A20.20", aim=aim, units=(p.id("1 FA"),))  # type: ignore[arg-type]


@pytest.mark.rule("OCS 10.0d")
def test_a_barrage_of_units_leaves_the_rest_of_the_hex_alone() -> None:
    def lay(state: State) -> State:
        hex_ = state.world.place("A20.20")
        return replace(
            state,
            dumps=state.dumps.set(hex_, Dump(AXIS, 8)),
            transport=state.transport.set("axis-truck-1", Transport("truck", AXIS, hex_, 4, 4)),
            hedgehogs=state.hedgehogs.set(hex_, Work(AXIS, 1)),
            bases=state.bases.set(hex_, Work(AXIS, 2)),
            ports=state.ports.set(hex_, Work(AXIS)),
        )

    p = guns(PLAIN, COMBAT, [6, 6, 6], change=lay)
    before = p.state
    p.fire("1 FA, 1 M", "A20.20")
    assert p.where("T-1") == "dead"
    for part in ("dumps", "transport", "hedgehogs", "bases", "ports"):
        assert getattr(p.state, part) == getattr(before, part)


# --- 10.1b: supply


@pytest.mark.rule("OCS 10.1b")
def test_artillery_that_nobody_pays_for_does_not_fire() -> None:
    p = guns(PLAIN, COMBAT, supplied=False)
    p.fire("1 FA", "A20.20", no="OCS 10.1b")
    assert not can_fire(p.state, ALLIED)
    assert "barrage" not in p.legal()
    assert possible_barrages(p.state, ALLIED) == {}
    assert p.state.memory.fired == Memory().fired, "not counted as fired"


# --- forms and queries


def forms(p: Guns, filled: tuple[Answer, ...] = ()) -> Iterator[Barrage]:
    """Every barrage that the form can be filled in to give."""
    blank = p.rules.blank(p.state, p.side, "barrage", filled)
    if blank is None:
        command = p.rules.fill(p.side, "barrage", filled)
        assert isinstance(command, Barrage)
        yield command
        return
    assert blank.values, "no blank is without a value"
    for value in blank.values:
        yield from forms(p, (*filled, (blank.name, value)))


def meaning(command: Barrage) -> tuple[str, str, tuple[str, ...]]:
    """A barrage without regard to the order of its units."""
    return command.target, command.aim, tuple(sorted(command.units))


def with_base(state: State) -> State:
    """An air base of Level 2 and a port where the first battalion is."""
    hex_ = state.world.place("A20.20")
    return replace(state, bases=state.bases.set(hex_, Work(AXIS, 2)), ports=state.ports.set(hex_, Work(AXIS)))


@pytest.mark.rule("OCS 10.0", "OCS 10.0d", "OCS 10.0e", "OCS 10.1")
@pytest.mark.parametrize(
    ("note", "when"), [(PLAIN, COMBAT), (RESERVES, REACTION), (RESERVES, "Axis Exploitation Phase, Barrage Segment")]
)
@pytest.mark.parametrize("change", [lambda state: state, with_base])
def test_forms_give_just_the_barrages_that_the_rules_accept(
    note: str, when: str, change: Callable[[State], State]
) -> None:
    p = guns(note, when, change=change)
    filled = list(forms(p))
    assert filled
    assert all(p.rules.check(p.state, each) is None for each in filled)
    groups = [group for size in (1, 2, 3) for group in combinations(p.state.roster, size)]
    hexes = ("A20.19", "A19.19", "A20.20", "A20.21", "A20.22", "A22.20", "A21.20", "A30.20")
    thought = (
        Barrage(side=p.side, target=target, aim=aim, units=group)
        for target in hexes for aim in Aim for group in groups
    )  # fmt: skip
    accepted = {meaning(each) for each in thought if p.rules.check(p.state, each) is None}
    assert {meaning(each) for each in filled} == accepted


@pytest.mark.rule("OCS 10.0", "OCS 10.1")
def test_possible_barrages_name_all_that_reaches_each_target() -> None:
    p = guns(PLAIN, COMBAT, [1, 1])
    found = possible_barrages(p.state, ALLIED)
    # A22.20 is 3 hexes from A20.22, in range of 1 M alone
    assert found == {p.hex("A20.20"): p.ids("1 FA, 1 M"), p.hex("A22.20"): p.ids("1 M")}
    assert list(found) == sorted(found)
    p.fire("1 M", "A20.20")
    assert possible_barrages(p.state, ALLIED) == {}
    assert not can_fire(p.state, ALLIED)
