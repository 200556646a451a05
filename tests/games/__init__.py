"""Whole finished games kept as logs, and every way in which a game can end.

    python3 run.py games           prove every kept game: decide each command again and compare
    python3 run.py games --renew   play them all again, after a change of rules or data

`games.csv` lists them; the logs lie beside it.
"""
