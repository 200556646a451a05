"""A headless rules engine for the Operational Combat Series."""

__version__ = "0.1.0"
