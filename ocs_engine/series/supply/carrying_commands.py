"""What a side may say to its Transport Points (OCS 13.2). Supply and what transport can carry are in T."""

from __future__ import annotations

from typing import Literal

from ocs_engine.kernel.messages import Command
from ocs_engine.world.counters import Side


class BeginDrive(Command):
    """Begin to drive Transport Points; reserve: whether they go in Reserve Mode, as organic trucks may (OCS 5.7f)."""

    kind: Literal["begin drive"] = "begin drive"
    side: Side
    transport: str
    reserve: bool = False


class DriveTo(Command):
    """Go on with the drive into an adjacent hex (OCS 13.2)."""

    kind: Literal["drive to"] = "drive to"
    side: Side
    hex: str


class TakeOn(Command):
    """Load supply where the transport is: that on its way, or any in an off-map box (OCS 13.2f)."""

    kind: Literal["take on"] = "take on"
    side: Side
    transport: str
    tokens: int


class PutDown(Command):
    """Unload supply where the transport is: that on its way, or any in an off-map box (OCS 13.2f)."""

    kind: Literal["put down"] = "put down"
    side: Side
    transport: str
    tokens: int


class EndDrive(Command):
    """End the drive; the transport is finished for the phase (OCS 6.1f)."""

    kind: Literal["end drive"] = "end drive"
    side: Side


class Drive(Command):
    """A whole drive in one: load where it stands, each hex of the path in turn, unload, end (OCS 13.2).

    take, put: T to load and to unload, 0 for none. Without a path the transport stays.
    """

    kind: Literal["drive"] = "drive"
    side: Side
    transport: str
    path: tuple[str, ...]
    take: int = 0
    put: int = 0
    reserve: bool = False


class Combine(Command):
    """Put Transport Points of one kind in one place together; they go by the first one's id (OCS 13.2c)."""

    kind: Literal["combine"] = "combine"
    side: Side
    transport: tuple[str, ...]


class Split(Command):
    """Part some Transport Points from others; tokens: what the part can carry, load: what it does (OCS 13.2c).

    Of those on their way the part stays behind.
    """

    kind: Literal["split"] = "split"
    side: Side
    transport: str
    tokens: int
    load: int


class ReleaseTransport(Command):
    """Take the Reserve marker off an organic truck in the own Reaction or Exploitation Phase (OCS 5.7b, 5.7f)."""

    kind: Literal["release transport"] = "release transport"
    side: Side
    transport: str


COMMANDS: tuple[type[Command], ...] = (
    BeginDrive, DriveTo, TakeOn, PutDown, EndDrive, Drive, Combine, Split, ReleaseTransport,
)  # fmt: skip
