"""A log of air commands alone: a small scenario, and a script that plays one turn of its air war by fixed dice.

    game = play(folder)      # writes folder/air-alone.ocs and folder/air-alone.ocslog

What the script does not say is answered by `ANSWERS`: whom the enemy sends, who aborts, where planes land.
"""

from __future__ import annotations

from pathlib import Path

from ocs_engine.kernel.messages import Command
from ocs_engine.kernel.ruleset import Answer
from ocs_engine.kernel.session import Entry, Game
from ocs_engine.series.air.air_barrage import AirBarrage
from ocs_engine.series.air.airlift import AirTransport
from ocs_engine.series.air.drop import AirDrop
from ocs_engine.series.air.loads import Profile
from ocs_engine.series.air.plans import PlanDrop
from ocs_engine.series.air.refit import Refit
from ocs_engine.series.air.sweep import Sweep
from ocs_engine.series.air.transfer import Transfer
from ocs_engine.series.commands import EndSegment
from ocs_engine.series.firing import Aim
from ocs_engine.state.model import State
from ocs_engine.state.slots import Phase, Segment
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED
from ocs_engine.world.world import load_world

NAME = "air-alone"
SEED = 4
"""Of dice that give a first turn to fly in."""
SCENARIO = """\
Scenario 91: The air alone [R]
Turns: 15 Nov 1942 to 22 Nov 1942
Maps: A
Off-map boxes: Algiers, Sicily
Set-up order: Axis, Allied
First player: Allied
Axis ports: Bizerte, Tunis
Not in use: Sea Cap
Victory: the Allies occupy Tunis A48.24 by 22 Nov 1942; otherwise the Axis

== Axis ==
A48.24: March Bn (T-1)
A41.28: March Bn (T-2)
Level 2 air bases: A48.25
Level 1 air bases: A41.28
Aircraft (A48.25): 2x Bf.109G
Aircraft (A41.28): Ju.87
Aircraft: Ju.52

== Allied ==
A30.26: Commando Bn (6 Cdo), 2 SP
A17.25: Para Bn (3), 2 SP
Level 2 air bases: A30.26
Level 2 air bases: A17.25
Aircraft (A30.26): 2x US Spit.V, US A-20, US P-40
Aircraft (A17.25): 3x US C-47#
"""

ALLIED = Side.ALLIED
B, C = Profile.NEAR, Profile.DOUBLE
REFIT = (
    Refit(side=ALLIED, base="A17.25", planes=("us-c-47-1", "us-c-47-2", "us-c-47-3")),
    PlanDrop(side=ALLIED, unit="br-para-3", hex="A36.24", turn=3),
)
MOVEMENT = (
    Sweep(side=ALLIED, hex="A48.25", planes=("us-spitv-1",)),
    AirTransport(side=ALLIED, start="A17.25", to="A30.26", planes=("us-c-47-1",), profiles=(C,), tokens=2),
    AirDrop(side=ALLIED, start="A17.25", to="A35.24", planes=("us-c-47-2",), profiles=(B,), tokens=1),
    Transfer(side=ALLIED, base="A17.25", planes=("us-p-40-1",)),
)
BARRAGE = (AirBarrage(side=ALLIED, target="A41.28", aim=Aim.AIR_BASE, planes=("us-a-20-1", "us-spitv-2")),)
REACTION = (Transfer(side=Side.AXIS, base="A48.25", planes=("ger-ju52-1",)),)
SCRIPT: tuple[tuple[Phase, Segment, tuple[Command, ...]], ...] = (
    (Phase.REFIT, Segment.NONE, REFIT),
    (Phase.MOVEMENT, Segment.MOVEMENT, MOVEMENT),
    (Phase.MOVEMENT, Segment.BARRAGE, BARRAGE),
    (Phase.REACTION, Segment.MOVEMENT, REACTION),
)
"""What is done in the first turn, segment by segment; segments between them are ended."""
ANSWERS = {"intercept": -1}
"""Which of the values offered answers a question: the last for an interceptor, the first for all others."""


def play(folder: Path) -> Game[State]:
    """The game of the script, which it leaves as a log in a folder."""
    path = folder / f"{NAME}.ocs"
    path.write_text(SCENARIO, encoding="utf-8")
    game = new_game(load_world(path), SEED, folder / f"{NAME}.ocslog", options=(EVERYONE_SUPPLIED,))
    for phase, segment, commands in SCRIPT:
        while (game.state.now.phase, game.state.now.segment) != (phase, segment):
            assert game.state.now.acts is not None
            act(game, EndSegment(side=game.state.now.acts))
        for command in commands:
            act(game, command)
    return game


def act(game: Game[State], command: Command) -> None:
    """A command, and an answer to each question that it brings about."""
    outcome = game.submit(command)
    assert isinstance(outcome, Entry), (command, outcome)
    while (pending := game.pending()) is not None:
        kind, filled = pending.kinds[0], list[Answer]()
        while (blank := game.rules.blank(game.state, pending.side, kind, filled)) is not None:
            filled.append((blank.name, blank.values[ANSWERS.get(kind, 0)]))
        outcome = game.submit(game.rules.fill(pending.side, kind, filled))
        assert isinstance(outcome, Entry), (kind, filled, outcome)
