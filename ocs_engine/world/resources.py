"""Where the project's own files lie: in a checkout, or inside an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parent


def bundled(*parts: str) -> Path:
    """A file or folder of `maps/` or `scenarios/`, as in `bundled("maps", "baked")`.

    The checkout's own folder when there is one, else the copy that a wheel carries. The path need not exist.
    """
    inside = _PACKAGE / "_bundled"
    root = inside if inside.is_dir() else _CHECKOUT
    return root.joinpath(*parts)


def data(*parts: str) -> Path:
    """A file or folder of the data that ships with the engine, as in `data("tunisia2", "units.csv")`."""
    return _PACKAGE.joinpath("data", *parts)
