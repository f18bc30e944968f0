"""Seasons: settings, divisions, entries, draws, start and end."""
