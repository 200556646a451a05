"""Options that several commands share, gathered in one object each: a user gives the options, a command takes it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from ocs_engine.cli.inputs import (
    AttackerArOption,
    AttackOption,
    CloseAirOption,
    DefenderArOption,
    DefendOption,
    FarAirOption,
    HedgehogOption,
    NoSpotterOption,
    OverrunOption,
    RegimentsOption,
    SourceOption,
    StratOption,
    StrengthOption,
    TerrainOption,
    check_hedgehog,
)
from ocs_engine.cli.output import CommandError, ExitCode

if TYPE_CHECKING:
    from ocs_engine.series.tables.barrage import Barrage
    from ocs_engine.series.tables.combat import Attack
    from ocs_engine.world.tables import Tables


@dataclass(frozen=True, slots=True)
class AttackOptions:
    """An attack told by its figures."""

    attack: AttackOption
    defend: DefendOption
    terrain: TerrainOption
    attacker_ar: AttackerArOption
    defender_ar: DefenderArOption
    hedgehog: HedgehogOption = 0
    overrun: OverrunOption = False

    def of(self, tables: Tables) -> Attack:
        """The attack that they describe; raises CommandError for a hedgehog that there is not."""
        from ocs_engine.series.tables.combat import Attack

        check_hedgehog(tables, self.hedgehog)
        return Attack(
            self.attack, self.defend, self.terrain, self.attacker_ar, self.defender_ar, self.hedgehog, self.overrun
        )


@dataclass(frozen=True, slots=True)
class BarrageOptions:
    """A barrage against units told by its figures."""

    strength: StrengthOption
    re: RegimentsOption
    terrain: TerrainOption
    source: SourceOption = "artillery"
    hedgehog: HedgehogOption = 0
    no_spotter: NoSpotterOption = False
    strat: StratOption = False
    close_air: CloseAirOption = False
    far_air: FarAirOption = False

    def of(self, tables: Tables) -> Barrage:
        """The barrage that they describe; raises CommandError for flags that do not go together."""
        from ocs_engine.series.tables.barrage import QUARTERS, Barrage, Source

        check_hedgehog(tables, self.hedgehog)
        if self.source != Source.AIR and (self.close_air or self.far_air):
            raise CommandError(f"--{'close' if self.close_air else 'far'}-air goes with --source air", ExitCode.USAGE)
        return Barrage(
            strength=self.strength,
            re=int(self.re * QUARTERS),
            terrain=self.terrain,
            source=Source(self.source),
            hedgehog=self.hedgehog,
            spotted=not self.no_spotter,
            strat=self.strat,
            close_air=self.close_air,
            far_air=self.far_air,
        )


def gathered(options: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command's first parameter be an object of options: each of its fields becomes an option of the command."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        name, *others = inspect.signature(command).parameters.values()
        hints = get_type_hints(options, include_extras=True) | get_type_hints(command, include_extras=True)
        own = [_option(each.name, hints[each.name], each.default) for each in fields(options)]
        rest = [_option(each.name, hints[each.name], each.default) for each in others]
        known = {each.name for each in own}

        @wraps(command)
        def run(**given: Any) -> None:
            chosen = options(**{key: value for key, value in given.items() if key in known})
            command(**{name.name: chosen}, **{key: value for key, value in given.items() if key not in known})

        run.__signature__ = inspect.Signature([*own, *rest])  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in (*own, *rest)}
        return run

    return decorate


def _option(name: str, hint: Any, default: Any) -> inspect.Parameter:
    value = inspect.Parameter.empty if default is MISSING else default  # a parameter's own word for it stays
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=hint)
