"""Leagues: seasons of rounds and fixtures, drawn, played, and told as standings."""
