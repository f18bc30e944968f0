"""The page of a match: its fragments, its views and its responses."""
