"""A state as plain data and back: lists in a fixed order, places as labels, so that it can be saved and hashed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from immutables import Map

from ocs_engine.kernel.draft import Frame
from ocs_engine.state.events import read_stance, stance
from ocs_engine.state.model import (
    AWAY,
    DEAD,
    Attached,
    DropPlan,
    Dump,
    Memory,
    Plane,
    Raid,
    Returning,
    State,
    Stocks,
    Transport,
    Unit,
    Verdict,
    Work,
)
from ocs_engine.state.points import Points
from ocs_engine.world.calendar import Weather
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

K = TypeVar("K")
V = TypeVar("V")

_NOWHERE = {AWAY: "away", DEAD: "dead"}


def dump_state(state: State) -> dict[str, Any]:
    """Everything that a state holds beyond its World and its Points, as JSON data; keyed things sorted."""
    label = _labels(state.world)
    verdict = state.verdict
    return {
        "turn": state.turn,
        "slot": state.slot,
        "arranging": list(state.arranging),
        "first": state.first,
        "simulcast": state.simulcast,
        "weather": state.weather,
        "units": [[uid, *_row(unit, label)] for uid, unit in state.in_order()],
        "stacks": [[label(place), list(units)] for place, units in sorted(state.here.items())],
        "transport": _sorted(
            state.transport, str, lambda t: [t.kind, t.side, label(t.place), t.tokens, t.load, t.formation, t.reserve]
        ),
        "dumps": _sorted(state.dumps, label, lambda dump: [dump.side, dump.tokens]),
        "bases": _sorted(state.bases, label, _work),
        "hedgehogs": _sorted(state.hedgehogs, label, _work),
        "ports": _sorted(state.ports, label, _work),
        "flak": _sorted(state.flak, label, _work),
        "planes": _sorted(state.planes, str, lambda p: [p.aircraft.id, label(p.place), p.active, p.lost]),
        "drop plans": _sorted(state.drop_plans, str, lambda plan: [label(plan.hex), plan.turn]),
        "dropped": sorted(state.dropped),
        "fueled till clean up": sorted(state.fueled),
        "came active": _sorted(state.came_active, label, lambda count: [count]),
        "fueled hqs": sorted(state.fueled_hqs),
        "control": _sorted(state.control, label, lambda side: [side]),
        "rail control": _sorted(state.rail_control, label, lambda side: [side]),
        "crowds": _sorted(state.crowds, label, lambda side: [side]),
        "trainbusted": _sorted(state.trainbusted, label, lambda side: [side]),
        "returning": [[r.turn, r.side, r.unit, r.kind, r.tokens, r.formation] for r in state.returning],
        "lost transport": sorted([*key, tokens] for key, tokens in state.lost_transport.items()),
        "arrived": _sorted(state.arrived, str, lambda turn: [turn]),
        "newcomers": sorted(state.newcomers),
        "army released": state.army_released,
        "tops": _sorted(state.tops, label, lambda uid: [uid]),
        "reserve markers": _sorted(state.reserve_markers, str, lambda count: [count]),
        "attached": _sorted(state.attached, str, lambda each: [each.formation, each.faction]),
        "better repls": sorted(state.better_repls),
        "sea gained": _sorted(state.sea_gained, str, lambda points: [points]),
        "caches": _sorted(state.caches, str, lambda count: [count]),
        "raid": state.raid and [state.raid.unit, state.raid.turn, state.raid.landed],
        "foraged": _sorted(state.foraged, str, lambda turn: [turn]),
        "spent": _sorted(state.memory.spent, str, lambda mp: [mp]),
        "done": sorted(state.memory.done),
        "released": sorted(state.memory.released),
        "began": _sorted(state.memory.began, str, lambda place: [label(place)]),
        "driven": sorted(state.memory.driven),
        "fueled": sorted(state.memory.fueled),
        "fuel from": _sorted(state.memory.fuel_from, str, lambda place: [label(place)]),
        "landed": _sorted(state.memory.landed, label, lambda tokens: [tokens]),
        "came": _sorted(state.memory.came, label, lambda tokens: [tokens]),
        "bridge": sorted(state.memory.bridge),
        "worked": sorted(state.memory.worked),
        "built": _sorted(state.memory.built, label, lambda tasks: [list(tasks)]),
        "blown": sorted(map(label, state.memory.blown)),
        "rode": sorted(state.memory.rode),
        "rail used": state.memory.rail_used,
        "sea used": state.memory.sea_used,
        "port used": _sorted(state.memory.port_used, label, lambda used: [used]),
        "repls came": sorted(state.memory.repls_came),
        "repls used": _sorted(state.memory.repls_used, str, lambda count: [count]),
        "flown": sorted(state.memory.flown),
        "unloaded": _sorted(state.memory.unloaded, label, lambda used: [used]),
        "refitted": sorted(map(label, state.memory.refitted)),
        "attacked": sorted(state.memory.attacked),
        "targets": sorted(map(label, state.memory.targets)),
        "fired": sorted(state.memory.fired),
        "barraged": sorted(map(label, state.memory.barraged)),
        "claimed": state.memory.claimed,
        "over": state.memory.over,
        "frames": [frame.model_dump(mode="json") for frame in state.frames],
        "verdict": verdict and [verdict.winner, verdict.level, verdict.why],
    }


def load_state(
    data: dict[str, Any], world: World, points: Points, read_frame: Callable[[dict[str, Any]], Frame]
) -> State:
    """The state of `dump_state`'s data; raises KeyError, TypeError or ValueError where the data are not such."""
    place = _places(world)
    state = State(
        world=world,
        points=points,
        turn=data["turn"],
        slot=data["slot"],
        roster=tuple(row[0] for row in data["units"]),
        units=Map({row[0]: _unit(world, row[1:], place) for row in data["units"]}),
        here=Map({place(name): tuple(units) for name, units in data["stacks"]}),
        arranging=tuple(Side(side) for side in data["arranging"]),
        first=Side(data["first"]) if data["first"] else None,
        simulcast=data["simulcast"],
        weather=Weather(data["weather"]),
        transport=Map({row[0]: _transport(row[1:], place) for row in data["transport"]}),
        dumps=Map({place(name): Dump(Side(side), tokens) for name, side, tokens in data["dumps"]}),
        bases=_works(data["bases"], place),
        hedgehogs=_works(data["hedgehogs"], place),
        ports=_works(data["ports"], place),
        flak=_works(data["flak"], place),
        planes=Map({row[0]: _plane(world, row[1:], place) for row in data["planes"]}),
        came_active=Map({place(name): count for name, count in data["came active"]}),
        drop_plans=Map({uid: DropPlan(place(name), turn) for uid, name, turn in data["drop plans"]}),
        dropped=Map(dict.fromkeys(data["dropped"], True)),
        fueled=Map(dict.fromkeys(data["fueled till clean up"], True)),
        fueled_hqs=Map(dict.fromkeys(data["fueled hqs"], True)),
        control=Map({place(name): Side(side) for name, side in data["control"]}),
        rail_control=Map({place(name): Side(side) for name, side in data["rail control"]}),
        crowds=Map({place(name): Side(side) for name, side in data["crowds"]}),
        trainbusted=Map({place(name): Side(side) for name, side in data["trainbusted"]}),
        returning=tuple(Returning(turn, Side(side), *rest) for turn, side, *rest in data["returning"]),
        lost_transport=Map({(Side(side), *of): tokens for side, *of, tokens in data["lost transport"]}),
        arrived=Map(dict(data["arrived"])),
        newcomers=Map(dict.fromkeys(data["newcomers"], True)),
        army_released=data["army released"],
        tops=Map({place(name): uid for name, uid in data["tops"]}),
        reserve_markers=Map({Side(side): count for side, count in data["reserve markers"]}),
        attached=Map({Side(side): Attached(formation, faction) for side, formation, faction in data["attached"]}),
        better_repls=Map(dict.fromkeys(map(Side, data["better repls"]), True)),
        sea_gained=Map({Side(side): points for side, points in data["sea gained"]}),
        caches=Map({Side(side): count for side, count in data["caches"]}),
        raid=Raid(*data["raid"]) if data["raid"] else None,
        foraged=Map(dict(data["foraged"])),
        memory=_memory(data, place),
        frames=tuple(read_frame(each) for each in data["frames"]),
        verdict=_verdict(data["verdict"]),
    )
    if dump_state(state) != data:
        raise ValueError("the data hold more than a state, or hold it otherwise than a state is written down")
    return state


