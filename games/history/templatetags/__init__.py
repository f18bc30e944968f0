"""Template tags of the history app."""
