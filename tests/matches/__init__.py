"""Tests of tables, moves and live pages from a user's side, including attacks."""
