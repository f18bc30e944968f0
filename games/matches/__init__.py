"""Matches: tables from opening to the finished record, to play at and to watch."""
