"""Long games of nonsense, with everything that can neither appear nor vanish counted after every event.

    python3 run.py fuzz                      200 games of all scenarios, two at a time
    python3 run.py fuzz --games 20 --seed 7  as many, from that seed on
    python3 run.py fuzz --minutes 4          as many as fit in the time

A game goes on for `--acts` commands (400) from a turn drawn at random; the seed of a game gives it again exactly.
"""
