"""Ratings of players from finished matches, with their uncertainty, and leaderboards."""
