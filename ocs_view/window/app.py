"""The loop of the window: open it, hand events to the viewer, draw, until one leaves."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ocs_view.reel import Reel
from ocs_view.window.viewer import Viewer

FRAMES = 60
"""Pictures a second at most."""


class ActionError(ValueError):
    """An action that the viewer does not know, and those that it knows."""

    def __init__(self, action: str, known: Sequence[str]) -> None:
        super().__init__(f"the viewer has no action {action!r}")
        self.action, self.known = action, tuple(known)


def portrait(reel: Reel, size: tuple[int, int], scale: float, colours: str, actions: Sequence[str]) -> pygame.Surface:
    """The window as a picture, no screen needed, after some actions by name; "jump" and "point" with what follows.

    Raises ActionError for one that there is not, and GridError for a hex to point at that there is not.
    """
    pygame.display.init()
    pygame.display.set_mode(size)
    viewer = Viewer(reel, size, scale, colours, threaded=False)
    try:
        for action in actions:
            word, _, rest = action.partition(" ")
            if word == "jump":
                viewer.jump(rest)
            elif word == "point":
                viewer.point_at(reel.start.world.atlas.grid.hex(rest))
            elif action in viewer.named:
                viewer.do(action)
            else:
                raise ActionError(action, viewer.named)
        surface = pygame.Surface(size, 0, 32)
        for _ in range(2):                             # the widgets show in the second what they were told in the first
            viewer.tick(1.0)
            viewer.draw(surface)
        return surface
    finally:
        viewer.close()
        pygame.display.quit()


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
