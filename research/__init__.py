"""Measures the bots and the insight into matches; prints the tables of docs/bots.md."""
