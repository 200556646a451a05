"""`python3 run.py fuzz`: games at random with all checks, until there are enough or one is at fault."""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache

from ocs_engine.kernel.dice import SeededDice
from ocs_engine.kernel.session import Game
from ocs_engine.tunisia.game import rules_for
from ocs_engine.world.options import OPTIONS, at_odds
from ocs_engine.world.world import World, load_world, scenario_files
from tests.positions import set_up_done
from tests.series.test_whole_games import Watch, play

LINES_OF_A_FAULT = 12


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game: how many commands and events there were, and the fault that ended it, if any."""

    seed: int
    title: str
    acts: int = 0
    events: int = 0
    fault: str = ""


@cache
def world(name: str) -> World:
    """One World a scenario."""
    return load_world(name)


def one_game(seed: int, acts: int) -> Played:
    """A game at random of the scenario, the options and the turn that the seed draws."""
    chance = random.Random(seed)
    name = sorted(file.stem for file in scenario_files())[seed % len(scenario_files())]
    options = sorted(chance.sample(OPTIONS, chance.choice((0, 0, 1, 3))))
    while at_odds(options):
        options = sorted(chance.sample(OPTIONS, 3))
    rules = rules_for(world(name), (*world(name).scenario.options, *options))
    start = replace(set_up_done(rules), world=rules.world)
    scenario = start.world.scenario
    turn = chance.randint(scenario.first_turn, scenario.last_turn)
    title = f"{name}, turn {turn}" + "".join(f", {option}" for option in options)
    game = Game(rules, replace(start, turn=turn), SeededDice(seed))
    watch = Watch()
    try:
        game.begin()
        done = play(game, seed, acts, watch)
    except Exception:  # a fault of any kind is what we are after, and it is told
        told = "".join(traceback.format_exc().splitlines(keepends=True)[-LINES_OF_A_FAULT:])
        return Played(seed, title, len(game.entries), watch.seen.total(), told)
    return Played(seed, title, done, watch.seen.total())


def main(words: list[str]) -> int:
    """Play the games that the words ask for; 0 where none is at fault, else 1."""
    parser = argparse.ArgumentParser(prog="run.py fuzz", description="Games at random, with all checks.")
    parser.add_argument("--games", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first game")
    parser.add_argument("--acts", type=int, default=400, metavar="N", help="commands of a game")
    parser.add_argument("--minutes", type=float, default=0, metavar="N", help="begin no game after so many")
    asked = parser.parse_args(words)
    until = time.monotonic() + asked.minutes * 60 if asked.minutes else None
    games = acts = events = faults = 0
    with ProcessPoolExecutor(max_workers=2) as pool:
        for first in range(asked.seed, asked.seed + asked.games, 2):
            if until is not None and time.monotonic() > until:
                break
            seeds = range(first, min(first + 2, asked.seed + asked.games))
            for played in pool.map(one_game, seeds, [asked.acts] * len(seeds)):
                games, acts, events = games + 1, acts + played.acts, events + played.events
                if played.fault:
                    faults += 1
                    print(f"seed {played.seed} ({played.title}), act {played.acts}:\n{played.fault}", flush=True)
    print(f"{games} games, {acts} commands, {events} events, {faults} at fault")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
