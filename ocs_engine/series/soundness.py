"""What must be true of any state, however it came about: for saves, logs and facts set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ocs_engine.series.air.missions import MissionFrame
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.capture import CaptureFrame
from ocs_engine.series.capture_planes import PlanesFrame
from ocs_engine.series.capture_transport import TransportFrame
from ocs_engine.series.modes import on_map, reserve_hexes
from ocs_engine.series.movement import MoveFrame
from ocs_engine.series.reinforcing.arrivals import ADDING, ArrivalsFrame, open_places, step_choices
from ocs_engine.series.reinforcing.order import listed_id
from ocs_engine.series.reinforcing.replacements import CARRIED_OUT, EACH_TURN, ReplFrame, open_choices
from ocs_engine.series.reinforcing.withdrawals import WithdrawalFrame, candidates
from ocs_engine.series.sequence import BEFORE_THE_FIRST_TURN, OverstackFrame
from ocs_engine.series.supply.access import ORGANIC
from ocs_engine.series.supply.pausing import DriveFrame
from ocs_engine.series.supply.rail_claims import RailFrame
from ocs_engine.series.supply.upkeep import SupplyFrame
from ocs_engine.state.air_events import Mission
from ocs_engine.state.arrival_events import counter_of
from ocs_engine.state.build_events import Task
from ocs_engine.state.model import AWAY, DEAD, Mode, State, Stocks, Unit, Up
from ocs_engine.world.counters import Side
from ocs_engine.world.world import World

HEX_FRAMES = (OverstackFrame, CaptureFrame, TransportFrame, PlanesFrame)
"""The procedures that are about one hex of the map."""


def check_state(state: State) -> None:
    """Raise ValueError naming the first thing that cannot be true of a state."""
    for fault in faults(state):
        raise ValueError(fault)


def faults(state: State) -> Iterator[str]:
    """Everything that cannot be true of a state, in words."""
    yield from _time(state)
    yield from _arrivals(state)
    yield from _caches(state)
    yield from _roster(state)
    for uid, unit in state.in_order():
        yield from _unit(state, uid, unit)
    yield from _stacks(state)
    yield from _pieces(state)
    yield from _memory(state)
    yield from _frames(state)


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _time(state: State) -> Iterator[str]:
    scenario = state.world.scenario
    if not _whole(state.turn, scenario.first_turn, scenario.last_turn):
        yield f"turn {state.turn} is none of this scenario's, {scenario.first_turn} to {scenario.last_turn}"
    if any(type(each) is not bool for each in (state.simulcast, state.memory.over, state.memory.claimed)):
        yield "simulcast turn, segment over, railways claimed: each must be true or false"
    elif not _whole(state.slot, BEFORE_THE_FIRST_TURN, len(state.slots) - 1):
        yield f"there is no step {state.slot} in this turn, which has {len(state.slots)}"


def _arrivals(state: State) -> Iterator[str]:
    """What has come by the order of arrival and by the scenario's list, and when 8th Army was released."""
    scenario = state.world.scenario
    known = {each.id for each in state.world.schedule.arrivals}
    for side, setup in scenario.sides.items():
        known |= {listed_id(side, number) for number in range(1, len(setup.listed) + 1)}
    yield from (f"there is no entry {name!r} that could have come" for name in state.arrived if name not in known)
    turns = (*state.arrived.values(), *(() if state.army_released is None else (state.army_released,)))
    yield from (f"nothing came in turn {t}" for t in turns if not _whole(t, scenario.first_turn, state.turn))
    for tokens in state.memory.came.values():
        if not _whole(tokens, 1, 10**6):
            yield f"{tokens}T of supply cannot have come in this phase"


def _caches(state: State) -> Iterator[str]:
    yield from (f"the {side} side cannot have {n} supply caches" for side, n in state.caches.items() if n < 0)
    raid = state.raid
    if raid is not None and (raid.unit not in state.units or not (raid.landed or state.units[raid.unit].place == AWAY)):
        yield f"{raid.unit} cannot be at sea for a raid"
    yield from (f"there is no HQ {hq!r} that could have foraged" for hq in state.foraged if hq not in state.units)


