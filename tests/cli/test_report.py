"""`ocs report`: one page of HTML that needs nothing beside itself, and whose figures are those of the log."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ocs_engine.cli.output import ExitCode
from ocs_engine.kernel.messages import SetFact
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.world import load_world
from ocs_view.report.markup import EMPTY, tag
from ocs_view.report.page import PARTS
from tests.cli.conftest import Ocs


class Page(HTMLParser):
    """A page taken apart: open tags, ids, links, sources, texts of headings, and tables as rows of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.tables: list[list[list[str]]] = []
        self.heads: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids += [value for key, value in attrs if key == "id" and value]
        self.links += [value for key, value in attrs if key == "href" and value]
        self.sources += [value for key, value in attrs if key == "src" and value]
        if tag == "img":
            self.images.append(told)
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag in ("h1", "h2", "h3"):
            self.heads.append((tag, ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in EMPTY
        self.ids += [value for key, value in attrs if key == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data
        elif self.open and self.open[-1] in ("h1", "h2", "h3"):
            self.heads[-1] = (self.heads[-1][0], self.heads[-1][1] + data)

    def rows(self, head: str) -> dict[str, list[str]]:
        """The rows of the table whose first cell says so, by their first cell."""
        (found,) = [table for table in self.tables if table[0][0] == head]
        return {row[0]: row[1:] for row in found[1:]}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A log of the race's first turn in which facts were set by hand: the panzers of Tunis and a Fr Mech Rgt lose a
    step, a Spitfire too, Medjez el Bab goes to the Allies, and the Axis gets 8T in Tunis."""
    log = tmp_path / "small.ocslog"
    game = new_game(load_world("race-for-tunis"), 7, log)
    spitfire = next(pid for pid in sorted(game.state.planes) if pid.startswith("us-spitv"))
    for fact in (
        {"kind": "step lost", "unit": "ger-pz-190", "why": "a test"},
        {"kind": "step lost", "unit": "fr-mech-coutx", "why": "a test"},
        {"kind": "plane step lost", "plane": spitfire, "why": "a test"},
        {"kind": "control changed", "hex": "A41.22", "side": "Allied"},
        {"kind": "supply placed", "side": "Axis", "place": "A48.24", "tokens": 8, "why": "gift"},
    ):
        game.submit(SetFact(side="Allied", reason="by hand", fact=fact))
    assert game.log is not None
    game.log.close()
    return log


def written(ocs: Ocs, log: Path, *words: str) -> str:
    page = log.with_suffix(".html")
    ended = ocs("report", log, "--html", page, *words)
    assert ended.code == ExitCode.FINE, ended.err
    return page.read_text(encoding="utf-8")


def test_the_page_hangs_together_and_needs_no_network(ocs: Ocs, small: Path):
    """Every tag is closed, every id is there once, every link leads to one, and nothing is fetched."""
    text = written(ocs, small, "--no-maps")
    page = Page(text)
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.sources == []
    assert not re.search(r"https?:|//[a-z]|@import|<script|<link", text)
    assert [title for head, title in page.heads if head == "h1"] == ["Race for Tunis"]
    assert [title for head, title in page.heads if head == "h2"] == [title for _, title in PARTS]
    assert [title for head, title in page.heads if head == "h3"] == ["Turn 1, 15 Nov 1942"]
    assert 'lang="en"' in text and 'name="viewport"' in text and "@media print" in text


def test_its_figures_are_those_of_the_log(ocs: Ocs, small: Path):
    """One German step of armor, one French mechanized one, one step of an American plane."""
    page = Page(written(ocs, small, "--no-maps"))
    lost = next(table for table in page.tables if table[0][0] == "Steps lost")
    kinds = lost[0][1:]
    by_name = {row[0]: dict(zip(kinds, row[1:], strict=True)) for row in lost[1:]}
    assert by_name["Axis: German"]["armor"] == "1"
    assert by_name["Allied: French"]["mechanized"] == "1"
    assert by_name["Allied: US"]["aircraft"] == "1"
    assert (by_name["Axis, all"]["all"], by_name["Allied, all"]["all"]) == ("1", "2")
    turns = next(table for table in page.tables if table[0][:2] == ["Turn", "Axis ground"])
    assert turns[1] == ["1", "1", "1", "0", "1"]
    assert page.rows("Use")["gift"] == ["8", "0"]
    assert page.rows("Hex")["Medjez el Bab"] == ["Ax", "Al"]
    assert page.rows("Missions flown")["plane steps lost"] == ["0", "1"]


def test_turning_points_are_told_and_what_was_set_by_hand_is_named(ocs: Ocs, small: Path):
    text = written(ocs, small, "--no-maps")
    assert "The Allied side takes A41.22 Medjez el Bab from the Axis side." in text
    assert "lines 5, 6, 7, 8, 9" in text
    assert "Not over; as it stands: The Axis side wins" in text


def test_the_same_log_gives_the_same_page_and_none_is_overwritten_unasked(ocs: Ocs, small: Path):
    first = written(ocs, small, "--no-maps")
    page = small.with_suffix(".html")
    again = ocs("report", small, "--html", page, "--no-maps")
    assert again.code == ExitCode.OUTPUT
    assert "--force overwrites it" in again.err
    assert written(ocs, small, "--no-maps", "--force") == first
    assert [each.name for each in small.parent.iterdir() if each.name.endswith(".part")] == []
    size = len(first.encode()) // 1000
    assert f"{page}: {size} kB, 0 maps" in ocs("report", small, "--html", page, "--no-maps", "--force").err


def test_a_map_of_the_set_up_and_of_each_turn_is_in_the_page(ocs: Ocs, small: Path):
    page = Page(written(ocs, small))
    assert [image["alt"] for image in page.images] == ["Map: The set-up", "Map: As turn 1 ended"]
    assert all(image["loading"] == "lazy" for image in page.images)
    assert all(source.startswith("data:image/jpeg;base64,") for source in page.sources)
    assert all(len(source) < 400_000 for source in page.sources)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["LOG", "--html", "page.txt"], ExitCode.USAGE),
        (["LOG"], ExitCode.USAGE),
        (["none.ocslog", "--html", "page.html"], ExitCode.INPUT),
    ],
)
def test_what_cannot_be_reported(ocs: Ocs, small: Path, tmp_path: Path, words: list[str], code: ExitCode):
    words = [str(small) if word == "LOG" else str(tmp_path / word) if "." in word else word for word in words]
    assert ocs("report", *words).code == code


def test_text_is_never_taken_for_markup():
    assert tag("p", "a < b & c", title='"x"').text == '<p title="&quot;x&quot;">a &lt; b &amp; c</p>'


def test_some_turns_and_a_brief_story(ocs: Ocs, small: Path):
    """The one turn: two steps of ground units and a plane's, and a hex that changed hands."""
    told = ocs("log", small, "--brief").out.splitlines()
    assert told[2].startswith("Turn 1, 15 Nov 1942: Flight weather; the Allied side first")
    assert "    The Allied side takes A41.22 Medjez el Bab" in told
    assert "    Losses: Axis 1 step (armor 1); Allied 2 steps (aircraft 1, mechanized 1)" in told
    assert ocs("log", small, "--turn", "1").out == ocs("log", small, "--turn", "1..3").out
    late = ocs("log", small, "--turn", "2")
    assert (late.code, "tells of the turns 1 to 1; there is no turn 2 in it" in late.err) == (ExitCode.USAGE, True)
    assert ocs("log", small, "--turn", "3..1").code == ExitCode.USAGE
    assert ocs("log", small, "--turn", "soon").code == ExitCode.USAGE
    assert ocs("log", small, "--brief", "--lines").code == ExitCode.USAGE
