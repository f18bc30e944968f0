"""Measures the bots, and the readings of matches; prints the tables of docs/bots.md."""
