"""Tests of what was played: replays, lists, records, proofs, numbers."""
