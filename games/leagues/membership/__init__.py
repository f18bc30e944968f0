"""Leagues and their members: creating a league, joining and leaving, and members' free hours."""