def _roster(state: State) -> Iterator[str]:
    if len(set(state.roster)) < len(state.roster) or set(state.roster) != set(state.units):
        yield "the roster does not list every unit once"
    counters = Counter(unit.counter.id for unit in state.units.values() if not unit.counter.is_repl)
    yield from (f"the counter {name} is there {count} times" for name, count in sorted(counters.items()) if count > 1)


def _is_place(world: World, place: object) -> bool:
    return type(place) is int and 0 <= place < world.atlas.grid.size + len(world.boxes)


def _unit(state: State, uid: str, unit: Unit) -> Iterator[str]:
    if unit.place not in (AWAY, DEAD):
        if not _is_place(state.world, unit.place):
            yield f"{uid} is nowhere"
        elif on_map(state, unit.place):
            yield from _ground(state, uid, unit.place)
    if not _whole(unit.lost, 0, unit.counter.steps - (unit.place != DEAD)):
        yield f"{uid} cannot have lost {unit.lost} steps of {unit.counter.steps}"
    if unit.up is Up.COMBAT and (unit.counter.combat is None or unit.marker is Mode.STRAT):
        yield f"{uid} cannot lie with a Combat side up"
    if unit.stocks not in Stocks or type(unit.ate) is not bool:
        yield f"{uid} cannot have the internal stocks {unit.stocks}, or not know whether it ate"
    if type(unit.oos) is not bool:
        yield f"{uid} is out of supply or not: {unit.oos}"


def _ground(state: State, uid: str, hex_: int) -> Iterator[str]:
    label = state.world.label(hex_)
    if not state.world.in_play(hex_):
        yield f"{uid} is in {label}, which is not in play"
    elif not state.world.atlas.is_land(hex_):
        yield f"{uid} is in {label}, which is water"


def _stacks(state: State) -> Iterator[str]:
    count: dict[int, list[str]] = {}
    for uid, unit in state.in_order():
        count.setdefault(unit.place, []).append(uid)
    if {place: sorted(units) for place, units in state.here.items()} != {p: sorted(u) for p, u in count.items()}:
        yield "the stacks are not what the units' places say"
    for place, units in count.items():
        if on_map(state, place) and len({state.units[uid].side for uid in units}) > 1:
            yield f"{state.world.label(place)} holds combat units of both sides"


def _pieces(state: State) -> Iterator[str]:
    world = state.world
    for tid, each in state.transport.items():
        if each.kind not in world.transport.kinds or not _is_place(world, each.place):
            yield f"{tid} is no transport, or nowhere"
        if not _whole(each.tokens, 1, 400) or not _whole(each.load, 0, each.tokens):
            yield f"{tid} cannot carry {each.load}T of {each.tokens}T"
        if type(each.reserve) is not bool or (each.reserve and each.kind != ORGANIC):
            yield f"{tid} is no organic truck and cannot be in Reserve"
    heaps = (dump.tokens for dump in state.dumps.values())
    yield from (f"a dump cannot hold {tokens}T" for tokens in heaps if not _whole(tokens, 1, 10**6))
    for works in (state.bases, state.hedgehogs, state.ports, state.flak):
        for place, work in works.items():
            if not on_map(state, place) or not _whole(work.level, 0, 4) or not _whole(work.hits, 0, 4):
                yield f"there can be no base, hedgehog or port of level {work.level} with {work.hits} hits there"
    for pid, plane in state.planes.items():
        dead = plane.place == DEAD
        if not (dead or _is_place(world, plane.place)) or not _whole(plane.lost, 0, plane.aircraft.steps - (not dead)):
            yield f"{pid} is nowhere, or has lost {plane.lost} steps of {plane.aircraft.steps}"
        if dead and plane.active:
            yield f"{pid} is in the Dead Pile and cannot be Active"
    for place, came in state.came_active.items():
        if not _is_place(world, place) or not _whole(came, 1, 10**6):
            yield f"{came} planes cannot have come to a base in this turn and be Active there"
    for control in (state.control, state.rail_control, state.crowds, state.trainbusted):
        yield from (f"{state.world.label(place)} is no hex" for place in control if not on_map(state, place))
    for side, bond in state.attached.items():
        own = {counter.side for counter in world.counters.values() if counter.formation == bond.formation}
        if own != {side} or not bond.faction:
            yield f"the {side} cannot have {bond.formation} attached to {bond.faction or 'nobody'}"
    for back in state.returning:
        unit = state.units.get(back.unit)
        if unit.place != AWAY if unit else back.unit or back.kind not in world.transport.kinds or back.tokens < 1:
            yield f"{back.unit or back.kind or 'nothing'} cannot come back"
    for (_, kind, formation), tokens in state.lost_transport.items():
        if kind not in world.transport.kinds or (formation and kind != ORGANIC):
            yield f"no {kind} {formation} can be in the Dead Pile"
        if not _whole(tokens, 1, 10**4):
            yield f"{tokens}T of {kind} cannot be in the Dead Pile"


