"""Template tags of matches."""
