"""PNG files: readable by others, exact, and whole or not there."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest

from ocs_view import png
from ocs_view.png import PictureError, png_bytes, save_png


@pytest.fixture
def picture() -> pygame.Surface:
    surface = pygame.Surface((37, 21), 0, 32)
    surface.fill((12, 130, 240))
    pygame.draw.line(surface, (250, 3, 99), (0, 0), (36, 20))
    return surface


def test_another_reader_sees_the_same_pixels(picture: pygame.Surface) -> None:
    read = pygame.image.load(io.BytesIO(png_bytes(picture)), "x.png")
    assert pygame.image.tobytes(read, "RGB") == pygame.image.tobytes(picture, "RGB")


def test_a_picture_of_several_blocks_reads_back(picture: pygame.Surface, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "_BLOCK", 500)                    # 21 rows of 112 bytes: five blocks
    read = pygame.image.load(io.BytesIO(png_bytes(picture)), "x.png")
    assert pygame.image.tobytes(read, "RGB") == pygame.image.tobytes(picture, "RGB")


def test_folders_are_made_and_nothing_else_is_left(picture: pygame.Surface, tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / "map.png"
    assert save_png(picture, target) == target
    assert [p.name for p in target.parent.iterdir()] == ["map.png"]


def test_a_failed_write_keeps_the_old_picture(picture: pygame.Surface, tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "map.png"
    target.write_bytes(b"old")

    def full_disk(_: Path, data: bytes) -> int:
        raise OSError(28, f"No space left on device for {len(data)} bytes")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(PictureError, match=r"map\.png: cannot write the picture: No space left"):
        save_png(picture, target)
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["map.png"]


def test_a_file_in_the_way_of_a_folder_is_a_clear_error(picture: pygame.Surface, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(PictureError, match="cannot write the picture"):
        save_png(picture, tmp_path / "out" / "map.png")


def test_only_png_is_written(picture: pygame.Surface, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"map\.jpg: a picture file must end in \.png"):
        save_png(picture, tmp_path / "map.jpg")
