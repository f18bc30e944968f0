"""The page of a match: the state that it is drawn from, its fragments, and its answers."""
