"""Sessions at the viewer without a screen: keys and mouse do what the screen of keys says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from ocs_engine.tunisia.game import new_game, open_log, rules_for
from ocs_engine.world.world import World, load_world
from ocs_view import palette
from ocs_view.overlays import overlays
from ocs_view.reel import Reel
from ocs_view.window import keys
from ocs_view.window.viewer import Viewer

SIZE = (1000, 640)


@contextmanager
def opened(reel: Reel) -> Iterator[Viewer]:
    """A viewer without a screen."""
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    made = Viewer(reel, SIZE, threaded=False)
    yield made
    made.close()
    palette.use("printed")
    pygame.display.quit()


@pytest.fixture
def viewer(reel: Reel) -> Iterator[Viewer]:
    with opened(reel) as made:
        yield made


def press(viewer: Viewer, name: str) -> None:
    """A key by the name that the table gives it."""
    words = name.split()
    mod = sum({"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT}[word] for word in words[:-1])
    code = pygame.key.key_code({"?": "/", "+": "="}.get(words[-1], words[-1]))
    viewer.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))


def mouse(viewer: Viewer, kind: int, at: tuple[int, int], **more: object) -> None:
    viewer.handle(pygame.event.Event(kind, {"pos": at, "touch": False, **more}))


def move(viewer: Viewer, at: tuple[int, int], rel: tuple[int, int] = (0, 0), held: int = 0) -> None:
    mouse(viewer, pygame.MOUSEMOTION, at, rel=rel, buttons=(held, 0, 0))


def click(viewer: Viewer, at: tuple[int, int]) -> None:
    move(viewer, at)
    mouse(viewer, pygame.MOUSEBUTTONDOWN, at, button=1)
    mouse(viewer, pygame.MOUSEBUTTONUP, at, button=1)
    for event in pygame.event.get():
        viewer.handle(event)


def drawn(viewer: Viewer) -> bytes:
    surface = pygame.Surface(SIZE, 0, 32)
    viewer.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def pixel_of(viewer: Viewer, label: str) -> tuple[int, int]:
    grid = viewer.board.grid
    x, y = viewer.board.camera.frame.centre(grid, grid.hex(label))
    return round(x) + viewer._room.left, round(y) + viewer._room.top


def test_every_key_of_the_table_does_something_that_exists(viewer: Viewer) -> None:
    known = set(viewer._actions)
    for group in keys.bindings().values():
        for binding in group:
            assert binding.words
            assert binding.action in known or binding.action.split()[0] in ("overlay", "forward", "back")
    assert len(keys.actions()) == sum(len(b.keys) for group in keys.bindings().values() for b in group)


def test_a_session_of_keys(viewer: Viewer) -> None:
    reel = viewer.time.reel
    press(viewer, "shift pagedown")
    press(viewer, "shift pagedown")
    assert viewer.state.turn == 2
    press(viewer, "pagedown")
    here = viewer.time.at
    press(viewer, ".")
    assert viewer.time.at > here
    press(viewer, ",")
    assert viewer.time.at == here
    press(viewer, "shift end")
    assert viewer.state is reel.moments[-1].state
    press(viewer, "shift home")
    assert viewer.time.at == 0


def test_every_overlay_by_its_key_changes_the_picture(viewer: Viewer) -> None:
    viewer.jump("turn 5")
    viewer.look_at(viewer.board.grid.hex("A44.31"))
    viewer.do("choose")
    bare = drawn(viewer)
    for overlay in overlays().values():
        press(viewer, overlay.key)
        assert viewer.on == [overlay.name]
        marks = [mark for laid in viewer.board.laid for mark in laid.marks]
        assert marks or overlay.name in ("changes", "patrols")  # nobody has flown to a base on the map
        assert drawn(viewer) != bare or not marks, overlay.name
        press(viewer, overlay.key)
    assert drawn(viewer) == bare


def test_playing_goes_on_and_stops_at_the_end(viewer: Viewer) -> None:
    press(viewer, "space")
    for _ in range(40):
        viewer.tick(0.2)
    assert viewer.time.playing and viewer.time.at > 0
    press(viewer, "space")
    here = viewer.time.at
    viewer.tick(5.0)
    assert viewer.time.at == here


def test_an_event_on_shows_the_move_on_its_way(viewer: Viewer) -> None:
    while viewer.time.motion is None:
        press(viewer, ".")
    assert viewer.board.flights
    first = viewer.board.flights[0].at
    viewer.tick(0.1)
    assert viewer.board.flights and viewer.board.flights[0].at != first
    for _ in range(20):
        viewer.tick(0.1)
    assert not viewer.board.flights


def test_the_wheel_zooms_about_the_pointer(viewer: Viewer) -> None:
    at = pixel_of(viewer, "A35.18")
    move(viewer, at)
    for _ in range(6):
        viewer.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0, flipped=False))
    x, y = pixel_of(viewer, "A35.18")
    assert abs(x - at[0]) <= 2 and abs(y - at[1]) <= 2
    press(viewer, "f")
    assert viewer.board.camera.scale == pytest.approx(viewer.board.camera.smallest)


def test_a_drag_pans_and_does_not_choose(viewer: Viewer) -> None:
    viewer.look_at(viewer.board.grid.hex("A35.20"))
    viewer.do("leave")
    before = pixel_of(viewer, "A35.20")
    mouse(viewer, pygame.MOUSEBUTTONDOWN, before, button=1)
    move(viewer, (before[0] + 40, before[1] + 25), (40, 25), held=1)
    mouse(viewer, pygame.MOUSEBUTTONUP, (before[0] + 40, before[1] + 25), button=1)
    after = pixel_of(viewer, "A35.20")
    assert abs(after[0] - before[0] - 40) <= 1 and abs(after[1] - before[1] - 25) <= 1
    assert viewer.chosen is None


def test_a_click_chooses_a_stack_and_fans_it_out(viewer: Viewer) -> None:
    viewer.look_at(viewer.board.grid.hex("A44.31"))
    viewer.do("leave")
    click(viewer, pixel_of(viewer, "A44.31"))
    there = viewer.state.here[viewer.board.grid.hex("A44.31")]
    assert viewer.chosen == viewer.board.grid.hex("A44.31") and viewer.unit in there
    drawn(viewer)
    assert {uid for uid, _ in viewer._fan} == set(there)
    other = next((uid, rect) for uid, rect in viewer._fan if uid != viewer.unit)
    click(viewer, other[1].center)
    assert viewer.unit == other[0]


def test_a_line_of_the_story_leads_to_its_hex(viewer: Viewer) -> None:
    drawn(viewer)
    listing = viewer._lists["Story"]
    spots = [(viewer._list.left + 30, y) for y in range(viewer._list.top + 5, viewer._list.bottom, 8)]
    size = load_world("race-for-tunis").atlas.grid.size
    items = ((spot, listing.hit(*spot)) for spot in spots)
    at = next(spot for spot, item in items if item is not None and item.places and item.places[0] < size)
    item = listing.hit(*at)
    assert item is not None
    click(viewer, at)
    assert viewer.chosen == item.places[0] and viewer.time.at == item.moment


def test_lists_are_walked_and_followed_by_keys(viewer: Viewer) -> None:
    viewer.do("tab Armies")
    listing = viewer._lists["Armies"]
    drawn(viewer)
    while (item := listing.marked) is None or not item.places:
        press(viewer, "ctrl down")
    press(viewer, "ctrl return")
    assert viewer.chosen == item.places[0]
    for _ in range(60):
        press(viewer, "ctrl down")
    drawn(viewer)
    assert listing.scroll > 0                          # the marked line stays in sight
    for _ in range(99):
        press(viewer, "ctrl up")
    assert listing.marked is listing.items[0]


def test_a_cell_of_the_turn_track_jumps(viewer: Viewer) -> None:
    left, wide = viewer._track.left, viewer._track.width
    click(viewer, (left + round(wide * 6.5 / 14), viewer._track.centery))
    assert viewer.state.turn == 7


def test_buttons_do_what_keys_do(viewer: Viewer) -> None:
    button = next(b for b, action in viewer.controls.actions.items() if action == "forward turn")
    for _ in range(2):
        move(viewer, button.rect.center)
        viewer.controls.manager.update(0.01)
        click(viewer, button.rect.center)
        viewer.controls.manager.update(0.01)
    assert viewer.time.at == viewer.time.reel.turns()[2]


def test_jumping_says_what_is_wrong(viewer: Viewer) -> None:
    viewer.jump("turn 99")
    assert viewer.note == "the game has no turn 99"
    viewer.jump("A48.24")
    assert viewer.chosen == viewer.board.grid.hex("A48.24")


def type_line(viewer: Viewer, text: str) -> None:
    """Letters, then Enter, as the keyboard sends them."""
    for letter in text:
        viewer.handle(pygame.event.Event(pygame.KEYDOWN, key=0, mod=0, unicode=letter))
        viewer.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    viewer.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    for event in pygame.event.get():
        viewer.handle(event)


def test_a_comment_is_typed_and_stands_in_the_log(log: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(log, tmp_path))
    with opened(Reel(open_log(path))) as viewer:
        press(viewer, "t")
        assert viewer.controls.entry is not None
        type_line(viewer, "A thin line")
        assert viewer.controls.entry is None
        text = open_log(path).log.lines[-1].data["text"]
        assert text == "On line 1, turn 1: A thin line"
        assert viewer.note == "the comment stands at the end of the log"
        press(viewer, "n")
        assert viewer.note == text and viewer.time.at == viewer.time.last
        press(viewer, "t")
        press(viewer, "escape")
        assert viewer.controls.entry is None


def test_no_comment_into_a_game_that_is_being_played(world: World, tmp_path: Path) -> None:
    path = tmp_path / "game.ocslog"
    game = new_game(world, seed=7, log=path)
    with opened(Reel(open_log(path))) as viewer:
        before = path.read_bytes()
        press(viewer, "t")
        type_line(viewer, "now")
        assert "still being played" in viewer.note
        assert path.read_bytes() == before
    assert game.log is not None                        # it was open all the while


def test_no_comment_without_a_log(world: World) -> None:
    with opened(Reel(rules_for(world).start())) as viewer:
        press(viewer, "t")
        type_line(viewer, "now")
        assert viewer.note == "only a log can hold comments"


def test_what_is_to_come_leads_to_where_it_comes_in(viewer: Viewer) -> None:
    viewer.jump("turn 5")
    viewer.do("tab Coming")
    drawn(viewer)
    listing = viewer._lists["Coming"]
    assert listing.items[0].text.startswith("Turn 5, 29 Nov 1942")
    spots = [(viewer._list.left + 30, y) for y in range(viewer._list.top + 5, viewer._list.bottom, 6)]
    world = viewer.state.world
    entry = world.place("A01.13")
    click(viewer, next(at for at in spots if (item := listing.hit(*at)) is not None and entry in item.places))
    assert viewer.chosen == entry
    click(viewer, next(at for at in spots
                       if (item := listing.hit(*at)) is not None and item.places == (world.place("Sicily A"),)))
    assert viewer.tab == "Boxes"


def test_the_boxes_scroll(viewer: Viewer) -> None:
    viewer.do("tab Boxes")
    viewer.resize((1000, 460))                         # too low for all the counters in Algiers and Sicily
    top = drawn(viewer)
    move(viewer, viewer._list.center)
    for _ in range(30):
        viewer.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False))
    low = drawn(viewer)
    assert viewer._trays.scroll > 0 and low != top
    viewer.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False))
    assert drawn(viewer) == low                        # the end is the end
    for _ in range(30):
        viewer.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0, flipped=False))
    assert drawn(viewer) == top


def test_scale_palette_and_help_keep_the_window_whole(viewer: Viewer) -> None:
    seen = set()
    for name in ("f1", "f1", "f2", "f2", "f2", "ctrl +", "ctrl -", "p", "p", "tab", "tab", "tab", "m", "h", "c"):
        press(viewer, name)
        seen.add(drawn(viewer))
    assert len(seen) > 8
    assert viewer.colours == "printed"


def test_proving_ends_in_a_badge(viewer: Viewer) -> None:
    press(viewer, "v")
    assert viewer.time._prover is not None
    viewer.time._prover.join(60)
    assert (viewer.time.badge.text, viewer.time.badge.good) == ("verified", True)
