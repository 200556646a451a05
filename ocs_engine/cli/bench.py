"""`ocs bench`: how quick the engine and the command are, beside plain versions measured in the same run."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from ocs_engine.cli.output import JsonOption, note, say_json, say_table

if TYPE_CHECKING:
    from ocs_engine.bench import Timing

RUNS = 15


def bench(json: JsonOption = False) -> None:
    """Measure speed beside plain versions."""
    from ocs_engine.bench import run_all

    note("measuring; it takes some seconds ...")
    timings = [*run_all(), *drawing(), starting()]
    most = memory()
    if json:
        say_json({"timings": [asdict(timing) for timing in timings], "viewer_bytes": most})
        return
    rows = [(timing.name, shown(timing.ours), shown(timing.plain), ratio(timing)) for timing in timings]
    if most is not None:
        rows.append(("viewer, memory at most", f"{most / 1_000_000:.0f} MB", "", ""))
    say_table(("work", "ours", "plain", "times as quick"), rows)
    note("times as quick: the plain version's time over ours; where it is below 1, the plain version is quicker")


def drawing() -> list[Timing]:
    """What the viewer's pictures cost."""
    from ocs_view import without_window

    without_window()
    from ocs_engine.bench import Timing
    from ocs_view.speed import drawing_speeds

    return [Timing(name, seconds) for name, seconds in drawing_speeds()]


def memory() -> int | None:
    """Bytes that the viewer takes at most while one looks about the largest map; None where a system does not tell."""
    from ocs_view.speed import most_memory

    return most_memory()


def shown(seconds: float | None) -> str:
    """Seconds as people read them: "1.23 s", "4.56 ms", "7.89 us"."""
    if seconds is None:
        return ""
    for unit, factor in (("s", 1), ("ms", 1000)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1_000_000:.3g} us"


def ratio(timing: Timing) -> str:
    """How many times as long the plain version takes, where there is one."""
    return "" if timing.ratio is None else f"{timing.ratio:.1f}"


def starting() -> Timing:
    """`ocs --help`, over and above a bare interpreter."""
    from ocs_engine.bench import Timing

    bare, helping = quickest("-c", "pass"), quickest("-m", "ocs_engine.cli", "--help")
    return Timing("ocs --help, over a bare interpreter", helping - bare)


def quickest(*words: str) -> float:
    """Seconds of the quickest of several runs of Python."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - begin)
    return min(times)
