"""Whole games of nonsense: whatever forms offer is done, and after every event the table is in order."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.messages import Event, FrameClosed
from ocs_engine.kernel.ruleset import ENOUGH, Answer
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.general import attack_capable, enemy_units, in_enemy_zoc, overstacked
from ocs_engine.series.modes import movement_allowance, reserve_hexes
from ocs_engine.state.air_events import MissionFlown
from ocs_engine.state.barrage_events import BarrageReckoned
from ocs_engine.state.events import SlotEntered, StackMoved, UnitsFinished
from ocs_engine.state.fight_events import CombatReckoned, OptionTaken, UnitsRetreated
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.tunisia.game import new_game, rules_for
from ocs_engine.world.counters import Side
from ocs_engine.world.world import load_world
from tests.positions import check_events, position, set_up_done

RACE = load_world("race-for-tunis")


LIKELY = {
    "end segment": 1, "top": 1, "attack": 20, "barrage": 20, "overrun": 20, "begin drive": 1, "drive": 1, "combine": 1,
    "split": 1,
}  # fmt: skip
"""How likely some kinds of command are given; any other is 6."""


def play(game: Game[State], seed: int, acts: int, watch: Watch | None = None) -> int:
    """Up to so many acts of both sides, each any form that is offered, filled at random; how many there were."""
    chance = random.Random(seed)
    watch = watch or Watch()
    done = 0
    while game.state.verdict is None and done < acts:
        pending = game.pending()
        side = pending.side if pending else game.state.now.acts
        assert side is not None, f"nobody can go on at {game.state.now}"
        kinds = game.rules.legal(game.state, side)
        assert kinds, f"the {side} is asked and has nothing to say"
        weights = [LIKELY.get(kind, 6) for kind in kinds]
        kind = chance.choices(kinds, weights)[0]
        command = game.rules.fill(side, kind, fill(game, side, kind, chance))
        before = game.state
        outcome = game.submit(command)
        assert isinstance(outcome, Entry), f"{command} came from a form and was refused: {outcome}"
        check_events(game.rules, before, outcome.events)
        check_rules(game, before, outcome.events)
        watch.look(game, before, outcome.events)
        check_control(game.state)
        done += 1
    return done


def fill(game: Game[State], side: str, kind: str, chance: random.Random) -> list[Answer]:
    """A form filled at random, ended sooner or later."""
    filled: list[Answer] = []
    while (blank := game.rules.blank(game.state, side, kind, filled)) is not None:
        assert blank.values, f"{kind} has a blank {blank.name} without values after {filled}"
        enough = ENOUGH in blank.values and (len(filled) > 8 or chance.random() < 0.2)
        filled.append((blank.name, ENOUGH if enough else chance.choice(blank.values)))
    return filled


def check_rules(game: Game[State], state: State, events: tuple[Event, ...]) -> None:
    """Stacking at the end of segments, markers, zones, MP: what must hold from event to event."""
    for event in events:
        after = game.rules.apply(state, event)
        if isinstance(event, SlotEntered) and state.slot >= 0:
            left = state.now
            if left.phase is not Phase.REINFORCEMENT and left.segment is not Segment.BREAKOUT:
                assert overstacked(state) == [], left
        if isinstance(event, StackMoved):
            check_step(after, event)
        for side in Side:
            assert len(reserve_hexes(after, side)) <= after.reserve_markers[side]
        if isinstance(event, UnitsFinished):
            assert set(event.units) <= set(after.memory.done)
        state = after


def check_step(state: State, event: StackMoved) -> None:
    """A step keeps clear of enemies and pays no more than there is."""
    hex_ = state.world.place(event.to)
    for uid in event.cost:
        unit = state.units[uid]
        assert not enemy_units(state, unit.side, hex_)
        assert state.memory.spent[uid] <= movement_allowance(state, uid)
        assert unit.marker is not Mode.STRAT or not in_enemy_zoc(state, unit.side, hex_)


@dataclass
class Watch:
    """Looks on at fights, counts what happens in them, and knows by its own book what may not happen twice.

    fought, stormed, struck, fired: units and hexes in regular attacks of this segment, hexes under and artillery in
    barrages of this phase. asked: hexes that the option in hand asks of a retreat. left: where retreating units began.
    """

    seen: Counter[str] = field(default_factory=Counter)
    fought: set[str] = field(default_factory=set)
    stormed: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)
    asked: int = 0
    left: dict[str, int] = field(default_factory=dict)

    def look(self, game: Game[State], state: State, events: tuple[Event, ...]) -> None:
        """Look at what a command brought about."""
        for event in events:
            after = game.rules.apply(state, event)
            self.seen[event.kind] += 1
            match event:
                case SlotEntered():
                    self._enter(state, after)
                case CombatReckoned(overrun=True):
                    self.seen["overrun"] += 1
                case CombatReckoned(target=target, attack=told):
                    units = {each.unit for each in told}
                    assert not units & self.fought, "a unit attacks twice in a segment"
                    assert target not in self.stormed, "a hex is attacked twice in a segment"
                    self.fought |= units
                    self.stormed.add(target)
                case MissionFlown(hex=target, counts=True):
                    assert target not in self.struck, "a hex is barraged twice in a phase"
                    self.struck.add(target)
                case BarrageReckoned(target=target, fire=told, source="artillery"):
                    guns = {each.unit for each in told}
                    assert not guns & self.fired, "artillery fires twice in a phase"
                    assert target not in self.struck, "a hex is barraged twice in a phase"
                    self.fired |= guns
                    self.struck.add(target)
                case OptionTaken(hexes=hexes):
                    self._at_their_distance(state)
                    self.asked = hexes
                case UnitsRetreated(units=units):
                    for uid in units:
                        self.left.setdefault(uid, state.units[uid].place)
                case FrameClosed() if isinstance(state.top_frame, CombatFrame):
                    self._at_their_distance(state)
            state = after

    def _enter(self, state: State, after: State) -> None:
        self.fought, self.stormed = set(), set()
        if state.slot < 0 or (state.turn, state.now.phase, state.now.acts) != (
            after.turn, after.now.phase, after.now.acts,
        ):  # fmt: skip
            self.struck, self.fired = set(), set()

    def _at_their_distance(self, state: State) -> None:
        """Whoever retreated and lives is as far from where he began as the option asked (OCS 9.12)."""
        for uid, start in self.left.items():
            if (place := state.units[uid].place) >= 0:
                self.seen["retreat that ended"] += 1
                assert state.world.atlas.grid.distance(start, place) == self.asked, uid
        self.left = {}


def check_control(state: State) -> None:
    """Where an Attack-Capable unit stands, its side has control (T2 5.0)."""
    for uid, unit in state.in_order():
        if 0 <= unit.place < RACE.atlas.grid.size and attack_capable(unit):
            assert state.control.get(unit.place) is unit.side, uid


@pytest.mark.rule("OCS 2.2", "OCS 4.8a", "OCS 6.1")
@pytest.mark.parametrize("seed", range(4))
def test_the_race_played_at_random(seed: int) -> None:
    assert play(new_game(RACE, seed=seed), seed, 250) == 250


@pytest.mark.rule("OCS 2.2", "T2 6.1")
def test_a_game_at_random_comes_to_its_end() -> None:
    rules = rules_for(RACE)
    late = replace(set_up_done(rules), turn=13)
    game = Game(rules, late, SeededDice(11))
    game.begin()
    play(game, 11, 3000)
    assert game.state.verdict is not None
    assert game.state.turn == 14


# Crowded and quick: everybody in reach of everybody, few markers, hexes that overflow, disorder and exploitation.
MELEE = """
    == Axis ==
    Reserve markers: 1
    A20.22: LW Para Bn (I-5), March Bn (T-1, T-2)   -- Reserve
    A21.23: LW Para Rgt (Baren), LW Para Eng Bn (Witzig)
    A19.22: It Marine Bn (Bafile)                   -- DG
    A22.22: Corps HQ (90), It AG Bn (557)
    == Allied ==
    Reserve markers: 2
    A20.20: 78 Inf Div (11 Inf, 36 Inf, 1 Gds Inf, Arty), Fr Pol Bde (Schw, Morl, Regn), Fr Mech Rgt (Coutx),
      Fr Mixed Rgt (Sahel), Fr Inf Rgt (4 Tun)
    A21.20: Commando Bn (6 Cdo), Para Bn (3)        -- Move
    A19.20: 6 Arm Div (17/21 L Arm, 1 Derby AC)     -- Reserve, Move side up
    A20.19: Corps HQ (5), 1x Pax, 2x Eq
