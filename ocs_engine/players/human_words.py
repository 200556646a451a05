"""What a person types: a verb, abbreviated or not, and an order of units, hexes and a mode."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ocs_engine.world.errors import nearest


class Misheard(Exception):  # noqa: N818 (an answer to a person, not an error)
    """Something typed that cannot be understood; the text says what was expected."""


class Unknown(Misheard):
    """A name that nothing bears."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins a line: how it is used, what it does, and shorter words for it."""

    name: str
    usage: str
    does: str
    short: tuple[str, ...] = ()


_HEX = re.compile(r"[A-Za-z]\d{1,2}\.\d{1,2}")

VERBS: tuple[Verb, ...] = (
    Verb("move", "move UNITS [in MODE] to HEX", "move by the cheapest way, or hex by hex: move UNITS HEX HEX", ("m",)),
    Verb("strat", "strat UNITS [to HEX]", "take Strat Mode and move, or stay"),
    Verb("reserve", "reserve UNITS [to HEX]", "take Reserve Mode and move, or stay"),
    Verb("mode", "mode UNITS MODE", "take another mode and stay: combat, move, reserve or strat; a DG unit flips"),
    Verb("hold", "hold UNITS", "declare that units will not move; hold all is everybody who has not"),
    Verb("release", "release UNITS or TRANSPORT", "take Reserve markers off, in your own Reaction or Exploitation"),
    Verb("begin", "begin UNITS [in MODE]", "begin a move that you take step by step"),
    Verb("step", "step HEX", "go on with it, or with a drive"),
    Verb("drop", "drop UNITS", "leave units of the moving stack where it is"),
    Verb("overrun", "overrun HEX", "overrun a hex with the moving stack; alone it lists the hexes"),
    Verb("recon", "recon [UNIT] HEX [from SOURCE]", "by option, a moving unit looks into a hex", ("scout",)),
    Verb("shells", "shells [HQ] [COUNT] [at STRENGTH]", "by option, pay a barrage with supply caches"),
    Verb("raid", "raid UNIT, then raid HEX", "by option, commandos go to sea, and land; alone it tells of it"),
    Verb("forage", "forage HQ, or forage nobody", "by option, answer which HQ uses a supply cache"),
    Verb("stop", "stop", "end the move or drive under way"),
    Verb("barrage", "barrage HEX [port or air base] [with UNITS]", "fire artillery; without units it lists who can"),
    Verb("attack", "attack HEX [with UNITS]", "attack a hex; without units it lists who can, and the odds"),
    Verb("end", "end", "end the move or drive under way or, without one, the segment", ("e",)),
    Verb("fuel", "fuel UNIT, FORMATION or hq UNIT [from SOURCE]", "buy fuel; alone it lists who can have it"),
    Verb("drive", "drive TRANSPORT [take TOKENS] [to HEX] [put TOKENS]", "load, drive by the cheapest way, unload"),
    Verb("take", "take [TRANSPORT] TOKENS", "load supply from the ground onto what drives, or is in a box"),
    Verb("put", "put [TRANSPORT] TOKENS", "unload supply to the ground", ("unload",)),
    Verb("combine", "combine TRANSPORT, TRANSPORT", "put transport together"),
    Verb("split", "split TRANSPORT TOKENS [with TOKENS]", "part transport; with so much of the load"),
    Verb("rail", "rail CARGO [from PLACE] to HEX", "send units, transport or supply by rail, as 2 SP, or 3T"),
    Verb("ship", "ship CARGO [from PLACE] to PLACE", "send them by sea"),
    Verb("claim", "claim HEXES", "ask the other side for stations behind your front; alone it lists them"),
    Verb("build", "build TASK in HEX [with UNITS] [from SOURCE]", "build or break something; alone it lists what"),
    Verb("blow", "blow HEX [TOKENS]", "set fire to a dump of yours; alone it lists them"),
    Verb("breakout", "breakout UNIT or TRANSPORT", "try to break out in a Breakout Segment; alone it lists who may"),
    Verb("sweep", "sweep HEX [with PLANES]", "Fighters sweep a base; without planes it lists who can, alone the bases"),
    Verb("bomb", "bomb HEX [units, port or air base] [with PLANES]", "barrage with planes; alone it lists the hexes"),
    Verb("hipshoot", "hipshoot HEX [port or air base] [with PLANE]", "fly a Hip Shoot; alone it lists the hexes"),
    Verb("trainbust", "trainbust HEX [with PLANES]", "bomb a railway; alone it lists those in range"),
    Verb("railways", "railways ask or pass", "whether Barrage Segments stop where only railways can be bombed"),
    Verb("transfer", "transfer PLANES to BASE", "send planes to another base; alone it lists the bases"),
    Verb("refit", "refit BASE [with PLANES] [from SOURCE]", "make planes Active again; alone it lists where"),
    Verb("merge", "merge PLANE and PLANE", "put two reduced planes together; alone it lists those that could"),
    Verb(
        "fly",
        "fly CARGO [from BASE] [via BASE] to BASE [with PLANES]",
        "air transport, by option with a stop; without planes it lists who can",
    ),
    Verb("airdrop", "airdrop CARGO [from BASE] [on HEX] [with PLANES]", "an air drop; without planes it lists who can"),
    Verb("dropplan", "dropplan UNIT on HEX [in TURN], UNIT later, UNIT off", "plan a drop; alone it lists the plans"),
    Verb("stay", "stay PLANES", "answer which transports stay to unload all they have"),
    Verb("shed", "shed UNITS or supply", "answer which cargo is left behind when planes are gone"),
    Verb("arrive", "arrive [UNITS at] PLACE [in MODE]", "answer where reinforcements appear; without UNITS all do"),
    Verb("withdraw", "withdraw TRANSPORT", "answer which Truck Points are given up"),
    Verb("rebuild", "rebuild UNIT [at PLACE] [in MODE]", "use replacements, also for a truck; alone it lists for whom"),
    Verb("consolidate", "consolidate UNIT [for UNIT]", "a dead unit takes the place of its like; alone it lists them"),
    Verb("bring", "bring UNIT [to HEX]", "at set-up, bring in the dead unit that the scenario lets you choose"),
    Verb("attach", "attach FORMATION to FACTION, or nobody", "by option, at set-up; alone it lists which to which"),
    Verb("land", "land at BASE, or PLANE at BASE; PLANE at BASE", "answer where planes land; home is where they were"),
    Verb("abort", "abort PLANES or nobody", "answer which planes leave an air combat"),
    Verb("engage", "engage PLANE", "answer which plane fights the next round"),
    Verb("intercept", "intercept with PLANE, or nobody", "answer which Fighter meets the enemy's planes"),
    Verb("pay", "pay plan, or pay from SOURCE", "answer what is paid for a fight: at the least cost, or as you say"),
    Verb("recover", "recover plan, recover UNIT from SOURCE, or recover nobody", "answer who regains internal stocks"),
    Verb("trace", "trace FORMATION through PLACE", "answer which part of a split formation traces"),
    Verb("eat", "eat UNITS from SOURCE, or eat nobody", "answer who eats off the map"),
    Verb("do", "do [KIND]", "fill in any command that is open, blank by blank; alone it names them"),
    Verb("place", "place PIECE HEX", "at set-up, put a unit, plane or transport elsewhere"),
    Verb("load", "load TRANSPORT TOKENS", "at set-up, change what trucks with supply carry, in T; later as take"),
    Verb("top", "top UNIT", "put a unit on top of its stack, for the other side to see"),
    Verb("dice", "dice FACES", "give the faces of dice that you have thrown: dice 3 4", ("roll",)),
    Verb("what", "what HEX, UNIT or TRANSPORT", "what is there, or what a piece can do", ("w",)),
    Verb("reach", "reach UNIT [in MODE]", "where a unit can go, and at what cost"),
    Verb("way", "way UNITS [in MODE] or TRANSPORT to HEX", "the way that move or drive would take, and its cost"),
    Verb("why", "why UNIT HEX [in MODE]", "why a unit cannot go there"),
    Verb("odds", "odds HEX [with UNITS]", "what an attack or overrun would come to, as far as you may know"),
    Verb("left", "left", "who can still act in this segment, or what can be attacked", ("l",)),
    Verb("units", "units [SIDE]", "where a side's units are"),
    Verb("planes", "planes [SIDE]", "where a side's planes are"),
    Verb("dead", "dead [SIDE]", "what lies in a side's Dead Pile, and what it takes to rebuild"),
    Verb("supply", "supply [UNIT]", "what supply you have and who goes short, or where a unit draws"),
    Verb("news", "news", "what changed since your last turn", ("n",)),
    Verb("standing", "standing", "who would win now and why, what each side lacks, hex by hex", ("score",)),
    Verb("undo", "undo", "take back your last act, and what others did after it", ("u",)),
    Verb("redo", "redo", "do it again with the same dice"),
    Verb("comment", "comment TEXT", "put a remark into the log", ("#",)),
    Verb("bookmark", "bookmark NAME", "put a named mark into the log"),
    Verb("help", "help [VERB]", "this list, or one of it", ("?",)),
    Verb("quit", "quit", "leave; the log holds the game", ("save", "exit", "q")),
)


