"""The log: the whole game as lines of JSON, each line hashed together with the bytes of all lines before it.

Line 1 is a header; then come lines for commands, undo and redo, comments and bookmarks. The last member of each line
is `hash`, over the hash of the line before and the line's own bytes up to there, so that a changed byte is found in
the line where it stands. A log is only ever added to; a name that ends in .gz is compressed.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

FORMAT = 1
_LOG_BEGINS = b'{"line":1,"type":"header",'
_SEAM = b',"hash":"'
_DIGEST = 16
_TAIL = len(_SEAM) + 2 * _DIGEST + len(b'"}')


class LogError(ValueError):
    """A log that cannot be used as it is: which file, which line, what is wrong."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")
        self.path, self.line, self.problem = path, line, problem


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line as read: its number from 1, its members without the hash, and its hash."""

    number: int
    data: dict[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class LogFile:
    """What could be read of a log: its good lines, and what is wrong after them, if anything."""

    path: Path
    lines: tuple[LogLine, ...]
    problem: LogError | None
    """The first bad line; None where every line is good."""
    good: bytes
    """The bytes of the good lines, uncompressed."""
    cut_off: bool
    """Whether all that is wrong is a last line without its end, as a stopped program leaves it."""

    @property
    def header(self) -> dict[str, Any]:
        """The header; raises LogError where even that is bad."""
        if not self.lines:
            raise self.problem or LogError(self.path, 1, "the file is empty; expected a header line")
        return self.lines[0].data


def chain(before: str, body: bytes) -> str:
    """The hash of a line: over the hash of the line before it and its own bytes."""
    return hashlib.blake2b(before.encode("ascii") + body, digest_size=_DIGEST).hexdigest()


def write_line(data: dict[str, Any], before: str) -> tuple[bytes, str]:
    """The bytes of one line, its newline included, and its hash."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    body = text.encode("utf-8", "backslashreplace")[:-1]  # half a surrogate pair as JSON's own escape
    digest = chain(before, body)
    return body + _SEAM + digest.encode("ascii") + b'"}\n', digest


def read_log(path: Path) -> LogFile:
    """Read a log as far as it is good; raises OSError where the file cannot be read at all."""
    raw, fault = _read_bytes(path)
    return _read_lines(LogFile(path, (), None, b"", False), raw, fault)


def read_on(log: LogFile) -> LogFile:
    """A log that may have been added to since it was read: only what came after its good lines is read.

    Raises OSError where the file cannot be read. A compressed log is read from its beginning.
    """
    if _packed(log.path):
        return read_log(log.path)
    with log.path.open("rb") as file:
        file.seek(len(log.good))
        return _read_lines(log, file.read(), "")


def _read_lines(log: LogFile, raw: bytes, fault: str) -> LogFile:
    """A log's good lines and those of the bytes that follow them. fault: why there are no bytes after them, or ""."""
    lines = list(log.lines)
    before, size = lines[-1].hash if lines else "", 0
    problem = fault
    cut_off = False
    for number, text in enumerate(_split(raw), start=len(lines) + 1):
        try:
            lines.append(_read_line(number, text, before))
        except ValueError as error:
            cut_off = not fault and not text.endswith(b"\n")
            problem = problem or str(error)
            break
        before = lines[-1].hash
        size += len(text)
    damage = LogError(log.path, len(lines) + 1, problem) if problem else None
    return LogFile(log.path, tuple(lines), damage, log.good + raw[:size], cut_off)


