"""Commands of the history app."""
