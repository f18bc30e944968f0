"""Tests of finished matches: replays, lists, records, proofs, statistics."""
