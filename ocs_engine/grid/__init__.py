"""Axial hexes: labels, neighbours, hexsides, distance, range, line."""

from ocs_engine.grid.hexgrid import DIRECTIONS, OFF_MAP, STEPS, Edge, Grid, GridError, Hex, Sheet, corners

__all__ = ["DIRECTIONS", "OFF_MAP", "STEPS", "Edge", "Grid", "GridError", "Hex", "Sheet", "corners"]
