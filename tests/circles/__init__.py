"""Circles: places for people who play together again."""
