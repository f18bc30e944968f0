"""Plays whole seasons, and measures the seating of table nights."""
