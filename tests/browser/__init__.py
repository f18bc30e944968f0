"""Whole matches in a real browser."""
