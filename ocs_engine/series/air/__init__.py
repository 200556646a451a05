"""Chapters 14 and 15: the air war."""
