"""Chapter 10: barrage, step by step in the order of the booklet. Artillery gives its own, missions open theirs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft, Frame
from ocs_engine.kernel.messages import Command, Refused, raise_if, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series import facility_barrage, firing
from ocs_engine.series.air.planes import long_range
from ocs_engine.series.disorder import disordered, rouse_trucks
from ocs_engine.series.firing import Aim
from ocs_engine.series.general import crowding_waived, enemy_units
from ocs_engine.series.losses import open_losses
from ocs_engine.series.movement import take_control
from ocs_engine.series.places import read_hex
from ocs_engine.series.tables import barrage as table
from ocs_engine.series.tables import facility
from ocs_engine.series.tables.barrage import Source
from ocs_engine.series.teams import team_refusal
from ocs_engine.series.terrain_effects import terrain_row, terrains
from ocs_engine.state.barrage_events import BarrageReckoned, BarrageResolved, BarrageShifted
from ocs_engine.state.fight_events import FactorTold, UnitsDisordered
from ocs_engine.state.model import Mode, State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side

WHY = "barrage"
"""What takes steps and puts units in disorder here, as events say it."""


class Barrage(Command):
    """Barrage one kind of target in a hex with artillery, from wherever it stands (OCS 10.0, 10.1)."""

    kind: Literal["barrage"] = "barrage"
    side: Side
    target: str
    aim: Aim
    units: tuple[str, ...]


class ChooseCover(Command):
    """Choose, as owner of the units under a barrage, the terrain of their hex that counts (OCS 10.0a)."""

    kind: Literal["choose cover"] = "choose cover"
    side: Side
    terrain: str


class BarrageFrame(Frame):
    """A barrage of a hex (OCS 10.0). side: who fires, from what source, with which units or planes.

    strength: not rounded, as text. column: where it starts, and after the shifts where it is rolled. terrain: what the
    owner of the target chose. partial: the part of its strength with which artillery fires, 0 for all (OCS 21.10).
    """

    kind: Literal["barrage"] = "barrage"
    step: str = "reckon"
    side: Side
    target: str
    aim: Aim
    source: Source = Source.ARTILLERY
    units: tuple[str, ...] = ()
    planes: tuple[str, ...] = ()
    strength: str = "0"
    column: int = 0
    terrain: str = ""
    partial: int = 0

    @property
    def owner(self) -> Side:
        """Whose units or facility are barraged."""
        return self.side.other


COMMANDS: tuple[type[Command], ...] = (Barrage, ChooseCover)
FRAMES: tuple[type[Frame], ...] = (BarrageFrame,)


def install(rules: Ruleset[State]) -> None:
    """Register barrages."""
    rules.command(Barrage, in_barrage, _blank, _fill)(_barrage)
    rules.command(ChooseCover, _asked, _cover_blank, _cover_fill)(_choose)
    for name, step in (("reckon", _reckon), ("cover", _cover), ("shift", _shift), ("roll", _roll), ("dg", _disorder)):
        rules.step(BarrageFrame, name)(step)
    rules.step(BarrageFrame, "facility")(_facility)
    rules.question(BarrageFrame, "choose cover")(_ask)


# --- who may give one


def in_barrage(state: State, side: str) -> bool:
    """Whether a side acts in a barrage segment and no procedure is under way."""
    now = state.now
    free = not state.frames and state.verdict is None and not state.memory.over
    return free and now.segment is Segment.BARRAGE and now.acts == side


@rule("OCS 10.0e")
def can_fire(state: State, side: str) -> bool:
    """Whether a side could give a barrage in this segment."""
    return in_barrage(state, side) and firing.any_barrage(state, side)


@rule("OCS 10.0", "OCS 10.1", "OCS 13.4")
def _barrage(draft: Draft[State], command: Barrage) -> None:
    """Announce a barrage of artillery (OCS 10.0); its dice are thrown by the frame."""
    state, units = draft.state, command.units
    if not units or len(set(units)) < len(units):
        raise refuse("units", "", "name at least one unit, and each of them once", pieces=units)
    hex_ = read_hex(state, command.target)
    label = state.world.label(hex_)
    for uid in units:
        if (refusal := firing.artillery_refusal(state, command.side, uid)) is not None:
            raise Refused(refusal)
        if not firing.reaches(state, uid, hex_):
            words = f"{label} is out of the range of {uid}, which is {state.units[uid].counter.range} hexes"
            raise refuse("out of range", "OCS 10.1", words, (label,), (uid,))
    if (refusal := firing.target_refusal(state, command.side, hex_, command.aim)) is not None:
        raise Refused(refusal)
    raise_if(team_refusal(state, units))
    if not firing.strong_enough(state, units):
        raise refuse("too weak", "OCS 10.0", "together they fire with a strength below 1", (label,), units)
    if (refusal := firing.supply_refusal(state, units, command.aim)) is not None:
        raise Refused(refusal)
    draft.open_frame(BarrageFrame(side=command.side, target=label, aim=command.aim, units=units))


# --- the steps, in the order of the booklet


@rule("OCS 10.0", "OCS 10.0a", "OCS 10.1b")
def _reckon(draft: Draft[State], frame: BarrageFrame) -> None:
    """Find what the column costs, and ask for it (OCS 10.0, 10.1b)."""
    if draft.state.points.everyone_supplied(draft.state) or not cost_of(draft.state, frame):
        open_fire(draft, frame)
    else:
        draft.change_frame(step="pay")


@rule("OCS 10.1b")
def cost_of(state: State, frame: BarrageFrame) -> int:
    """The T that a barrage takes: of artillery those of its column before shifts (OCS 10.1b)."""
    return firing.price(state, strength_of(state, frame), frame.aim, frame.source)


@rule("OCS 10.0", "OCS 10.2", "OCS 21.10")
def strength_of(state: State, frame: BarrageFrame) -> Fraction:
    """The strengths of all that fire in a barrage added up, not rounded (OCS 10.0), or the part of it (OCS 21.10)."""
    if frame.partial:
        return Fraction(frame.partial)
    return firing.total(state, frame.units) + firing.air_total(state, frame.planes)


@rule("OCS 10.0", "OCS 10.1b")
def open_fire(draft: Draft[State], frame: BarrageFrame) -> None:
    """Tell the strengths and the column of a barrage that is paid; from now on it counts as fired."""
    state, tables = draft.state, draft.state.world.tables
    strength = strength_of(state, frame)
    at_units = frame.aim is Aim.UNITS
    column = firing.start_column(state, strength, frame.aim)
    label = table.barrage_label if at_units else facility.facility_label
    draft.emit(
        BarrageReckoned(
            side=frame.side,
            target=frame.target,
            aim=frame.aim,
            source=frame.source,
            fire=(
                *(firing.told(state, uid) for uid in frame.units),
                *(firing.plane_told(state, pid) for pid in frame.planes),
            ),
            total=str(strength_of(state, frame.model_copy(update={"partial": 0}))),
            partial=frame.partial,
            column=column,
            heading=label(tables, column),
            cost=cost_of(state, frame),
        )
    )
    draft.change_frame(step="cover" if at_units else "facility", strength=str(strength), column=column)


@rule("OCS 10.0a")
def _cover(draft: Draft[State], frame: BarrageFrame) -> None:
    """Ask the owner of the target for a terrain where its hex holds more than one class of it (OCS 10.0a)."""
    world = draft.state.world
    found = terrains(world, world.place(frame.target))
    if len({terrain_row(world, each) for each in found}) > 1:
        draft.change_frame(step="choose cover")
    else:
        draft.change_frame(step="shift", terrain=found[0])


@rule("OCS 10.0a", "OCS 10.0b", "OCS 16.0d")
def _shift(draft: Draft[State], frame: BarrageFrame) -> None:
    """Move the column by all shifts that apply (OCS 10.0a)."""
    tables, facts = draft.state.world.tables, facts_of(draft.state, frame)
    shifts = table.barrage_shifts(tables, facts)
    column = table.final_column(tables, frame.column, shifts)
    draft.emit(
        BarrageShifted(
            target=frame.target,
            terrain=frame.terrain,
            row=facts.terrain,
            spotted=facts.spotted,
            shifts=tuple(FactorTold(value=str(each.value), rule=each.rule, why=each.why) for each in shifts),
            column=column,
            heading=table.barrage_label(tables, column),
        )
    )
    draft.change_frame(step="roll", column=column)


@rule("OCS 10.0b", "OCS 10.2", "OCS 14.1e")
def facts_of(state: State, frame: BarrageFrame) -> table.Barrage:
    """What a barrage of units is decided by, once its terrain is chosen."""
    hex_ = state.world.place(frame.target)
    targets = enemy_units(state, frame.side, hex_)
    hedgehog = state.hedgehogs.get(hex_)
    return table.Barrage(
        strength=Fraction(frame.strength),
        re=firing.crowd(state, targets),
        terrain=terrain_row(state.world, frame.terrain),
        source=frame.source,
        hedgehog=hedgehog.level if hedgehog is not None and hedgehog.side is frame.owner else 0,
        spotted=_spotted(state, frame, hex_),
        strat=any(state.units[uid].marker is Mode.STRAT for uid in targets),
        no_crowding=crowding_waived(state, frame.owner, hex_),
        close_air=firing.from_close_by(state, frame.planes, hex_),
        far_air=long_range(state, frame.planes, hex_),
    )


@rule("OCS 10.0b", "OCS 14.1e", "T2 4.1")
def _spotted(state: State, frame: BarrageFrame, hex_: Hex) -> bool:
    """Whether somebody spots for all that fire, no Strategic Bomber among them (OCS 10.0b, 14.1e)."""
    near = firing.spotter_near(state, frame.side, hex_, (*frame.units, *frame.planes))
    return near and not firing.any_strategic(state, frame.planes)


@rule("OCS 10.0a", "OCS 10.0r")
def _roll(draft: Draft[State], frame: BarrageFrame) -> None:
    """Roll, read the result, and let the owner of the target lose steps as he likes (OCS 10.0a, 10.0r)."""
    state, tables, facts = draft.state, draft.state.world.tables, facts_of(draft.state, frame)
    roll = sum(draft.roll(f"barrage of {frame.target}", 2))
    printed = table.barrage_result(tables, frame.column, roll)
    result = table.reduced(tables, printed, facts.hedgehog, facts.source, facts.spotted)
    half = draft.roll(f"half result in {frame.target}", 1)[0] if result == table.HALF else None
    effect = table.barrage_effect(tables, result, half)
    draft.emit(
        BarrageResolved(
            target=frame.target,
            roll=roll,
            printed=printed,
            result=result,
            why=_why(printed, result, facts),
            half=half,
            steps=effect.steps,
            dg=effect.dg,
        )
    )
    if not effect.dg:
        draft.close_frame()
        return
    draft.change_frame(step="dg")
    open_losses(draft, enemy_units(state, frame.side, state.world.place(frame.target)), effect.steps, WHY)


def _why(printed: str, result: str, facts: table.Barrage) -> str:
    """Why a printed result comes to another one (OCS 10.0r)."""
    if printed == result:
        return ""
    if facts.source is Source.NAVAL:
        return "fired by ships"
    if result == table.HALF:
        return "spotted, and no hedgehog of a high level"
    if facts.source is Source.AIR:
        return "fired by planes"
    return "a hedgehog of a high level" if facts.spotted else "no spotter"


@rule("OCS 10.0r", "OCS 5.10a")
def _disorder(draft: Draft[State], frame: BarrageFrame) -> None:
    """All combat units that are left in the hex go DG, once the steps are lost (OCS 10.0r, 5.10a)."""
    state, hex_ = draft.state, draft.state.world.place(frame.target)
    draft.close_frame()
    if stances := disordered(state, frame.owner, hex_):
        draft.emit(UnitsDisordered(stances=stances, why=WHY))
        take_control(draft, stances)  # a reserve is none any more
    rouse_trucks(draft, frame.owner, hex_, WHY)


def _facility(draft: Draft[State], frame: BarrageFrame) -> None:
    """A facility takes one die, without terrain, spotter or shifts (OCS 10.0c)."""
    draft.close_frame()
    facility_barrage.strike(draft, frame.owner, frame.target, frame.aim, frame.column)


# --- the forms


def _blank(state: State, side: str, filled: Sequence[Answer]) -> Blank | None:
    """The target hex, what there is announced, a unit, another one, and so on until enough."""
    possible = firing.possible_barrages(state, side)
    if not filled:
        return Blank("target", tuple(state.world.label(hex_) for hex_ in possible))
    hex_ = state.world.place(str(filled[0][1]))
    if len(filled) == 1:
        aims = (aim for aim in firing.aims(state, Side(side), hex_) if firing.joiners(state, side, hex_, (), aim))
        return Blank("aim", tuple(str(aim) for aim in aims))
    chosen = [str(value) for _, value in filled[2:]]
    if chosen and chosen[-1] == ENOUGH:
        return None
    more = tuple(firing.joiners(state, side, hex_, chosen, Aim(filled[1][1])))
    return Blank("unit", (*more, ENOUGH) if firing.strong_enough(state, chosen) else more)


def _fill(side: str, filled: Sequence[Answer]) -> Command:
    units = values(filled, "unit")
    return Barrage(side=Side(side), target=str(filled[0][1]), aim=Aim(filled[1][1]), units=units)


def _asked(state: State, side: str) -> bool:
    top = state.top_frame
    return isinstance(top, BarrageFrame) and top.step == "choose cover" and top.owner == side


def _ask(_: State, frame: BarrageFrame) -> Pending:
    prompt = f"which terrain counts for your units in {frame.target}, which is under barrage?"
    return Pending(frame.owner, prompt, "OCS 10.0a", ("choose cover",))


def _cover_blank(state: State, _side: str, filled: Sequence[Answer]) -> Blank | None:
    top = state.top_frame
    if filled or not isinstance(top, BarrageFrame):
        return None
    return Blank("terrain", terrains(state.world, state.world.place(top.target)))


def _cover_fill(side: str, filled: Sequence[Answer]) -> Command:
    return ChooseCover(side=Side(side), terrain=str(filled[0][1]))


@rule("OCS 10.0a")
def _choose(draft: Draft[State], command: ChooseCover) -> None:
    """The owner of the target has chosen its terrain (OCS 10.0a)."""
    top, world = draft.state.frame_of(BarrageFrame), draft.state.world
    found = terrains(world, world.place(top.target))
    if command.terrain not in found:
        words = f"{command.terrain!r} is no terrain of {top.target}; it has {', '.join(found)}"
        raise refuse("no such terrain", "OCS 10.0a", words, places=(top.target,))
    draft.change_frame(step="shift", terrain=command.terrain)
