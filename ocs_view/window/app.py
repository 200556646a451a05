"""The loop of the window: open it, hand events to the viewer, draw, until one leaves."""

from __future__ import annotations

import pygame

from ocs_view.reel import Reel
from ocs_view.window.viewer import Viewer

FRAMES = 60
"""Pictures a second at most."""


def run(reel: Reel, size: tuple[int, int] = (1440, 900), scale: float = 1.0, colours: str = "printed",
        frames: int | None = None) -> int:
    """Show a reel in a window until it is closed; how many pictures were drawn.

    frames: leave after so many pictures, for a trial run. Raises pygame.error where no window can be opened.
    """
    pygame.display.init()
    pygame.key.set_repeat(320, 45)
    title = reel.start.world.scenario.title
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.display.set_caption(title)
    viewer = Viewer(reel, screen.get_size(), scale, colours)
    clock, count, full = pygame.time.Clock(), 0, False
    try:
        while not viewer.quitting and (frames is None or count < frames):
            seconds = clock.tick(FRAMES) / 1000
            for event in pygame.event.get():
                viewer.handle(event)
            if viewer.wants_full is not full:
                full = viewer.wants_full
                flag = pygame.FULLSCREEN if full else pygame.RESIZABLE
                screen = pygame.display.set_mode((0, 0) if full else size, flag)
                viewer.resize(screen.get_size())
            viewer.tick(seconds)
            viewer.draw(pygame.display.get_surface() or screen)
            pygame.display.flip()
            count += 1
    finally:
        viewer.close()
        pygame.display.quit()
    return count
