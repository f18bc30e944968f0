"""Ratings of players with their uncertainty, computed from finished matches; leaderboards."""
