"""Contests: pairing and standings."""
