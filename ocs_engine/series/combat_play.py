"""The commands, forms and questions of a combat (OCS 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ocs_engine.kernel.draft import Draft
from ocs_engine.kernel.messages import Command, Refused, refuse
from ocs_engine.kernel.ruleset import ENOUGH, Answer, Blank, Pending, Ruleset, values
from ocs_engine.series import attack, combat
from ocs_engine.series.combat import CombatFrame
from ocs_engine.series.fight_commands import Advance, Attack, ChooseTerrain, NameLead, TakeOption
from ocs_engine.series.forms import acting, several
from ocs_engine.series.independents import attack_leads
from ocs_engine.series.places import read_hex
from ocs_engine.series.teams import in_one_team
from ocs_engine.state.model import State
from ocs_engine.state.slots import Segment
from ocs_engine.world.counters import Side

Filled = Sequence[Answer]
IGNORE = "ignore"
"""The answer of a defender who leaves his option aside (OCS 9.10c)."""


def install(rules: Ruleset[State]) -> None:
    """Register combats."""
    for name, take in combat.STEPS.items():
        rules.step(CombatFrame, name)(take)
    for name, (side_of, prompt, case, kind) in _QUESTIONS.items():
        rules.question(CombatFrame, name)(_asking(side_of, prompt, case, kind))
    rules.command(Attack, _may_attack, _attack_blank, _attack_fill)(_attack)
    rules.command(NameLead, _asked("name attacker", "name defender"), _lead_blank, _lead_fill)(_name_lead)
    rules.command(ChooseTerrain, _asked("choose terrain"), _terrain_blank, _terrain_fill)(_choose_terrain)
    rules.command(TakeOption, _asked("attacker chooses", "defender chooses"), _option_blank, _option_fill)(_option)
    rules.command(Advance, _asked("choose advance"), _advance_blank, _advance_fill)(_advance)


# --- questions


def _attacker(frame: CombatFrame) -> Side:
    return frame.side


def _defender(frame: CombatFrame) -> Side:
    return frame.side.other


_QUESTIONS: dict[str, tuple[Callable[[CombatFrame], Side], str, str, str]] = {
    "name attacker": (_attacker, "which unit leads the attack on {target}?", "OCS 9.6", "name lead"),
    "name defender": (_defender, "which unit leads the defence of {target}?", "OCS 9.6", "name lead"),
    "choose terrain": (_defender, "which terrain counts in {target}?", "OCS 9.4", "choose terrain"),
    "attacker chooses": (_attacker, "{result} in {target}: how many steps, the rest as retreat?", "OCS 9.10",
                         "take option"),
    "defender chooses": (_defender, "{result} in {target}: how many steps, the rest as retreat?", "OCS 9.10",
                         "take option"),
    "choose advance": (_attacker, "who advances into {target}?", "OCS 9.12g", "advance"),
}  # fmt: skip
"""The steps at which a combat asks: whom, what, by which rule, and the command that answers."""


def _asking(
    side_of: Callable[[CombatFrame], Side], prompt: str, case: str, kind: str
) -> Callable[[State, CombatFrame], Pending]:
    def ask(_: State, frame: CombatFrame) -> Pending:
        words = prompt.format(target=frame.target, result=frame.result)
        return Pending(side_of(frame), words, case, (kind,))

    return ask


def _asked(*steps: str) -> Callable[[State, str], bool]:
    """Whether a side is asked at one of some steps of a combat."""

    def opened(state: State, side: str) -> bool:
        top = state.top_frame
        return isinstance(top, CombatFrame) and top.step in steps and _QUESTIONS[top.step][0](top) == side

    return opened



# --- the attack


def _may_attack(state: State, side: str) -> bool:
    """Whether a side may declare attacks now: it acts in a combat segment (OCS 9.1)."""
    return state.now.segment is Segment.COMBAT and acting(state, side)


def _attack_blank(state: State, side: str, filled: Filled) -> Blank | None:
    """The target, then a unit, another or enough."""
    found = attack.all_targets(state, Side(side))
    if not filled:
        return Blank("target", tuple(state.world.label(hex_) for hex_ in found))
    able, chosen = found[state.world.place(filled[0][1])], values(filled, "unit")
    return several([uid for uid in able if in_one_team(state, (*chosen, uid))], filled)


def _attack_fill(side: str, filled: Filled) -> Command:
    return Attack(side=Side(side), target=str(filled[0][1]), units=values(filled, "unit"))


def _attack(draft: Draft[State], command: Attack) -> None:
    target = read_hex(draft.state, command.target)
    refusal = attack.units_refusal(draft.state, command.units, target)
    if refusal is not None:
        raise Refused(refusal)
    combat.open_combat(draft, command.side, target, command.units)


# --- who leads


def _leaders(state: State, frame: CombatFrame) -> tuple[str, ...]:
    return attack_leads(state, frame.units) if frame.step == "name attacker" else frame.defenders


def _lead_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    return None if filled else Blank("unit", _leaders(state, state.frame_of(CombatFrame)))


def _lead_fill(side: str, filled: Filled) -> Command:
    return NameLead(side=Side(side), unit=str(filled[0][1]))


def _name_lead(draft: Draft[State], command: NameLead) -> None:
    frame = draft.state.frame_of(CombatFrame)
    able = _leaders(draft.state, frame)
    if command.unit not in able:
        case = "OCS 21.3" if frame.step == "name attacker" and command.unit in frame.units else "OCS 9.6"
        words = f"{command.unit} may not lead; the lead is one of {', '.join(able)}"
        raise refuse("not in this fight", case, words, pieces=(command.unit,))
    if frame.step == "name attacker":
        draft.change_frame(step="defender leads", attacker_lead=command.unit)
    else:
        draft.change_frame(step="terrain", defender_lead=command.unit)


# --- terrain


def _terrain_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """The own terrain, then what counts against each attacking hex."""
    own, each = combat.terrain_choices(state, state.frame_of(CombatFrame))
    blanks = [("terrain", own), *((f"against {label}", choices) for label, choices in each.items())]
    return Blank(*blanks[len(filled)]) if len(filled) < len(blanks) else None


def _terrain_fill(side: str, filled: Filled) -> Command:
    chosen = {name.removeprefix("against "): str(value) for name, value in filled[1:]}
    return ChooseTerrain(side=Side(side), terrain=str(filled[0][1]), against=chosen)


def _choose_terrain(draft: Draft[State], command: ChooseTerrain) -> None:
    own, each = combat.terrain_choices(draft.state, draft.state.frame_of(CombatFrame))
    if command.terrain not in own:
        raise _no_such_terrain(command.terrain, own)
    settled = {label: command.against.get(label, choices[0] if len(choices) == 1 else "")
               for label, choices in each.items()}  # fmt: skip
    for label, choice in settled.items():
        if choice not in each[label]:
            raise _no_such_terrain(choice, each[label], label)
    if strangers := sorted(command.against.keys() - each.keys()):
        raise refuse("no such hex", "OCS 9.4", f"no attack comes from {', '.join(strangers)}", places=strangers)
    draft.change_frame(step="dice", terrain=command.terrain, against=settled)


def _no_such_terrain(choice: str, choices: Sequence[str], label: str = "") -> Exception:
    where = f" against {label}" if label else ""
    words = f"{choice or 'nothing'} cannot be chosen{where}; the choices are {', '.join(choices)}"
    return refuse("no such terrain", "OCS 9.4", words, places=(label,) if label else ())


# --- the option


def _split_choices(state: State, frame: CombatFrame) -> tuple[int, ...]:
    if frame.step == "attacker chooses":
        left = combat.alive(state, frame.units)
        return combat.splits(state, left, frame.parsed.attacker_option, (frame.target,))
    left = combat.alive(state, frame.defenders)
    return combat.splits(state, left, frame.parsed.defender_option, combat.attacked_from(frame))


def _may_ignore(frame: CombatFrame) -> bool:
    return frame.step == "defender chooses" and combat.freed(frame)


def _option_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    frame = state.frame_of(CombatFrame)
    aside = (IGNORE,) if _may_ignore(frame) else ()
    return None if filled else Blank("steps", (*aside, *_split_choices(state, frame)))


def _option_fill(side: str, filled: Filled) -> Command:
    value = filled[0][1]
    return TakeOption(side=Side(side), ignore=True) if value == IGNORE else TakeOption(side=Side(side), steps=value)


def _option(draft: Draft[State], command: TakeOption) -> None:
    frame = draft.state.frame_of(CombatFrame)
    if command.ignore:
        if not _may_ignore(frame):
            words = "the option may be ignored only by a defender whose attacker retreated, or could not take his own"
            raise refuse("not free", "OCS 9.10c", words, places=(frame.target,))
        combat.ignore_option(draft, frame)
        return
    choices = _split_choices(draft.state, frame)
    if command.steps not in choices:
        words = f"{command.steps} steps cannot be chosen; the choices are {', '.join(map(str, choices))}"
        raise refuse("no such split", "OCS 9.10", words, places=(frame.target,))
    if frame.step == "attacker chooses":
        combat.take_attacker_option(draft, frame, command.steps)
    else:
        combat.take_defender_option(draft, frame, command.steps)


# --- advance


def _advance_blank(state: State, _side: str, filled: Filled) -> Blank | None:
    """A unit, another or enough; nobody need go, and where something is to be taken one must be able to attack."""
    if filled and filled[-1][1] == ENOUGH:
        return None
    frame, chosen = state.frame_of(CombatFrame), values(filled, "unit")
    more = tuple(uid for uid in combat.advancers(state, frame) if uid not in chosen)
    target = state.world.place(frame.target)
    done = not chosen or combat.may_enter_together(state, frame.side, chosen, target)
    return Blank("unit", (*more, ENOUGH) if done else more)


def _advance_fill(side: str, filled: Filled) -> Command:
    return Advance(side=Side(side), units=values(filled, "unit"))


def _advance(draft: Draft[State], command: Advance) -> None:
    state, frame = draft.state, draft.state.frame_of(CombatFrame)
    able = combat.advancers(state, frame)
    strangers = [uid for uid in command.units if uid not in able]
    if strangers or len(set(command.units)) < len(command.units):
        words = f"may advance, each once: {', '.join(able)}; not {', '.join(strangers) or 'a unit twice'}"
        raise refuse("may not advance", "OCS 9.12g", words, places=(frame.target,), pieces=command.units)
    if command.units and not combat.may_enter_together(
        state, frame.side, command.units, state.world.place(frame.target)
    ):
        words = f"{frame.target} holds enemy non-combat units; an Attack-Capable unit must be among those that enter"
        raise refuse("enemy non-combat units", "OCS 4.8c", words, places=(frame.target,), pieces=command.units)
    combat.carry_advance(draft, frame, command.units)
