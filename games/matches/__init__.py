"""Matches: tables to play at and watch, from opening to the finished record."""
