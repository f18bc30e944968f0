"""Layout tests: nothing overlaps, moves or is cut off."""
