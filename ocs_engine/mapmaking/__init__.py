"""Makes the map: from geography and facts in `maps/sources/` to the baked files that the game loads, and its proofs."""
