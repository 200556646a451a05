"""A moving picture of a whole game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_engine.tunisia.game import open_log
from ocs_view.film import shots
from ocs_view.reel import Reel
from tests.view.conftest import pixels


def test_a_moving_picture_moves_and_ends_as_the_game_did(tmp_path: Path) -> None:
    """Its frames hold only what changed, so the last shows whether all of them fit together; and it stays small."""
    log, path = tmp_path / "game.ocslog", tmp_path / "game.gif"
    assert run(["play", "race-for-tunis", "--seed", "7", "--json", "--log", str(log)]) == ExitCode.FINE
    assert run(["replay", str(log), "--gif", str(path), "--width", "320"]) == ExitCode.FINE
    for last in shots(Reel(open_log(log)), 320):
        wanted = pixels(last.picture)
    with Image.open(path) as picture:
        assert picture.n_frames > 30                            # type: ignore[attr-defined]
        first = picture.convert("RGB").tobytes()
        picture.seek(picture.n_frames - 1)                      # type: ignore[attr-defined]
        last_frame = picture.convert("RGB")
        assert last_frame.tobytes() != first
        assert np.abs(np.asarray(last_frame).astype(np.int64) - wanted).mean() < 8
        assert path.stat().st_size < picture.n_frames * 4000    # type: ignore[attr-defined]
