"""Exact chances by the tables of the series; those of attacks from a position are in `odds.position`."""

from ocs_engine.odds.chances import (
    AIR_WAYS,
    ATTACK_WAYS,
    BARRAGE_WAYS,
    AirOdds,
    AttackOdds,
    BarrageOdds,
    Case,
    Chances,
    Option,
)

__all__ = [
    "AIR_WAYS",
    "ATTACK_WAYS",
    "BARRAGE_WAYS",
    "AirOdds",
    "AttackOdds",
    "BarrageOdds",
    "Case",
    "Chances",
    "Option",
]
