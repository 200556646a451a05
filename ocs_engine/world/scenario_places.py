"""Finds the hexes, off-map boxes and areas that the statements of a scenario file name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ocs_engine.grid import GridError, Hex
from ocs_engine.world.atlas import Atlas
from ocs_engine.world.catalogue import Catalogue
from ocs_engine.world.counters import Side
from ocs_engine.world.errors import nearest
from ocs_engine.world.names import fold
from ocs_engine.world.notation import LABELS, Node, Word
from ocs_engine.world.scenario import AIR_BOXES, BOXES, GROUND_BOXES, Place
from ocs_engine.world.scenario_head import Faults, Head, side_of

ANY_SOURCE = "any own supply source"
"""The words for whatever supplies a side at that time."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place of a set-up line, with the choice that it leaves; place is -1 when it could not be read."""

    place: Place
    within: int = 0
    area: str = ""


@lru_cache(maxsize=4)
def _towns(atlas: Atlas) -> dict[str, tuple[Hex, ...]]:
    """The hexes of each name on the map, folded."""
    found: dict[str, tuple[Hex, ...]] = {}
    for hex_, town in enumerate(atlas.name):
        if town:
            found[fold(town)] = (*found.get(fold(town), ()), hex_)
    return found


class Places(Faults):
    """Reads places of one scenario file."""

    def __init__(self, path: Path, catalogue: Catalogue, atlas: Atlas) -> None:
        super().__init__(path)
        self.catalogue = catalogue
        self.atlas = atlas
        self.head = Head(path, catalogue.calendar)
        self.ports: dict[Hex, Side] = {}
        self.other_ports: Side | None = None

    def in_play(self, hex_: Hex) -> bool:
        """Whether a hex lies on the part of the map that the head names; everywhere, when it names none."""
        letter, _, row = self.atlas.grid.column_row(hex_)
        low, high = self.head.rows.get(letter, (1, 99))
        return not self.head.sheets or (letter in self.head.sheets and low <= row <= high)

    def hex_of(self, word: Word, land: bool = False) -> Hex | None:
        """The hex that a word names; a fault and None when it is none in play, or, where asked, when it is no land."""
        try:
            hex_ = self.atlas.grid.hex(word.text)
        except GridError as error:
            self.fault(word, "hex", str(error), self.atlas.grid.suggest(word.text))
            return None
        label = self.atlas.grid.label(hex_)
        if not self.in_play(hex_):
            self.fault(word, "not-in-play", f"{label} is not on the part of the map that is in play")
            return None
        if land and not self.atlas.is_land(hex_):
            self.fault(word, "sea", f"{label} is {self.atlas.terrain[hex_]}; expected land")
            return None
        return hex_

    def box_of(self, word: Word, boxes: tuple[str, ...]) -> Place | None:
        """The off-map box that a word names, None when it is none; a fault when the scenario does not use it."""
        box = next((name for name in boxes if fold(name) == fold(word.text)), None)
        if box is None:
            return None
        if box not in self.head.boxes:
            self.fault(word, "not-in-play", f"the off-map box {box} is not in use in this scenario")
        return self.atlas.grid.size + BOXES.index(box)

    def where(self, node: Node) -> Where | None:
        """The place of a set-up line."""
        hex_word, within, text = node.first("HEX"), node.first("WITHIN"), node.first("TEXT")
        if hex_word:
            hex_ = self.hex_of(hex_word)
            return None if hex_ is None else Where(hex_, within.number if within else 0)
        assert text is not None
        box = self.box_of(text, GROUND_BOXES)
        if box is not None:
            return Where(box)
        area = next((name for name in self.atlas.areas if fold(name) == fold(text.text)), None)
        if area is None:
            near = nearest(text.text, (*GROUND_BOXES, *self.atlas.areas, *LABELS), 2)
            self.fault(text, "place", f"{text.text!r} is no hex, off-map box, set-up area or statement", near)
            return None
        hexes = self.atlas.areas[area]
        if not all(self.in_play(hex_) for hex_ in hexes):
            self.fault(text, "not-in-play", f"{area} is not on the part of the map that is in play")
            return None
        return Where(hexes[0], 0, area)

    def spot(self, node: Node) -> tuple[Place, ...] | None:
        """The places of a spot: a hex, named or not, an entry area, a box; () for any supply source; None: a fault."""
        hex_word, text = node.first("HEX"), node.first("TEXT")
        if hex_word:
            hex_ = self.named_hex(node)
            return None if hex_ is None else (hex_,)
        assert text is not None
        if fold(text.text) == ANY_SOURCE:
            return ()
        box = self.box_of(text, GROUND_BOXES)
        if box is not None:
            return (box,)
        entry = self.entry_of(text)
        if entry is None:
            known = (*self.entry_names(), *GROUND_BOXES, ANY_SOURCE)
            message = f"{text.text!r} is no hex, entry area, off-map box or {ANY_SOURCE!r}"
            self.fault(text, "place", message, nearest(text.text, known))
            return None
        hexes = tuple(hex_ for hex_ in self.atlas.entries[entry] if self.in_play(hex_))
        if not hexes:
            self.fault(text, "not-in-play", f"{text.text} is not on the part of the map that is in play")
            return None
        return hexes

    def entry_names(self) -> tuple[str, ...]:
        """Entry A, Entry E."""
        return tuple(f"Entry {letter}" for letter in self.atlas.entries)

    def entry_of(self, word: Word) -> str | None:
        """The letter of the entry area that a word names."""
        return next((each for each in self.atlas.entries if fold(f"Entry {each}") == fold(word.text)), None)

    def named_hex(self, node: Node) -> Hex | None:
        """A land hex that may bear a name before it; a name that the map gives to another hex draws a warning."""
        hex_word, name = node.all("HEX")[0], node.first("NAMED")
        hex_ = self.hex_of(hex_word, land=True)
        if name is None or hex_ is None:
            return hex_
        elsewhere = _towns(self.atlas).get(fold(name.text), ())
        if elsewhere and hex_ not in elsewhere:
            self.warn(name, "name", f"the map has {name.text} in {self.atlas.grid.label(elsewhere[0])}")
        return hex_

    def air_place(self, node: Node) -> Place | None:
        """The hex or box in brackets of an air listing."""
        hex_word, text = node.first("HEX"), node.first("TEXT")
        if hex_word:
            return self.hex_of(hex_word)
        assert text is not None
        place = self.box_of(text, AIR_BOXES)
        if place is None:
            self.fault(text, "place", f"{text.text!r} is no off-map box", nearest(text.text, AIR_BOXES))
        return place

    def port_of(self, word: Word) -> Hex | None:
        """The hex of the port that a word names."""
        by_name = {fold(port.name): hex_ for hex_, port in self.atlas.ports.items()}
        hex_ = by_name.get(fold(word.text))
        if hex_ is None:
            known = [port.name for port in self.atlas.ports.values()]
            self.fault(word, "port", f"{word.text!r} is no port of the map", nearest(word.text, known))
        elif not self.in_play(hex_):
            self.fault(word, "not-in-play", f"the port {word.text} is not on the part of the map that is in play")
            return None
        return hex_

    def read_ports(self, node: Node) -> None:
        """Whose the ports are."""
        side = side_of(node.start)
        for part in node.parts:
            word = part.start
            if fold(word.text) == "all others":
                if self.other_ports is not None:
                    self.fault(word, "twice", "all others have an owner already")
                self.other_ports = side
                continue
            hex_ = self.port_of(word)
            if hex_ is not None and hex_ in self.ports:
                self.fault(word, "twice", f"the port {word.text} has an owner already")
            elif hex_ is not None:
                self.ports[hex_] = side
