"""The page of a match: its state, its fragments, and its responses."""
