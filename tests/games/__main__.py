"""`python3 run.py games [--renew] [--books] [NAME ...]`: prove the kept games, or play them again; tell their books."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from tests.games.books import books
from tests.games.kept import KeptGame, kept_games, told


def main(words: list[str]) -> int:
    """Prove all games, or those named; with --renew play them anew first. 0 where all is well, else 1 or 2.

    A game is proved where every command is decided again as the log has it, where the game came to a verdict, and where
    its books are in order; --books prints them.
    """
    renew, tell = "--renew" in words, "--books" in words
    names = [word for word in words if word not in ("--renew", "--books")]
    games = {game.name: game for game in kept_games()}
    if strange := [name for name in names if name not in games]:
        print(f"there is no kept game {', '.join(strange)}; they are {', '.join(games)}", file=sys.stderr)
        return 2
    chosen = [game for name, game in games.items() if name in names or not names]
    with ProcessPoolExecutor(max_workers=2) as pool:
        proofs = list(pool.map(_renewed if renew else _proved, chosen))
    for proof in proofs:
        print("\n  ".join([proof.told, *(proof.books if tell else ())]))
    return 0 if all(proof.good for proof in proofs) else 1


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of a game in a line, whether it is in order, and the lines of its books."""

    told: str
    good: bool
    books: tuple[str, ...] = ()


def _renewed(game: KeptGame) -> Proof:
    game.play()
    return _proved(game)


def _proved(game: KeptGame) -> Proof:
    began = time.process_time()
    try:
        verdict = told(game.verify().verdict)
        kept = books(game.replay())
    except (OSError, ValueError) as error:
        return Proof(f"{game.name}: {error}", good=False)
    return Proof(f"{game.name}: {verdict}, proved in {time.process_time() - began:.0f} s", True, tuple(kept.lines()))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
