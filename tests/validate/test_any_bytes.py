"""No bytes at all end a check in anything but a report."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ocs_engine.validate import ERRORS, WARNINGS, validate
from tests.validate.samples import SMALL

KNOWN = {**ERRORS, **WARNINGS}
WHOLE = SMALL.encode()
EXTRA = ["(", ")", ",", ":", ";", "[", "]", "--", "within", "or", "and", "x1", "A99.99"]
TOKENS = [*SMALL.replace("\n", " \n ").split(" "), *EXTRA]


def check(path: Path, content: bytes) -> None:
    """Validate the bytes: every problem has a known code, a place in the file and a sentence."""
    path.write_bytes(content)
    report = validate([path])
    lines = content.count(b"\n") + content.count(b"\r") + 1
    for problem in (*report.errors, *report.warnings):
        assert problem.code in KNOWN and problem.code != "internal", problem
        assert 0 <= problem.line <= lines and problem.column >= 0 and problem.message


quick = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(content=st.binary(max_size=400))
def test_random_bytes(tmp_path, content):
    check(tmp_path / "bytes.ocs", content)
    check(tmp_path / "bytes.ocslog", content)
    check(tmp_path / "bytes.ocslog.gz", content)


@quick
@given(content=st.text(max_size=300))
def test_random_text(tmp_path, content):
    check(tmp_path / "text.ocs", content.encode("utf-8", "surrogatepass"))


@quick
@given(place=st.integers(0, len(WHOLE)), cut=st.integers(0, 40), junk=st.binary(max_size=6))
def test_a_scenario_with_a_hole_or_junk_in_it(tmp_path, place, cut, junk):
    check(tmp_path / "hole.ocs", WHOLE[:place] + junk + WHOLE[place + cut :])


@quick
@given(words=st.lists(st.sampled_from(TOKENS), max_size=60))
def test_the_words_of_a_scenario_in_any_order(tmp_path, words):
    check(tmp_path / "words.ocs", " ".join(words).encode())


@quick
@given(order=st.permutations(SMALL.splitlines()), gone=st.integers(0, 8))
def test_the_lines_of_a_scenario_in_any_order(tmp_path, order, gone):
    check(tmp_path / "lines.ocs", "\n".join(order[gone:]).encode())


@quick
@given(data=st.data())
def test_one_word_of_a_scenario_put_for_another(tmp_path, data):
    words = SMALL.split(" ")
    at = data.draw(st.integers(0, len(words) - 1))
    words[at] = data.draw(st.sampled_from(TOKENS))
    check(tmp_path / "word.ocs", " ".join(words).encode())


@quick
@given(place=st.integers(0, 20_000), cut=st.integers(0, 60), junk=st.binary(max_size=4))
def test_a_log_with_a_hole_or_junk_in_it(tmp_path, played, place, cut, junk):
    check(tmp_path / "hole.ocslog", played[: place % len(played)] + junk + played[place % len(played) + cut :])


def test_huge_and_deep_things(tmp_path):
    for content in (
        b"(" * 100_000,
        b"A48.24: " + b"(" * 50_000 + b")" * 50_000,
        b"a," * 90_000,
        b"A48.24: March Bn (T-1),\n" * 8_000,
        b" " * 150_000 + b"x",
        b"\n" * 190_000,
        b"[" * 150_000,
        b"Victory: the Allies occupy " + b"Tunis " * 600 + b"A48.24; otherwise the Axis",
        b"A48.24: " + b"a " * 1_900,
        b"Scenario " + b"9" * 3_000 + b": x",
        b"A48.24: " + b"9" * 3_000 + b" SP",
        b"Reserve markers: " + b"9" * 3_000,
        b"\xef\xbb\xbf" * 3,
        "\u202ealtered\u0000".encode(),
    ):
        check(tmp_path / "huge.ocs", content)
        check(tmp_path / "huge.ocslog", content)
    check(tmp_path / "deep.ocslog", b'{"a":' * 100_000 + b"\n")
