"""The viewer: a board with its bars and panels, told what to do by name. A window, a test or a script may drive it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pygame_gui

from ocs_engine.grid import OFF_MAP, GridError, Hex
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side
from ocs_view import inquiry, palette
from ocs_view.board import Board
from ocs_view.listing import Item, Listing
from ocs_view.minimap import Minimap
from ocs_view.overlays import Laid, Look, overlays
from ocs_view.pieces import Stack
from ocs_view.reel import BY, Reel
from ocs_view.table import stacks_of
from ocs_view.trays import Trays
from ocs_view.window import help as help_screen
from ocs_view.window import keys, tooltip
from ocs_view.window.bars import draw_top, draw_track, turn_cells
from ocs_view.window.controls import TABS, Controls
from ocs_view.window.playback import SPEEDS, Playback

_REST = 0.12
"""Seconds without a zoom after which the picture is drawn crisp."""
_PAN = 110
"""Pixels that a key pans."""


class Viewer:
    """Everything that one sees and can do. `handle` takes events, `tick` time, `draw` gives the picture."""

    def __init__(self, reel: Reel, size: tuple[int, int], scale: float = 1.0, colours: str = "printed",
                 threaded: bool = True) -> None:
        """scale: of words and buttons. colours: a palette's name. threaded: the map is drawn in the background."""
        palette.use(colours)
        self.colours, self.scale, self.size = colours, scale, size
        self.time = Playback(reel)
        self.panel_shown, self.minimap_shown, self.helping, self.bare = True, True, False, False
        self.tab, self.note, self.quitting, self.wants_full = "Story", "", False, False
        self.on: list[str] = []
        self.side: Side | None = None
        self.unit, self.chosen, self.pointed = "", None, None
        self.pointer = (0, 0)
        self._shown: object = None
        self._laid_for: object = None
        self._resting, self._dragging, self._dragged = 1.0, False, False
        self._lists, self._trays = {name: Listing(13 * scale) for name in TABS}, Trays(13 * scale)
        self._fan: list[tuple[str, pygame.Rect]] = []
        self._lay_out()
        self.board = Board(reel.start.world, self._room.width, self._room.height, threaded)
        self._make_minimap()
        self._actions = self._named()
        self._keys = keys.actions()
        self._refresh()

    unit: str
    chosen: Hex | None
    pointed: Hex | None

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.time.reel.moments[self.time.at].state

    @property
    def eyes(self) -> Side:
        """The side through whose eyes one looks: the chosen one, or who acts, or the Allies."""
        return self.side or self.state.now.acts or self.state.first or Side.ALLIED

    @property
    def named(self) -> tuple[str, ...]:
        """Every action by its name."""
        steps = tuple(f"{way} {by}" for way in ("forward", "back") for by in BY)
        laid = tuple(f"overlay {name}" for name in overlays())
        return (*self._actions, *steps, *laid, "overlay none", *(f"tab {name}" for name in TABS))

    def close(self) -> None:
        """End what works in the background."""
        self.board.close()

    # --- what it is told

    def do(self, action: str) -> None:
        """Carry out an action by its name, as a key or a button does; an unknown one does nothing."""
        self.note = ""
        if action.startswith("overlay "):
            self._toggle(action.removeprefix("overlay "))
        elif action.startswith("tab "):
            self.tab = action.removeprefix("tab ")
        elif action.startswith(("forward ", "back ")):
            way, by = action.split()
            self.time.playing = False
            self.time.step(by, way == "forward")
        elif action in self._actions:
            self._actions[action]()
        self._refresh()

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event of the mouse, the keyboard or a widget."""
        if event.type == pygame.QUIT:
            self.quitting = True
        elif event.type == pygame.VIDEORESIZE:
            self.resize((event.w, event.h))
        elif event.type == pygame.KEYDOWN and self._typed(event):
            return
        taken = self.controls.manager.process_events(event)
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self.controls.actions:
            self.do(self.controls.actions[event.ui_element])
        elif event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element is self.controls.slider:
            self.time.playing = False
            self.time.go(round(event.value))
            self._refresh()
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.controls.entry:
            asked = self.controls.asked
            self.controls.close_entry()
            if asked == "jump":
                self.jump(event.text)
            else:
                self._say(self.time.comment(event.text))
                self._refresh()
        elif not taken:
            self._mouse(event)

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self._resting += seconds
        moving = self.time.motion is not None
        if self.time.tick(seconds) or moving:
            self._refresh()
        self.controls.manager.update(seconds)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size."""
        self.size = (max(size[0], 640), max(size[1], 420))
        self._lay_out()
        self.board.resize(*self._room.size)
        self._make_minimap()
        self._refresh()

    def jump(self, text: str) -> None:
        """To a turn, a line or a hex, as typed."""
        try:
            hex_ = self.state.world.atlas.grid.hex(text.strip())
        except GridError:
            self.note = str(self.time.jump(text))
        else:
            self.look_at(hex_)
        self._refresh()

    def look_at(self, place: int) -> None:
        """Bring a hex into the middle and point at it; a box opens its panel."""
        grid = self.state.world.atlas.grid
        if 0 <= place < grid.size:
            near = self.board.camera.at_scale(max(self.board.camera.scale, 48))
            self.board.camera = near.centred(*grid.centre(place))
            self.chosen = place
            self._resting = 0.0
            self.point_at(place)
        elif place >= grid.size:
            self.tab = "Boxes"

    # --- the picture

    def point_at(self, hex_: Hex) -> None:
        """Point at a hex that is in view."""
        x, y = self.board.camera.frame.centre(self.board.grid, hex_)
        self.pointed, self.pointer = hex_, (round(x) + self._room.left, round(y) + self._room.top)
        self._refresh()

    def draw(self, surface: pygame.Surface) -> None:
        """The whole window."""
        self.board.draw(surface, self._room.topleft, moving=self._resting < _REST)
        self.controls.mark(frozenset((*(f"overlay {name}" for name in self.on), f"tab {self.tab}")), self.time.playing)
        size = 13 * self.scale
        draw_top(surface, self._top, self.state, self.time.badge, self.note, size * 1.1)
        pygame.draw.rect(surface, palette.PAPER, self._bottom)
        draw_track(surface, self._track, self.state, self.time.reel.moments[-1].state.turn, size)
        if self.panel_shown:
            self._draw_panel(surface)
        if self.minimap_shown:
            self.minimap.draw(surface, self.board.grid, self.board.stacks, self.board.camera)
        self._draw_pointed(surface, size)
        self.controls.manager.draw_ui(surface)
        if self.helping:
            help_screen.draw_help(surface, size)

    def _draw_pointed(self, surface: pygame.Surface, size: float) -> None:
        self._fan = []
        if self.chosen is not None and self._on_view(self.chosen):
            x, y = self.board.camera.frame.centre(self.board.grid, self.chosen)
            centre = (round(x) + self._room.left, round(y) + self._room.top)
            self._fan = tooltip.fan(self.state, self.chosen, centre, self._room, round(size * 5))
            tooltip.draw_fan(surface, self.state, self._fan, self.unit)
        if self.pointed is not None and not self._dragging and not self.helping:
            stack = next((s for s in self.board.stacks if s.place == self.pointed), None)
            tooltip.draw_tooltip(surface, self.state, self.pointed, stack, self.pointer, self._room, size * 0.95,
                                 tooltip.fan_box(self._fan))

    def _draw_panel(self, surface: pygame.Surface) -> None:
        pygame.draw.rect(surface, palette.PAPER, self._panel)
        pygame.draw.line(surface, palette.SEPIA, self._panel.topleft, self._panel.bottomleft, 2)
        if self.tab == "Boxes":
            self._trays.draw(surface, self._list, inquiry.boxes(self.state))
        else:
            self._lists[self.tab].draw(surface, self._list)

    # --- within

    def _named(self) -> dict[str, Callable[[], None]]:
        """What the actions without an argument do."""
        camera = self._camera
        return {
            "play": self._play, "first": lambda: self.time.go(0), "last": lambda: self.time.go(self.time.last),
            "faster": lambda: self._pace(1), "slower": lambda: self._pace(-1),
            "jump": lambda: self.controls.ask("jump"), "comment": lambda: self.controls.ask("comment"),
            "verify": self.time.verify, "bookmark": lambda: self._say(self.time.bookmark()),
            "next bookmark": lambda: self._say(self.time.next_bookmark()),
            "pan left": lambda: camera(_PAN, 0), "pan right": lambda: camera(-_PAN, 0),
            "pan up": lambda: camera(0, _PAN), "pan down": lambda: camera(0, -_PAN),
            "zoom in": lambda: self._zoom(1, None), "zoom out": lambda: self._zoom(-1, None), "fit": self._fit,
            "minimap": lambda: self._flip("minimap_shown"), "numbers": self._numbers,
            "hide counters": lambda: self._flip("bare"), "panel": self._panel_flip,
            "hex west": lambda: self._point(5), "hex east": lambda: self._point(2),
            "hex north": lambda: self._point(0), "hex south": lambda: self._point(3),
            "choose": self._choose, "next unit": self._next_unit, "next stack": self._next_stack, "leave": self._leave,
            "list down": lambda: self._walk(1), "list up": lambda: self._walk(-1), "list follow": self._follow_marked,
            "next tab": self._next_tab, "palette": self._next_palette, "help": lambda: self._flip("helping"),
            "larger": lambda: self._words(1.15), "smaller": lambda: self._words(1 / 1.15), "side": self._other_side,
            "full screen": lambda: self._flip("wants_full"), "quit": lambda: self._flip("quitting"),
        }  # fmt: skip

    def _typed(self, event: pygame.event.Event) -> bool:
        """Whether a key was one of ours; while one types in the line, only Escape is."""
        name = keys.key_name(event)
        if self.controls.entry is not None:
            if name == "escape":
                self.controls.close_entry()
                return True
            return False
        action = self._keys.get(name)
        if action is None:
            return False
        self.do(action)
        return True

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)
        elif event.type == pygame.MOUSEMOTION:
            self._moved(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            self._dragging, self._dragged = self._room.collidepoint(event.pos), False
            if self.minimap_shown and self.minimap.rect.collidepoint(event.pos):
                self._dragging = False
                self.board.camera = self.board.camera.centred(*self.minimap.position(*event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            clicked = not self._dragged
            self._dragging = self._dragged = False
            if clicked:
                self._click(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False

    def _wheel(self, notches: float) -> None:
        if self._room.collidepoint(self.pointer):
            self._zoom(notches, self.pointer)
        elif self.panel_shown and self._list.collidepoint(self.pointer):
            (self._trays if self.tab == "Boxes" else self._lists[self.tab]).wheel(notches)

    def _moved(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        if self._dragging and any(event.buttons):
            self._dragged = self._dragged or abs(event.rel[0]) + abs(event.rel[1]) > 1
            self._camera(*event.rel)
            return
        self.pointed = self._hex_under(event.pos)
        if any(overlays()[name].follows for name in self.on):
            self._refresh()

    def _hex_under(self, at: tuple[int, int]) -> Hex | None:
        if not self._room.collidepoint(at) or (self.minimap_shown and self.minimap.rect.collidepoint(at)):
            return None
        hex_ = self.board.camera.hex_at(self.board.grid, at[0] - self._room.left, at[1] - self._room.top)
        return hex_ if hex_ is not None and self.state.world.in_play(hex_) else None

    def _click(self, at: tuple[int, int]) -> None:
        if self.helping:
            self.helping = False
            return
        for turn, cell in turn_cells(self._track, self.state):
            if cell.collidepoint(at):
                self.jump(f"turn {turn}")
                return
        fanned = next((uid for uid, rect in self._fan if rect.collidepoint(at)), None)
        if fanned is not None:
            self.unit = fanned
        elif self.panel_shown and self._list.collidepoint(at):
            self._follow(self._lists[self.tab].hit(*at) if self.tab != "Boxes" else None)
        elif self._room.collidepoint(at):
            self.pointed = self._hex_under(at)
            self._choose()
        self._refresh()

    def _follow(self, item: Item | None) -> None:
        """Go where a line of a list leads: in time, and on the map."""
        if item is None:
            return
        if item.moment is not None:
            self.time.playing = False
            self.time.go(item.moment)
        if item.places:
            self.look_at(item.places[0])

    def _walk(self, lines: int) -> None:
        if self.tab == "Boxes":
            self._trays.wheel(-lines)
        else:
            self._lists[self.tab].walk(lines)

    def _follow_marked(self) -> None:
        if self.tab != "Boxes":
            self._follow(self._lists[self.tab].marked)

    def _choose(self) -> None:
        self.chosen = self.pointed
        there = self.state.here.get(self.chosen, ()) if self.chosen is not None else ()
        own = [uid for uid in there if self.state.units[uid].side is self.eyes]
        self.unit = next(iter(own or there), "")

    def _next_unit(self) -> None:
        there = self.state.here.get(self.chosen, ()) if self.chosen is not None else ()
        if there:
            self.unit = there[(there.index(self.unit) + 1) % len(there)] if self.unit in there else there[0]

    def _next_stack(self) -> None:
        held = sorted(stack.place for stack in self.board.stacks)
        if held:
            after = next((h for h in held if self.chosen is None or h > self.chosen), held[0])
            self.look_at(after)
            self._choose()

    def _point(self, direction: int) -> None:
        """Point at a neighbour of the hex pointed at; in the middle of the view where none is."""
        grid, frame = self.board.grid, self.board.camera.frame
        if self.pointed is None:
            self.pointed = self.board.camera.hex_at(grid, frame.width / 2, frame.height / 2)
        else:
            there = grid.neighbours[6 * self.pointed + direction]
            self.pointed = there if there != OFF_MAP and self.state.world.in_play(there) else self.pointed
        if self.pointed is not None:
            self.point_at(self.pointed)
            if not self._room.inflate(-80, -80).collidepoint(self.pointer):
                self.board.camera = self.board.camera.centred(*grid.centre(self.pointed))

    def _leave(self) -> None:
        if self.helping:
            self.helping = False
        elif self.chosen is not None:
            self.chosen, self.unit = None, ""
        else:
            self.pointed = None

    def _toggle(self, name: str) -> None:
        if name == "none":
            self.on = []
        elif name in self.on:
            self.on.remove(name)
        elif name in overlays():
            self.on.append(name)

    def _play(self) -> None:
        if not self.time.playing and self.time.at >= self.time.last:
            self.time.go(0)
        self.time.playing = not self.time.playing

    def _pace(self, notches: int) -> None:
        self.time.speed = min(max(self.time.speed + notches, 0), len(SPEEDS) - 1)
        self.note = f"{SPEEDS[self.time.speed]:g} events a second"

    def _say(self, text: str) -> None:
        self.note = text

    def _flip(self, name: str) -> None:
        setattr(self, name, not getattr(self, name))

    def _other_side(self) -> None:
        self.side = self.eyes.other
        self.note = f"through the eyes of the {self.side} side"

    def _numbers(self) -> None:
        self.board.numbers = not self.board.numbers

    def _camera(self, dx: float, dy: float) -> None:
        self.board.camera = self.board.camera.pan(dx, dy)

    def _zoom(self, notches: float, at: tuple[int, int] | None) -> None:
        x, y = at or self._room.center
        self.board.camera = self.board.camera.zoom(notches, x - self._room.left, y - self._room.top)
        self._resting = 0.0

    def _fit(self) -> None:
        self.board.camera = self.board.camera.fit()

    def _next_tab(self) -> None:
        self.tab = TABS[(TABS.index(self.tab) + 1) % len(TABS)]

    def _panel_flip(self) -> None:
        self.panel_shown = not self.panel_shown
        self.resize(self.size)

    def _next_palette(self) -> None:
        names = palette.PALETTES
        self.colours = names[(names.index(self.colours) + 1) % len(names)]
        palette.use(self.colours)
        self.board.forget()
        self._make_minimap()
        self._laid_for = None
        self._lay_out()
        self.note = f"palette: {self.colours}"

    def _words(self, times: float) -> None:
        self.scale = min(max(self.scale * times, 0.6), 2.5)
        self._lists, self._trays = {name: Listing(13 * self.scale) for name in TABS}, Trays(13 * self.scale)
        self._shown = None
        self.resize(self.size)

    def _on_view(self, hex_: Hex) -> bool:
        return self.board.camera.frame.shows(self.board.grid.centre(hex_), 0)

    def _lay_out(self) -> None:
        """Share the window out among the bars, the panel and the board, and make the widgets."""
        width, height = self.size
        top, bottom = round(50 * self.scale), round(70 * self.scale)
        wide = min(round(370 * self.scale), width // 2) if self.panel_shown else 0
        self._top = pygame.Rect(0, 0, width, top)
        self._bottom = pygame.Rect(0, height - bottom, width, bottom)
        self._room = pygame.Rect(0, top, width - wide, height - top - bottom)
        self._panel = pygame.Rect(width - wide, top, wide, height - top - bottom)
        self._track = pygame.Rect(8, height - round(30 * self.scale), width - 16, round(24 * self.scale))
        words = 13 * self.scale
        row = round(words * 2.1)
        self._list = pygame.Rect(self._panel.left + 4, self._panel.top + row + 2, max(wide - 8, 0),
                                 self._panel.height - row * (1 + (len(overlays()) + 1) // 2) - 6)
        self.controls = Controls(self.size, self._bottom, self._panel, words, self.time.last)

    def _make_minimap(self) -> None:
        base = self.board.levels
        frame = base.levels[0].frame
        most = min(230 * self.scale, self._room.width * 0.3, self._room.height * 0.36 * frame.width / frame.height)
        self.minimap = Minimap(base.base, frame, round(most))
        self.minimap.rect.bottomright = (self._room.right - 12, self._room.bottom - 12)

    def _refresh(self) -> None:
        """Bring board, overlays and lists up to what is now to be seen."""
        time = self.time
        if self.unit and self.unit not in self.state.units:
            self.unit = ""
        way = time.motion
        self.board.flights = way.at(time.share) if way is not None and not self.bare else ()
        key = (time.at, way, self.bare, len(time.reel.moments))
        if key != self._shown:
            self._shown = key
            stacks: tuple[Stack, ...] = way.still if way is not None else tuple(stacks_of(self.state))
            self.board.show(() if self.bare else stacks)
            self._fill_lists()
        slider = self.controls.slider
        slider.value_range = (0, max(time.last, 1))
        if round(slider.get_current_value()) != time.at:
            slider.set_current_value(time.at, warn=False)
        self.board.chosen = self.chosen
        self._lay()

    def _lay(self) -> None:
        """Ask the overlays that are on again, where what they look at has changed."""
        known = overlays()
        follows = any(known[name].follows for name in self.on)
        key = (self.time.at, len(self.time.reel.moments), tuple(self.on), self.unit, self.eyes,
               self.pointed if follows else None)
        if key == self._laid_for:
            return
        self._laid_for = key
        before = self.time.reel.since(self.time.at, self.eyes)
        look = Look(self.state, self.eyes, self.unit, self.pointed, before)
        laid: list[Laid] = [known[name].lay(look) for name in self.on]
        self.board.laid = tuple(laid)
        items: list[Item] = []
        for name, each in zip(self.on, laid, strict=True):
            items.append(Item(known[name].title, "head"))
            items += [Item(words, "sub", colour=palette.mix(colour, palette.INK, 0.2)) for colour, words in each.key]
            items += [Item(note) for note in each.notes]
        self._lists["Overlay"].show(tuple(items) or (Item("No overlay is on. Keys 1 to 6 lay one over the map."),))

    def _fill_lists(self) -> None:
        reel = self.time.reel
        stories = self._lists["Story"]
        if len(stories.items) != max(len(reel.rows), 1):
            stories.show(inquiry.story(reel) or (Item("Nothing has happened yet.", "faint"),))
        row = reel.row_at(self.time.at)
        stories.select(row if row is not None else 0)
        self._lists["Armies"].show(inquiry.order_of_battle(self.state))
        self._lists["Coming"].show(inquiry.coming(self.state))