def _memory(data: dict[str, Any], place: Callable[[str], int]) -> Memory:
    return Memory(
        spent=Map(dict(data["spent"])),
        done=Map(dict.fromkeys(data["done"], True)),
        released=Map(dict.fromkeys(data["released"], True)),
        began=Map({uid: place(name) for uid, name in data["began"]}),
        driven=Map(dict.fromkeys(data["driven"], True)),
        fueled=Map(dict.fromkeys(data["fueled"], True)),
        fuel_from=Map({uid: place(name) for uid, name in data["fuel from"]}),
        landed=Map({place(name): tokens for name, tokens in data["landed"]}),
        came=Map({place(name): tokens for name, tokens in data["came"]}),
        bridge=Map(dict.fromkeys(data["bridge"], True)),
        worked=Map(dict.fromkeys(data["worked"], True)),
        built=Map({place(name): tuple(tasks) for name, tasks in data["built"]}),
        blown=Map(dict.fromkeys(map(place, data["blown"]), True)),
        rode=Map(dict.fromkeys(data["rode"], True)),
        rail_used=data["rail used"],
        sea_used=data["sea used"],
        port_used=Map({place(name): used for name, used in data["port used"]}),
        repls_came=Map(dict.fromkeys(data["repls came"], True)),
        repls_used=Map(dict(data["repls used"])),
        flown=Map(dict.fromkeys(data["flown"], True)),
        unloaded=Map({place(name): used for name, used in data["unloaded"]}),
        refitted=Map(dict.fromkeys(map(place, data["refitted"]), True)),
        attacked=Map(dict.fromkeys(data["attacked"], True)),
        targets=Map(dict.fromkeys(map(place, data["targets"]), True)),
        fired=Map(dict.fromkeys(data["fired"], True)),
        barraged=Map(dict.fromkeys(map(place, data["barraged"]), True)),
        claimed=data["claimed"],
        over=data["over"],
    )


