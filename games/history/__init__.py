"""Finished matches: lists, replays, records, verification and statistics."""
