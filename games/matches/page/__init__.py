"""The page of a match: fragments, views and responses."""