def _sorted(rows: Map[K, V], key: Callable[[K], str], value: Callable[[V], list[Any]]) -> list[list[Any]]:
    return sorted(([key(k), *value(v)] for k, v in rows.items()), key=lambda row: row[0])


def _work(work: Work) -> list[Any]:
    return [work.side, work.level, work.hits]


def _works(rows: list[list[Any]], place: Callable[[str], int]) -> Map[int, Work]:
    return Map({place(name): Work(Side(side), level, hits) for name, side, level, hits in rows})


def _unit(world: World, row: list[Any], place: Callable[[str], int]) -> Unit:
    counter_id, where, text, lost, oos, stocks, ate = row
    counter = world.counters.get(counter_id) or world.repls[counter_id]
    marker, up = read_stance(text)
    return Unit(counter, place(where), up, marker, lost, oos, Stocks(stocks), ate)


def _row(unit: Unit, label: Callable[[int], str]) -> list[Any]:
    return [unit.counter.id, label(unit.place), stance(unit), unit.lost, unit.oos, unit.stocks, unit.ate]


def _transport(row: list[Any], place: Callable[[str], int]) -> Transport:
    kind, side, where, tokens, load, formation, reserve = row
    return Transport(kind, Side(side), place(where), tokens, load, formation, reserve)


def _plane(world: World, row: list[Any], place: Callable[[str], int]) -> Plane:
    kind, where, active, lost = row
    return Plane(world.aircraft[kind], place(where), active, lost)


def _verdict(data: list[Any] | None) -> Verdict | None:
    return Verdict(Side(data[0]) if data[0] else None, data[1], data[2]) if data else None


def _labels(world: World) -> Callable[[int], str]:
    return lambda place: _NOWHERE.get(place) or world.label(place)


def _places(world: World) -> Callable[[str], int]:
    nowhere = {name: place for place, name in _NOWHERE.items()}
    return lambda name: nowhere[name] if name in nowhere else world.place(name)