def _memory(state: State) -> Iterator[str]:
    memory = state.memory
    fighters = (memory.attacked, memory.fired, memory.fueled, memory.fuel_from, memory.bridge, memory.worked)
    fueled = (state.fueled, state.fueled_hqs, state.dropped, state.drop_plans)
    movers = {uid for each in (memory.done, memory.released, memory.spent, memory.began) for uid in each}
    named = {uid for each in (*fighters, *fueled) for uid in each} | set(state.tops.values())
    named |= movers - set(state.transport)
    yield from (f"there is no unit {uid!r} in play" for uid in sorted(named) if uid not in state.units)
    yield from (f"there is no transport {tid!r}" for tid in sorted(memory.driven) if tid not in state.transport)
    yield from (f"there is no plane {pid!r}" for pid in sorted(memory.flown) if pid not in state.planes)
    for tasks in memory.built.values():
        yield from (f"{task!r} is nothing that can be built or broken" for task in tasks if task not in tuple(Task))
    yield from (f"{uid} cannot have spent {mp}" for uid, mp in memory.spent.items() if not _whole(mp, 0, 12 * 1000))
    for used in (memory.rail_used, memory.sea_used, *memory.port_used.values(), *memory.unloaded.values()):
        if not _whole(used, 0, 10**6):
            yield f"rail, ships, ports and air bases cannot have carried {used} half tokens"
    for uid, plan in state.drop_plans.items():
        if not on_map(state, plan.hex) or not _whole(plan.turn, state.turn, state.world.scenario.last_turn):
            yield f"no plan can have {uid} dropped there, or then"
    for side in Side:
        markers, hexes = state.reserve_markers.get(side, 0), len(reserve_hexes(state, side))
        if not _whole(markers, 0, 1000) or hexes > markers:
            yield f"the {side} cannot have reserves in {hexes} hexes with {markers} markers"


def _frames(state: State) -> Iterator[str]:
    for frame in state.frames:
        if isinstance(frame, ArrivalsFrame):
            yield from _comers(state, frame)
        if isinstance(frame, WithdrawalFrame) and frame.step == "choose":
            yield from _leavers(state, frame)
        if isinstance(frame, ReplFrame):
            yield from _repls(state, frame)
        if isinstance(frame, MoveFrame) and frame is state.top_frame:
            moving = [state.units.get(uid) for uid in frame.units]
            places = {unit.place if unit else AWAY for unit in moving}
            sides = {unit.side if unit else None for unit in moving}
            if len(places) != 1 or not on_map(state, min(places)) or sides != {state.now.acts}:
                yield "the units of the move under way are not together on the map, or not of the side that acts"
            if state.verdict is not None or any(uid in state.memory.done for uid in frame.units):
                yield "a move is under way that must be over"
        if isinstance(frame, MissionFrame):
            yield from _mission(state, frame)
        if isinstance(frame, DriveFrame):
            yield from _drive(state, frame)
        if isinstance(frame, BarrageFrame):
            yield from _barrage(state, frame)
        if isinstance(frame, SupplyFrame):
            yield from (f"there is no unit {uid!r} in play" for uid in frame.without if uid not in state.units)
            yield from (f"{hex_} is no hex" for hex_ in frame.hexes if not on_map(state, state.world.place(hex_)))
        if isinstance(frame, RailFrame):
            yield from (f"{hex_} is no hex" for hex_ in frame.hexes if not on_map(state, state.world.place(hex_)))
        if isinstance(frame, PlanesFrame):
            named = (*frame.planes, *([frame.plane] if frame.plane else []))
            yield from (f"there is no plane {pid!r}" for pid in named if pid not in state.planes)
        if isinstance(frame, HEX_FRAMES) and not on_map(state, state.world.place(frame.hex)):
            yield f"{frame.hex} is no hex that could hold what {frame.kind!r} is about"