def is_verb(word: str) -> bool:
    """Whether a word is a verb, or a shorter word for one, in full."""
    return any(word.casefold() in (verb.name, *verb.short) for verb in VERBS)


def verb_of(word: str) -> Verb:
    """The verb of a word, its beginning, or a shorter word for it; raises Misheard with the nearest."""
    if _HEX.fullmatch(word):
        raise Misheard(f"say what about {word}: what {word}, or move UNITS to {word}")
    word = word.casefold()
    for verb in VERBS:
        if word == verb.name or word in verb.short:
            return verb
    names = [name for verb in VERBS for name in (verb.name, *verb.short)]
    begun = [verb for verb in VERBS if any(name.startswith(word) for name in (verb.name, *verb.short))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Misheard(f"{word!r} may be {_or([verb.name for verb in begun])}")
    near = nearest(word, names)
    raise Misheard(f"{word!r} is nothing I know; " + (f"did you mean {near}?" if near else "help lists what there is"))


_WITH = re.compile(r"(?:^|\s+)(?:with|by|from)(?:\s+|$)", re.IGNORECASE)


def read_target(text: str) -> tuple[str, str]:
    """What an order is aimed at and the units named for it, as "A20.21 with 1, 2"; "" for what was not said."""
    target, *units = _WITH.split(text.strip(), maxsplit=1)
    if not units:
        first, _, rest = target.partition(" ")
        target, units = (first, [rest]) if _HEX.fullmatch(first) else (target, [""])
    return target.strip(" ,"), units[0].strip(" ,")


MODES = ("combat", "move", "reserve", "strat", "exploit", "dg")

_IN_MODE = re.compile(r"\s+in\s+([a-z/]+)(?:\s+mode)?(?=\s|$)", re.IGNORECASE)
_BETWEEN = ("to", "via", "then", "by", "and")


@dataclass(frozen=True, slots=True)
class Order:
    """Units as typed, the places after them, and a mode; "" and () for what was not said."""

    units: str
    places: tuple[str, ...]
    mode: str


def read_order(text: str) -> Order:
    """An order such as "78 Inf Div (11 Inf), coutx in strat to A33.27", or "coutx to Beja"; hexes may stand alone."""
    text = text.replace('"', " ").replace("\N{RIGHTWARDS ARROW}", " ").strip()
    mode = ""
    if found := _IN_MODE.search(text):
        mode, text = found[1].casefold(), f"{text[: found.start()]} {text[found.end() :]}".strip()
    words = text.split()
    places: list[str] = []
    while words and (_HEX.fullmatch(words[-1].strip(",")) or (places and words[-1].casefold() in _BETWEEN)):
        word = words.pop().strip(",")
        if _HEX.fullmatch(word):
            places.insert(0, word)
    rest = " ".join(words).strip(" ,")
    if not places and (found := re.search(r"\s+to\s+(.+)$", rest, re.IGNORECASE)):
        rest, places = rest[: found.start()].strip(" ,"), [found[1].strip()]
    return Order(rest, tuple(places), mode)


def split_units(text: str) -> list[str]:
    """Several units as typed, parted by commas that are not within brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")" and depth > 0)
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def mode_of(word: str) -> str:
    """The mode that a word begins, "reserve/move" and the like as they are; raises Misheard with the nearest."""
    word = word.casefold()
    mode, slash, up = word.partition("/")
    found = [each for each in MODES if mode and each.startswith(mode)]
    if len(found) != 1 or (slash and up not in ("combat", "move")):
        near = nearest(word, MODES)
        raise Misheard(f"{word!r} is no mode; " + (f"did you mean {near}?" if near else f"they are {_or(MODES)}"))
    return found[0] + slash + up


def _or(words: tuple[str, ...] | list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
