"""The way into the `ocs` process: from its first moment to its last, Ctrl-C leaves no trace but the exit code 130.

This module loads no library, so that the moment before it stands guard is short.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Run the command line given to this process."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        command()  # whoever started this wants Ctrl-C otherwise
        return
    signal.signal(signal.SIGINT, stop)  # while the libraries are loaded
    try:
        command(guarded=True)
    except KeyboardInterrupt:
        stop()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done


def command(guarded: bool = False) -> None:
    """Load the commands and run one. guarded: until they are loaded, Ctrl-C ends the process without a word."""
    from ocs_engine.cli.main import main as run_command

    if guarded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run_command()


def stop(*_: object) -> None:
    """End this process at once."""
    os._exit(INTERRUPTED)
