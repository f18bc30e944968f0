"""Leagues: seasons of rounds and fixtures, with draws, results and standings."""
