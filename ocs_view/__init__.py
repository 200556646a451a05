"""Pictures of a game: map, counters and scenes drawn with pygame, with or without a window.

Importing this package keeps pygame's greeting off standard output, which belongs to data.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def without_window() -> None:
    """Let pygame work where there is no screen; call it before anything that opens a display.

    Drawing on surfaces alone needs no display at all, so pictures can be made without this call too.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