def _comers(state: State, frame: ArrivalsFrame) -> Iterator[str]:
    """Those who are to arrive are known, of their side, and not on the table already."""
    units = [uid for group in frame.groups for uid in group.units]
    trucks = [each.id for group in frame.groups for each in group.transport]
    for uid in units:
        unit = state.units.get(uid)
        try:
            counter = counter_of(state.world, uid)
        except KeyError:
            yield f"there is no unit {uid!r} that could arrive"
            continue
        if counter.side is not frame.side or (unit is not None and unit.place != AWAY) or units.count(uid) > 1:
            yield f"{uid} cannot arrive for the {frame.side}"
    yield from (f"{tid} is there already" for tid in trucks if tid in state.transport or trucks.count(tid) > 1)
    for group in frame.groups:
        for label in group.places:
            state.world.place(label)
    if frame.step == "place" and not (frame.groups and open_places(state) if frame is state.top_frame else True):
        yield "nothing of what arrives has a place"
    if frame.step == ADDING and not (frame.air_steps and step_choices(state, frame.side, frame.air_steps[0])):
        yield "no plane can regain a step"


def _leavers(state: State, frame: WithdrawalFrame) -> Iterator[str]:
    if not frame.leaving or not candidates(state, frame.side, frame.leaving[0]):
        yield "transport is to go, and there is none"


def _repls(state: State, frame: ReplFrame) -> Iterator[str]:
    """What replacements ask can be answered."""
    if unknown := {*frame.results, *filter(None, (frame.result,))} - {*CARRIED_OUT, EACH_TURN}:
        yield f"there are no replacements {', '.join(sorted(unknown))}"
    if not all(_whole(count, 0, 9) for count in (frame.rolls, frame.steps, frame.units)):
        yield "so many rolls, steps or units are not owed"
    if frame is state.top_frame and frame.step.startswith("choose") and not open_choices(state, frame):
        yield f"the {frame.side} is asked for replacements and has no choice"


def _mission(state: State, frame: MissionFrame) -> Iterator[str]:
    yield from (f"there is no plane {pid!r}" for pid in frame.planes if pid not in state.planes)
    yield from (f"there is no unit {uid!r} in play" for uid in frame.units if uid not in state.units)
    if frame.profiles and len(frame.profiles) != len(frame.planes):
        yield "every plane of a transport has one profile"
    for label in filter(None, (frame.start, frame.via, frame.then)):
        state.world.place(label)
    if not 0 <= frame.loaded <= frame.tokens:
        yield f"of {frame.tokens}T with a mission {frame.loaded}T cannot have been loaded at its stop"


def _drive(state: State, frame: DriveFrame) -> Iterator[str]:
    each = state.transport.get(frame.transport)
    if each is None or not on_map(state, each.place) or each.side is not state.now.acts:
        yield "what is on its way is no transport on the map, or not of the side that acts"
    elif state.verdict is not None or frame.transport in state.memory.done or frame is not state.top_frame:
        yield "a drive is under way that must be over"


def _barrage(state: State, frame: BarrageFrame) -> Iterator[str]:
    hex_, memory = state.world.place(frame.target), state.memory
    announced = frame.step in ("reckon", "pay")
    hip_shoot = any(isinstance(each, MissionFrame) and each.mission is Mission.HIP_SHOOT for each in state.frames)
    if not on_map(state, hex_) or not (announced or hip_shoot or hex_ in memory.barraged):
        yield f"no barrage of {frame.target} can be under way"
    firers = state.units if announced else memory.fired
    yield from (f"{uid} cannot be firing at {frame.target}" for uid in frame.units if uid not in firers)
    yield from (f"{pid} cannot be bombing {frame.target}" for pid in frame.planes if pid not in memory.flown)
