"""What planes can barrage, whatever the kind of mission (OCS 10.2, 14.7, 14.8), and the bombs themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ocs_engine.grid import Hex
from ocs_engine.kernel.cases import rule
from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Refusal
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank
from ocs_engine.series import firing
from ocs_engine.series.air.missions import MissionFrame, flying, ready_planes
from ocs_engine.series.air.planes import reaches
from ocs_engine.series.air.sweep import more_planes
from ocs_engine.series.barrage import BarrageFrame
from ocs_engine.series.firing import Aim
from ocs_engine.series.numbers import rounded
from ocs_engine.series.tables.barrage import Source
from ocs_engine.series.teams import in_one_team
from ocs_engine.state.air_events import Mission
from ocs_engine.state.model import State
from ocs_engine.world.counters import Side

# --- which planes


@rule("OCS 10.0", "OCS 10.2", "T2 1.7a")
def bombers_refusal(state: State, planes: Sequence[str], aim: Aim) -> Refusal | None:
    """Why planes that may fly together may not barrage such a target, or None: what they are, and their strength."""
    for pid in planes:
        if (refusal := _unfit(state, pid, aim)) is not None:
            return refusal
    if not strong_enough(state, planes):
        words = "together they barrage with a strength below 1"
        return Refusal(code="too weak", rule="OCS 10.0", sentence=words, pieces=tuple(planes))
    return None


def _unfit(state: State, pid: str, aim: Aim) -> Refusal | None:
    return state.points.may_bomb_units(state, pid) if aim is Aim.UNITS else None


@rule("OCS 10.0")
def strong_enough(state: State, planes: Iterable[str]) -> bool:
    """Whether planes make a barrage together: a strength of at least 1 (OCS 10.0)."""
    return rounded(firing.air_total(state, planes)) >= 1


def bombers(state: State, side: Side, aim: Aim) -> list[str]:
    """The planes of a side that could fly a barrage of such a target in this phase, wherever it is."""
    return [pid for pid in ready_planes(state, side) if _unfit(state, pid, aim) is None]


class Radius:
    """Where a barrage of some kind can be flown by planes of a side, asked hex by hex.

    Of the planes that are strong enough for one alone the farthest flying of each base decides.
    """

    def __init__(self, state: State, planes: Sequence[str]) -> None:
        self._state = state
        farthest: dict[int, str] = {}
        for pid in planes:
            plane = state.planes[pid]
            known = farthest.get(plane.place)
            longer = known is None or state.planes[known].aircraft.range < plane.aircraft.range
            if strong_enough(state, (pid,)) and longer:
                farthest[plane.place] = pid
        self._farthest = tuple(farthest.values())

    def __bool__(self) -> bool:
        """Whether there is such a plane at all."""
        return bool(self._farthest)

    def __contains__(self, hex_: Hex) -> bool:
        return any(reaches(self._state, pid, hex_) for pid in self._farthest)


# --- at what


@rule("OCS 10.0c", "OCS 10.0d", "OCS 10.2")
def bomb_targets(state: State, side: Side) -> Iterator[tuple[Hex, list[Aim]]]:
    """The hexes in which planes of a side reach something of the enemy's that can be barraged, in order, and what.

    Whether a hex has had its barrage is not asked.
    """
    within = {aim: Radius(state, bombers(state, side, aim)) for aim in (Aim.UNITS, Aim.AIR_BASE)}
    if not any(within.values()):
        return
    size, closed = state.world.atlas.grid.size, state.points.closed_to(state, side)
    for hex_ in sorted({*state.here, *state.bases, *state.ports}):
        if 0 <= hex_ < size and hex_ not in closed and (there := firing.aims(state, side, hex_)):
            found = [aim for aim in there if hex_ in within[aim if aim is Aim.UNITS else Aim.AIR_BASE]]
            if found:
                yield hex_, found


def bombers_blank(state: State, able: Sequence[str], filled: Sequence[Answer]) -> Blank | None:
    """A plane, another one, and so on until enough; what cannot barrage flies along where others can (OCS 14.2a)."""
    blank, chosen = more_planes(state, able, filled, Mission.BARRAGE), [str(value) for _, value in filled]
    if blank is None or strong_enough(state, chosen):
        return blank
    size = state.points.mission_size
    more = (pid for pid in blank.values if pid != ENOUGH)

    def goes_on(pid: str) -> bool:
        if strong_enough(state, (pid,)):
            return True
        friends = (other for other in able if in_one_team(state, (*chosen, pid, other)))
        room = len(chosen) + 1 < size(state, Mission.BARRAGE, (*chosen, pid))
        return room and any(strong_enough(state, (other,)) for other in friends)

    return Blank(blank.name, tuple(filter(goes_on, more)))


# --- the bombs


@rule("OCS 10.2", "OCS 14.7", "OCS 14.8")
def drop_bombs(draft: Draft[State], frame: MissionFrame) -> None:
    """Barrage with the planes that have come through, each as strong as it is now; then they go home (OCS 14.2f F)."""
    planes = tuple(flying(draft.state, frame))
    draft.change_frame(step="go home")
    if strong_enough(draft.state, planes):
        draft.open_frame(
            BarrageFrame(side=frame.side, target=frame.hex, aim=Aim(frame.aim), source=Source.AIR, planes=planes)
        )
