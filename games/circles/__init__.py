"""Circles: places for people who play together again, with a table, its evenings, and talk."""
