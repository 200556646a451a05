"""Players: policies that answer when their side is asked."""

from ocs_engine.players.base import Player, PlayerMaker, Stuck, asked, play
from ocs_engine.players.random_player import RandomPlayer
from ocs_engine.players.simple import SimplePlayer

PLAYERS: dict[str, PlayerMaker] = {"random": RandomPlayer, "simple": SimplePlayer}
"""The players by the name that a command line gives them."""

__all__ = ["PLAYERS", "Player", "PlayerMaker", "RandomPlayer", "SimplePlayer", "Stuck", "asked", "play"]
