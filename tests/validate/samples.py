"""A small scenario file to spoil, and the length of a short game."""

SMALL = """\
Scenario 90: Small [R]
Turns: 15 Nov 1942 to 29 Dec 1942
Maps: A
Off-map boxes: Algiers, Sicily
Set-up order: Axis, Allied
First player: Allied
Axis ports: all others
Port damage: Bizerte, Tunis
Port damage table: 1-3: 1 hit, 4-6: 2 hits
Not in use: Sea Cap
8th Army: not in play
Victory: the Axis has combat units in Bizerte A44.31 and in 1 of Bône A17.26, Tabarka A30.26;
  the Allies occupy Tunis A48.24 by 29 Dec 1942; otherwise a draw

== Axis ==
Reserve markers: 4
Reinforcements: as listed
Supply sources: Sousse A54.11
A48.24: Pz Bn (190), March Bn (T-1,  -- two
  T-2), 2x Truck Points (F), 1 SP 2T [R]
A44.31: Level 1 Hedgehog
w/i 1 A44.31: 164 Le Div (all 5 units), 6-5-8 10 Pz Div (I-7 Pz), 10 Pz Div Organic Truck
Sicily B: LW Para Bn (III-5)
Level 1 air bases: A48.25
Air strips: A47.22
Aircraft: 3x Bf.109G*, 2x Ju.52#
Aircraft (A48.25): It MC.202
Surge: 2x Bf.110*#
Dead pile: 10 Pz Div (II-7 Pz)
Dead planes: Ju.87
Set-up rebuild: one of 10 Pz Div (II-7 Pz)
Each turn: 1 SP at Sousse A54.11
19 Nov 1942 at Tunis A48.24: 334 Inf Div (754 Inf), 334 Inf Div (755 Inf), 2x Reserve markers

== Allied ==
A17.26: Para Bn (1, 2, 3), 1 SP
Each turn: rebuild 1 unit by rail at A08.11 or A18.11
Algiers: 1x Pax, 2x Eq
"""
"""Nearly every statement once, and nothing wrong."""


ACTS = 12
"""Acts of the short game, those of its set-up not counted."""
