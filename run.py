#!/usr/bin/env python3
"""Set the project up and run it, from a fresh clone, with nothing but Python 3.11 or newer.

  python3 run.py demo        play Race for Tunis to its end without a screen, keep its log, draw it
  python3 run.py test        run the tests (words that follow go to pytest; --long takes in the tests of whole games,
                             and with --renew-rules keeps what tests which rule)
  python3 run.py games       prove the kept games (tests/games; --renew plays them again, --books tells their books)
  python3 run.py fuzz        play games of nonsense with every check (tests/fuzz; --games, --seed, --acts, --minutes)
  python3 run.py check       lint, types and import contracts
  python3 run.py wheel       build the wheel into dist/ and try it alone in an empty environment
  python3 run.py ocs ...     the ocs command
  python3 run.py setup       the set-up alone

The first run makes the environment .venv inside the checkout from the exact versions in requirements.lock.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / "set-up-for"
GAME = "race-for-tunis"


class FailedError(Exception):
    """A step that did not work: what to tell the user."""


def main() -> int:
    """Run one command by name; the exit code is its own, 2 for one that does not exist."""
    name, *rest = sys.argv[1:] or ["help"]
    commands = {
        "demo": demo, "test": test, "games": games, "fuzz": fuzz, "check": check, "wheel": wheel, "ocs": ocs,
        "setup": nothing_more,
    }  # fmt: skip
    if name not in commands:
        wants_help = name in ("help", "-h", "--help")
        print(__doc__, file=sys.stdout if wants_help else sys.stderr)
        return 0 if wants_help else 2
    try:
        set_up()
        commands[name](rest)
    except subprocess.CalledProcessError as failed:
        return failed.returncode if failed.returncode > 0 else 1
    except (FailedError, OSError) as failed:
        print(f"run.py: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def set_up() -> None:
    """Make .venv hold exactly what the lock file names, for this folder; does nothing when it already does."""
    facts = f"{sys.version}{ROOT}".encode() + LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()
    wanted = hashlib.sha256(facts).hexdigest()
    if is_set_up(wanted):
        return
    print("setting up .venv (once; a minute or so) ...", file=sys.stderr, flush=True)
    make_environment(VENV, with_pip=True)
    pip(VENV, "install", "--require-hashes", "-r", str(LOCK))
    pip(VENV, "install", "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    STAMP.write_text(wanted, encoding="utf-8")


def is_set_up(wanted: str) -> bool:
    """Whether .venv was made for just this, and is still all there."""
    try:
        return program(VENV, "python").exists() and STAMP.read_bytes() == wanted.encode()
    except OSError:
        return False


def make_environment(folder: Path, with_pip: bool) -> None:
    """A fresh virtual environment in a folder; whatever stood there is removed first."""
    try:
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        elif folder.exists():
            shutil.rmtree(folder)
        venv.EnvBuilder(with_pip=with_pip, symlinks=os.name != "nt").create(folder)
    except OSError as error:
        advice = "Close whatever uses it, and start run.py with a Python from outside it."
        raise FailedError(f"cannot make {folder}: {error}. {advice}") from error
    except subprocess.CalledProcessError as error:
        advice = "On Debian and Ubuntu, install python3-venv; elsewhere, install Python from python.org."
        raise FailedError(f"this Python cannot make environments with pip in them. {advice}") from error


def pip(environment: Path, *words: str) -> None:
    """Run the checkout's pip on an environment, quietly; what it said is shown only when it fails."""
    command = [str(program(VENV, "python")), "-m", "pip", "--disable-pip-version-check", "--no-input",
               "--python", str(program(environment, "python")), *words]
    said = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if said.returncode:
        print(said.stdout + said.stderr, file=sys.stderr)
        raise FailedError("the libraries cannot be installed; the reason stands above. Is there a network?")


def demo(rest: list[str]) -> None:
    """Play Race for Tunis to its end without a screen, keep its log and draw its last position."""
    out = ROOT / "out"
    out.mkdir(exist_ok=True)
    log, png = out / f"{GAME}.ocslog", out / f"{GAME}.png"
    players = ["--allied", "simple", "--axis", "simple", "--seed", "7"]
    ocs(["play", GAME, *players, "--log", str(log), "--force", *rest])
    ocs(["render", str(log), "--png", str(png)])
    print(f"\nThe log:     {log}\nThe picture: {png}")


def test(rest: list[str]) -> None:
    """Run the default tests; a run without any test fails."""
    run("python", "-m", "pytest", *rest)


def games(rest: list[str]) -> None:
    """Prove the kept games, or play them again."""
    run("python", "-m", "tests.games", *rest)


def fuzz(rest: list[str]) -> None:
    """Play games of nonsense with every check."""
    run("python", "-m", "tests.fuzz", *rest)


def check(_: list[str]) -> None:
    """Lint, types and import contracts."""
    run("python", "-m", "ruff", "check", ".")
    run("python", "-m", "mypy")
    run("lint-imports")


def wheel(_: list[str]) -> None:
    """Build the wheel, install it alone in an empty environment and use it outside the checkout."""
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    run("python", "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist))
    built = next(dist.glob("*.whl"))
    with tempfile.TemporaryDirectory() as name:
        elsewhere = Path(name)
        versions = elsewhere / "versions.txt"
        versions.write_text("\n".join(locked_versions()), encoding="utf-8")
        make_environment(elsewhere / "env", with_pip=False)
        pip(elsewhere / "env", "install", "--constraint", str(versions), str(built))
        alone = str(program(elsewhere / "env", "ocs"))
        for words in ("scenarios", f"play {GAME} --json", f"render {GAME} --png set-up.png --scale 24"):
            subprocess.run([alone, *words.split()], check=True, cwd=elsewhere)
    print(f"{built.relative_to(ROOT)} works alone", flush=True)


def locked_versions() -> list[str]:
    """The lock file's `name==version ; marker` lines without their hashes."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return [line.rstrip("\\ ") for line in lines if re.match(r"[A-Za-z0-9]", line)]


def ocs(rest: list[str]) -> None:
    """Run the ocs command of the checkout's own environment, in the folder the user stands in."""
    subprocess.run([str(program(VENV, "python")), "-m", "ocs_engine.cli", *rest], check=True)


def nothing_more(_: list[str]) -> None:
    """Say that all is ready after a bare set-up."""
    print(f"ready: {program(VENV, 'ocs')}")


def run(name: str, *words: str) -> None:
    """Run a program of the environment in the checkout; raises CalledProcessError on a failure."""
    subprocess.run([str(program(VENV, name)), *words], check=True, cwd=ROOT)


def program(environment: Path, name: str) -> Path:
    """Where an environment keeps one of its programs."""
    return environment / "Scripts" / f"{name}.exe" if os.name == "nt" else environment / "bin" / name


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - run by whatever Python the user has
        sys.exit(f"run.py: Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    sys.exit(main())