def _split(raw: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(raw):
        end = raw.find(b"\n", start)
        stop = len(raw) if end < 0 else end + 1
        yield raw[start:stop]
        start = stop


def _read_line(number: int, text: bytes, before: str) -> LogLine:
    """One line; raises ValueError saying what is wrong with it."""
    if number == 1 and text[: len(_LOG_BEGINS)] != _LOG_BEGINS[: len(text)]:
        raise ValueError("this is not the log of a game: it does not begin with a header line")
    data, digest = read_line(text, before)
    if data.get("line") != number:
        raise ValueError(f"the line calls itself number {data.get('line')}")
    if number == 1 and (data.get("type") != "header" or data.get("format") != FORMAT):
        raise ValueError(f"not a header of log format {FORMAT}")
    return LogLine(number, data, digest)


def read_line(text: bytes, before: str) -> tuple[dict[str, Any], str]:
    """The members of a line as `write_line` wrote it, and its hash; raises ValueError saying what is wrong with it."""
    if not text.endswith(b"\n"):
        raise ValueError("the line is cut off")
    body, seam = text[: -_TAIL - 1], text[-_TAIL - 1 :]
    digest = seam[len(_SEAM) : -3].decode("ascii", "replace")
    if seam != _SEAM + digest.encode("ascii", "replace") + b'"}\n' or digest != chain(before, body):
        raise ValueError("the line was changed: its hash does not fit its bytes and the lines before it")
    try:
        data = json.loads(body + b"}", parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise ValueError("the line is not JSON") from None
    if not isinstance(data, dict):
        raise ValueError("the line is not a JSON object")
    return data, digest


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_GZIP = b"\x1f\x8b"
"""How gzip data begin."""


def _read_bytes(path: Path) -> tuple[bytes, str]:
    """The plain bytes of a log, and what is wrong with compressed data or ""; a cut-off gzip member counts as whole."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no regular file", str(path))  # a pipe would keep us waiting
    raw = path.read_bytes()
    if not _packed(path):
        return raw, ""
    if raw and not raw.startswith(_GZIP[: len(raw)]):
        return b"", "the file holds no gzip data, though its name ends in .gz"
    found = bytearray()
    while raw:
        part, rest = _unpack(raw, 65536)
        if rest is None:
            return bytes(found + _unpack(raw, 1)[0]), "the compressed data are damaged from here on"
        found += part
        raw = rest
    return bytes(found), ""


def _unpack(raw: bytes, size: int) -> tuple[bytes, bytes | None]:
    """One gzip member and what follows it, `size` bytes at a time; None where it is damaged, in the bytes at hand."""
    stream = zlib.decompressobj(wbits=31)
    found = bytearray()
    try:
        for start in range(0, len(raw), size):
            found += stream.decompress(raw[start : start + size])
        found += stream.flush()
    except zlib.error:
        return bytes(found), None
    return bytes(found), stream.unused_data


class LogWriter:
    """Adds lines to a log, each written through to the file before the next."""

    def __init__(self, path: Path, header: dict[str, Any], overwrite: bool = False) -> None:
        """Begin a new log; raises FileExistsError where there is one and it may not be overwritten."""
        self._open(path, path.open("wb" if overwrite else "xb"), 0, "")
        self.add(header)

    @classmethod
    def go_on(cls, log: LogFile) -> LogWriter:
        """Go on with a log after its last good line; what was cut off after it is dropped first.

        Raises LogError where there is no good line, or where more is wrong than that the end is missing.
        """
        if not log.lines or (log.problem is not None and not log.cut_off):
            raise log.problem or LogError(log.path, 1, "the file is empty; expected a header line")
        if _packed(log.path):  # anew, for nobody may have closed it
            write_atomically(log.path, gzip.compress(log.good, mtime=0))
        elif log.problem is not None:
            write_atomically(log.path, log.good)
        writer = cls.__new__(cls)
        writer._open(log.path, log.path.open("ab"), len(log.lines), log.lines[-1].hash)
        return writer

    def _open(self, path: Path, file: BinaryIO, number: int, before: str) -> None:
        _hold(file)
        self.path, self._file, self.number, self.hash = path, file, number, before
        self._packer = zlib.compressobj(wbits=31) if _packed(path) else None
        self._half_written = False

    def add(self, data: dict[str, Any]) -> int:
        """Add one line; its number. Raises OSError; from then on always, for the file may end in half a line."""
        if self._half_written:
            told = f"line {self.number + 1} could not be written before; open the log again to go on"
            raise OSError(f"{self.path}: {told}")
        text, digest = write_line({"line": self.number + 1} | data, self.hash)
        if self._packer is not None:
            text = self._packer.compress(text) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        self._half_written = True
        self._file.write(text)
        self._file.flush()
        self._half_written = False
        self.number, self.hash = self.number + 1, digest
        return self.number

    def close(self) -> None:
        """Close the file."""
        if self._packer is not None:
            self._file.write(self._packer.flush())
        self._file.close()


_FAR_OFF = 1 << 40
"""The byte that a writer holds on systems that lock bytes and not files: one that nobody reads."""


def in_use(path: Path) -> bool:
    """Whether somebody is writing a log just now; raises OSError where it cannot be opened."""
    with path.open("r+b") as file:
        return not _hold(file)


def _hold(file: BinaryIO) -> bool:
    """Mark a log as being written until its file is closed; whether nobody else had done so.

    Where a file system knows no locks, it seems that nobody had.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(_FAR_OFF)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0, os.SEEK_END)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True


def _packed(path: Path) -> bool:
    return path.suffix == ".gz"


def write_atomically(path: Path, data: bytes) -> None:
    """Put bytes into a file so that it holds either all of them or what it held before; raises OSError.

    A link stays a link: the file that it leads to is the one that changes.
    """
    path = Path(os.path.realpath(path))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
