"""Commands of leagues."""
