"""Numbers that look random and are always the same: small displacements that keep a drawing from looking ruled."""

from __future__ import annotations

import zlib


def scatter(key: object, count: int) -> list[float]:
    """`count` numbers from 0 to below 1 that depend on the key's text alone."""
    text = repr(key)
    return [zlib.crc32(f"{text}/{i}".encode()) / 2**32 for i in range(count)]
