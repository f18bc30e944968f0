"""Replays: a match moment by moment, from one perspective."""
