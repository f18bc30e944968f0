"""Rendering of matches: page states, regions, and panels of other apps."""
