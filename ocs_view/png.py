"""PNG files, written whole or not at all."""

from __future__ import annotations

import os
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pygame

_UP = 2
_LEVEL = 2
_BLOCK = 1 << 22


class PictureError(Exception):
    """A picture cannot be drawn or written; the message says why and what to do."""


def png_bytes(surface: pygame.Surface) -> bytes:
    """A surface as a PNG file (8-bit RGB, no alpha).

    Written here and not by SDL's writer, which takes several times as long over a large map.
    """
    width, height = surface.get_size()
    pixels = np.frombuffer(pygame.image.tobytes(surface, "RGB"), dtype=np.uint8).reshape(height, width * 3)
    rows = np.empty((height, width * 3 + 1), dtype=np.uint8)
    rows[:, 0] = _UP
    rows[0, 1:] = pixels[0]
    np.subtract(pixels[1:], pixels[:-1], out=rows[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join((b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", header), _chunk(b"IDAT", _deflate(rows.tobytes())),
                     _chunk(b"IEND", b"")))


def save_png(surface: pygame.Surface, path: Path | str) -> Path:
    """Write a surface as PNG, atomically; folders are made as needed. Raises PictureError."""
    target = Path(path)
    if target.suffix.lower() != ".png":
        raise PictureError(f"{target}: a picture file must end in .png")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(png_bytes(surface))
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True) if part.parent.is_dir() else None
        raise PictureError(f"{target}: cannot write the picture: {error.strerror or error}") from error
    return target


def _chunk(kind: bytes, body: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(body)), kind, body, struct.pack(">I", zlib.crc32(kind + body))))


def _deflate(raw: bytes) -> bytes:
    """One zlib stream whose blocks are packed side by side on all processors; the same bytes on any number of them."""
    blocks = [raw[start:start + _BLOCK] for start in range(0, len(raw), _BLOCK)]

    def pack(index: int) -> bytes:
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, strategy=zlib.Z_FILTERED)
        last = index == len(blocks) - 1
        return packer.compress(blocks[index]) + packer.flush(zlib.Z_FINISH if last else zlib.Z_FULL_FLUSH)

    with ThreadPoolExecutor() as pool:
        packed = list(pool.map(pack, range(len(blocks))))
    return b"".join((b"\x78\x01", *packed, struct.pack(">I", zlib.adler32(raw))))
