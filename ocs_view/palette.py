"""The colours of the printed page: one place for every tint, so that another palette can be laid over it."""

from __future__ import annotations

from collections.abc import Callable

Colour = tuple[int, int, int]

INK: Colour = (44, 36, 30)
PAPER: Colour = (243, 234, 213)
PAPER_EDGE: Colour = (201, 184, 150)
SEPIA: Colour = (112, 92, 70)
ALARM: Colour = (196, 30, 30)

SEA_NEAR: Colour = (190, 214, 216)
SEA_FAR: Colour = (116, 161, 180)
COAST: Colour = (54, 92, 112)
RIVER: Colour = (64, 118, 158)
RIVER_CASING: Colour = (222, 226, 208)
WADI: Colour = (104, 142, 160)
SEA_TEXT: Colour = (48, 88, 114)

GRID: Colour = (86, 70, 52)
HEX_NUMBER: Colour = (96, 80, 62)
BLOCKED: Colour = (28, 58, 98)

ROAD_CASING: Colour = (92, 58, 36)
PRIMARY: Colour = (190, 64, 46)
SECONDARY: Colour = (238, 216, 160)
TRACK: Colour = (122, 88, 58)
RAIL: Colour = (34, 32, 34)
BORDER: Colour = (128, 62, 110)
SHEET_EDGE: Colour = (70, 58, 46)

TOWN: Colour = (202, 164, 142)
TOWN_EDGE: Colour = (56, 44, 38)
VILLAGE: Colour = (78, 62, 54)
PORT: Colour = (26, 62, 104)
AIRFIELD: Colour = (70, 84, 60)
ENTRY: Colour = (150, 86, 24)
AIR_ENTRY: Colour = (52, 92, 150)
FORT: Colour = (92, 40, 32)

NATION: dict[str, Colour] = {
    "German": (205, 184, 138),
    "Luftwaffe": (158, 197, 222),
    "Italian": (189, 211, 164),
    "British": (203, 148, 112),
    "NZ": (176, 162, 147),
    "Indian": (170, 127, 90),
    "US": (150, 168, 106),
    "French": (132, 162, 206),
}
"""Ground colour of a counter by nation."""

SIDE: dict[str, Colour] = {"Axis": (186, 182, 166), "Allied": (212, 178, 146)}
"""Colours of a side's pieces that belong to no one nation."""

FORMATIONS: tuple[Colour, ...] = (
    (244, 236, 214),
    (232, 198, 84),
    (222, 132, 92),
    (150, 190, 150),
    (138, 176, 214),
    (206, 160, 196),
    (236, 168, 148),
    (178, 196, 110),
    (196, 186, 226),
    (240, 214, 160),
    (164, 206, 206),
    (214, 190, 160),
)
"""Fills of the unit symbol, shared out among formations; the first is for independent units."""

OVER: dict[str, Colour] = {
    "Axis": (196, 58, 36),
    "Allied": (24, 92, 168),
    "nobody": (96, 92, 88),
    "range": (46, 132, 82),
    "path": (122, 34, 122),
    "front": (30, 26, 24),
    "standard": (28, 28, 30),
    "metre": (150, 62, 30),
}
"""Colours of what is laid over the map."""

TERRAIN: dict[str, Colour] = {
    "open": (236, 224, 190),
    "hills": (214, 190, 138),
    "rough": (226, 206, 160),
    "mountain": (176, 138, 94),
    "marsh": (196, 210, 170),
    "salt_marsh": (222, 216, 206),
    "sand": (240, 222, 172),
    "sea": SEA_NEAR,
    "lake": SEA_NEAR,
}
"""Ground tint by terrain class, before relief and climate are laid over it."""


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """A colour `share` (0 to 1) of the way from one to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def darker(colour: Colour, share: float) -> Colour:
    """The colour moved towards black."""
    return mix(colour, (0, 0, 0), share)


def lighter(colour: Colour, share: float) -> Colour:
    """The colour moved towards white."""
    return mix(colour, (255, 255, 255), share)


def legible_on(ground: Colour) -> Colour:
    """Black or white, whichever stands out more on a ground."""
    red, green, blue = ground
    return (16, 14, 12) if 299 * red + 587 * green + 114 * blue > 140_000 else (255, 255, 255)


MARKED = False
"""Whether counters show their side by their outline too: square and thick for the Axis, round for the Allies."""
PALETTES = ("printed", "colour-blind", "contrast")
"""The palettes that there are."""
_forget: list[Callable[[], None]] = []
_PRINTED = {"NATION": dict(NATION), "OVER": dict(OVER), "TERRAIN": dict(TERRAIN)}
_CHANGES: dict[str, dict[str, dict[str, Colour]]] = {
    "printed": {},
    "colour-blind": {
        "NATION": {"German": (222, 206, 160), "Luftwaffe": (176, 214, 240), "Italian": (240, 228, 120),
                   "British": (214, 150, 96), "NZ": (190, 170, 170), "Indian": (176, 120, 72), "US": (150, 190, 190),
                   "French": (110, 150, 220)},
        "OVER": {"Axis": (213, 94, 0), "Allied": (0, 90, 178), "range": (0, 128, 100), "path": (150, 30, 120),
                 "metre": (180, 110, 0)},
    },
    "contrast": {
        "NATION": {"German": (240, 222, 160), "Luftwaffe": (160, 220, 255), "Italian": (200, 245, 160),
                   "British": (255, 170, 120), "NZ": (222, 208, 190), "Indian": (226, 170, 110), "US": (170, 220, 110),
                   "French": (150, 190, 255)},
        "OVER": {"Axis": (190, 0, 0), "Allied": (0, 60, 200), "nobody": (60, 60, 60), "range": (0, 110, 40),
                 "path": (130, 0, 130), "front": (0, 0, 0), "standard": (0, 0, 0), "metre": (150, 40, 0)},
        "TERRAIN": {"open": (255, 252, 240), "hills": (240, 216, 160), "rough": (246, 228, 184),
                    "mountain": (200, 150, 96), "marsh": (206, 232, 186), "salt_marsh": (238, 238, 238),
                    "sand": (255, 240, 190)},
    },
}  # fmt: skip


def forget_with(clear: Callable[[], None]) -> None:
    """Have a store of drawn things emptied whenever the palette changes."""
    _forget.append(clear)


_in_use = "printed"


def used() -> str:
    """The name of the palette in use."""
    return _in_use


def use(name: str) -> None:
    """Draw with a palette from now on; raises KeyError for one that there is not."""
    global MARKED, _in_use
    changes = _CHANGES[name]
    for table, colours in (("NATION", NATION), ("OVER", OVER), ("TERRAIN", TERRAIN)):
        colours.update(_PRINTED[table])
        colours.update(changes.get(table, {}))
    MARKED, _in_use = name != "printed", name
    for clear in _forget:
        clear()
