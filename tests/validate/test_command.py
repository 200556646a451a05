"""`ocs validate`: what it prints, and the exit codes."""

import json

from ocs_engine.cli.main import run
from ocs_engine.cli.output import ExitCode
from ocs_engine.world.resources import bundled
from tests.validate.samples import SMALL


def ocs(capsys, *words):
    capsys.readouterr()
    code = run([str(word) for word in words])
    seen = capsys.readouterr()
    assert "Traceback" not in seen.out + seen.err
    return code, seen.out, seen.err


def test_our_scenarios_in_json(capsys):
    code, out, err = ocs(capsys, "validate", bundled("scenarios"), "--json")
    report = json.loads(out)
    assert code == ExitCode.FINE and err == ""
    assert report["summary"] == {"files": 6, "errors": 0, "warnings": 0}
    assert out == json.dumps(report, sort_keys=True, indent=2) + "\n"
    assert {(file["kind"], file["ok"]) for file in report["files"]} == {("scenario", True)}


def test_a_fault_is_a_line_that_an_editor_can_follow(capsys, small, monkeypatch):
    path = small(SMALL.replace("Pz Bn (190)", "Pz Bn (191)"))
    monkeypatch.chdir(path.parent)
    code, out, err = ocs(capsys, "validate", "small.ocs")
    assert code == ExitCode.PROBLEMS
    near = "Pz Bn (190) or It Pz Bn (15) or PJ Bn (605)"
    assert out == f"small.ocs:19:16: unit there is no unit Pz Bn (191); did you mean {near}?\n"
    assert err == "1 file, 1 error, 0 warnings\n"


def test_a_fault_in_json(capsys, small):
    code, out, _ = ocs(capsys, "validate", small(SMALL.replace("Air strips: A47.22", "Air strips: A60.24")), "--json")
    (error,) = json.loads(out)["errors"]
    assert code == ExitCode.PROBLEMS
    assert (error["line"], error["column"], error["code"], error["suggestion"]) == (25, 13, "sea", None)


def test_a_warning_alone_is_no_failure(capsys, small):
    code, out, _ = ocs(capsys, "validate", small(SMALL.replace("Air strips: A47.22", "Air strips: A43.24")))
    assert code == ExitCode.FINE
    assert ":25:13: warning strip-site an air strip in A43.24" in out


def test_an_id_stands_for_its_scenario_and_other_words_for_nothing(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ocs(capsys, "validate", "race-for-tunis")[0] == ExitCode.FINE
    code, out, _ = ocs(capsys, "validate", "race-for-tunes")
    assert code == ExitCode.INPUT and out.startswith("race-for-tunes:0:0: no-file there is no such")


def test_logs_are_proved_on_request(capsys, tmp_path, played):
    (tmp_path / "a.ocslog").write_bytes(played)
    assert ocs(capsys, "validate", tmp_path, "--verify")[0] == ExitCode.FINE
    last = played.count(b"\n")
    (tmp_path / "b.ocslog").write_bytes(played[:-3])
    code, out, _ = ocs(capsys, "validate", tmp_path)
    assert code == ExitCode.PROBLEMS and f"b.ocslog:{last}:1: log-cut the line is cut off" in out


def test_nothing_named_is_a_usage_error(capsys):
    assert ocs(capsys, "validate")[0] == ExitCode.USAGE


def test_an_overlay_counts(capsys, tmp_path, small):
    """A correction that gives the 190th Panzer Battalion 10 RE leaves no room for the rest of Tunis."""
    folder = tmp_path / "overlay" / "tunisia2"
    folder.mkdir(parents=True)
    (folder / "units.csv").write_text("id,re\nger-pz-190,10\n")
    code, out, _ = ocs(capsys, "validate", small(SMALL), "--data-overlay", tmp_path / "overlay")
    assert code == ExitCode.PROBLEMS
    assert ":19:32: stack from here on A48.24 holds more than 10 RE" in out
