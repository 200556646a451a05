"""The codes of faults and warnings, which never change their meaning. docs/validation.md shows an example of each."""

ERRORS = {
    # the file as a whole
    "no-file": "there is no such file, or it cannot be read",
    "kind": "the file is neither a scenario nor a log",
    "too-big": "the file is longer than a scenario or log can be",
    "bad-text": "bytes that are no UTF-8 text, or a control character",
    "too-many": "the file has so many faults that the rest of it was not read",
    "internal": "a fault of the program itself, which should be reported",
    # the notation
    "syntax": "words that no statement is made of",
    "too-long": "a statement longer than any needs to be",
    "mark": "a provenance mark that is none",
    "no-side": "a statement of a side before == Axis == or == Allied ==",
    "missing": "a statement that every scenario, or another statement, needs",
    "twice": "something that can stand only once: a unit, an air base, a port, a statement",
    # names
    "unit": "no such unit of this side",
    "formation": "no such division or brigade, or one without an organic truck",
    "side": "a formation of the other side",
    "aircraft": "no such plane of this side",
    "count": "a count that does not fit",
    "rating": "a printed rating that is not the one in our data",
    "place": "no such off-map box, area or entry area, or a place where this cannot be",
    "port": "no such port",
    "option": "no such option of play",
    # dates and dice
    "date": "a date that is no turn, or no turn of this scenario",
    "faces": "a die table that does not answer each face once",
    # the map
    "hex": "no such hex or map sheet",
    "rows": "rows that the map sheet does not have",
    "not-in-play": "a hex or box that the scenario does not use",
    "sea": "a hex that is sea or lake where land is meant",
    "ground": "terrain that this unit may not stand on, with no road or railway into it",
    "closed": "a hex that is closed to this unit when play begins (T2 1.5, 2.6)",
    "stack": "more than 10 RE in a hex, or a choice that cannot keep within it (OCS 4.8a)",
    "enemies": "both sides in one hex (OCS 4.8c)",
    "air-base": "planes where their side has no air base",
    "rail": "a hex without a railway where one is meant",
    # the counters and what comes later
    "mix": "more than there are in the counter mix",
    "arrivals": "arrivals where the file says that there are none, or of a unit that is there already",
    "choice": "a choice at set-up that cannot be made",
    "victory": "conditions of victory that cannot be met",
    # logs
    "log-header": "the first line of a log is no header, or one that makes no sense",
    "log-content": "the log was made with another scenario, map, data or options than there are here",
    "log-line": "a line that was changed or is damaged",
    "log-cut": "the last line is cut off; the log is good up to there",
    "log-false": "a line that is not what the rules make of it",
}
"""What is wrong, by code. A file with any of these is refused."""

WARNINGS = {
    "name": "a name that the map gives to another hex",
    "strip-site": "an air strip outside village, city and point of interest (T2 1.11d)",
    "hedgehog": "a hedgehog no higher than the one printed in the hex (T2 1.1b)",
    "port-owner": "a port in play that belongs to nobody",
    "entry": "arrivals at an entry area that is not in play",
    "empty": "a side without units",
}
"""What looks odd but may be meant, by code."""