"""
GROUND = "all: sea\n" + "\n".join(
    f"A{column}.{row}: {terrain}"
    for column, terrains in ((19, "open hills open rough open"), (20, "open open open hills open"),
                             (21, "hills open rough open open"), (22, "open mountain open open marsh"))
    for row, terrain in enumerate(terrains.split(), start=19)
) + "\nA20.20 - A20.21 - A20.22: primary\nA20.20 | A21.20: minor_river"  # fmt: skip


@pytest.mark.rule("OCS 4.8a", "OCS 5.4a", "OCS 4.5b")
@pytest.mark.parametrize("seed", range(6))
def test_a_crowded_corner_played_at_random(seed: int) -> None:
    p = position(MELEE, ground=GROUND, dice=SeededDice(seed))
    play(p.game, seed, 200)


@pytest.mark.rule("OCS 5.7", "OCS 5.9")
@pytest.mark.parametrize("when", ["Axis Reaction Phase", "Allied Exploitation Phase"])
def test_reserves_and_exploitation_played_at_random(when: str) -> None:
    p = position(MELEE.replace("-- DG", "-- Exploit"), when, ground=GROUND, dice=SeededDice(1))
    play(p.game, 1, 120)


# The same with everything there that can be taken, fired at or run over, and nobody to watch it.
BAZAAR = """
    == Axis ==
    Reserve markers: 1
    A20.22: LW Para Bn (I-5), March Bn (T-1, T-2), Superga It Assault Div (5 Arty)
    A21.23: LW Para Rgt (Baren), LW Para Eng Bn (Witzig), Pz Bn (190)
    A19.22: It Marine Bn (Bafile), Level 1 hedgehog
    A22.22: Corps HQ (90), It AG Bn (557)
    A21.22: 2 SP, 1x Charcoal Truck Point (F)
    A21.21: 2x Truck Points, 1 SP
    A22.21: Level 1 hedgehog, 2x Mule Points
    Level 1 air bases: A21.22, A22.21, A21.21, A22.23
    Air strips: A19.21
    Aircraft: Bf.109G, Ju.87#
    == Allied ==
    Reserve markers: 2
    A20.20: 78 Inf Div (11 Inf, 36 Inf, Arty), Fr Pol Bde (Schw, Morl, Regn), Fr Mech Rgt (Coutx)
    A21.20: Commando Bn (6 Cdo), Para Bn (3)
    A19.20: 6 Arm Div (17/21 L Arm, 1 Derby AC)
    A20.19: Corps HQ (5), 3 SP, 1x Truck Point (F)
    Level 2 air bases: A20.19
"""
FIGHTS = (
    "combat reckoned", "overrun", "barrage reckoned", "units retreated", "retreat that ended", "units advanced",
    "step lost", "units disordered", "exploit won", "dump captured", "transport rolled", "transport displaced",
    "base captured",
)  # fmt: skip
"""What must come about at least once in some games of it: kinds of events, and what the watch counts by itself."""


@pytest.mark.rule("OCS 8.1", "OCS 9.1c", "OCS 9.12", "OCS 10.0e")
def test_fights_at_random_keep_to_the_rules() -> None:
    """No unit attacks twice in a segment, no hex is attacked twice; retreats end at their distance."""
    watch = Watch()
    for seed in range(18):
        p = position(BAZAAR, ground=GROUND, dice=SeededDice(seed))
        play(p.game, seed, 200, watch)
    assert {kind for kind in FIGHTS if not watch.seen[kind]} == set()
