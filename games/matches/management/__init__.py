"""Commands of the matches app."""
