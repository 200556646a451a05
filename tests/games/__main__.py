"""`python3 run.py games [--renew] [NAME ...]`: prove the kept games, or play them again."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.games.kept import KeptGame, kept_games, told


def main(words: list[str]) -> int:
    """Prove all games, or those named; with --renew play them anew first. 0 where all is well, else 1 or 2."""
    renew = "--renew" in words
    names = [word for word in words if word != "--renew"]
    games = {game.name: game for game in kept_games()}
    if strange := [name for name in names if name not in games]:
        print(f"there is no kept game {', '.join(strange)}; they are {', '.join(games)}", file=sys.stderr)
        return 2
    chosen = [game for name, game in games.items() if name in names or not names]
    work = _renewed if renew else _proved
    with ProcessPoolExecutor(max_workers=2) as pool:
        lines = list(pool.map(work, chosen))
    print("\n".join(text for _, text in lines))
    return 0 if all(good for good, _ in lines) else 1


def _renewed(game: KeptGame) -> tuple[bool, str]:
    game.play()
    return _proved(game)


def _proved(game: KeptGame) -> tuple[bool, str]:
    began = time.process_time()
    try:
        verdict = told(game.verify().verdict)
    except (OSError, ValueError) as error:
        return False, f"{game.name}: {error}"
    return True, f"{game.name}: {verdict}, proved in {time.process_time() - began:.0f} s"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
