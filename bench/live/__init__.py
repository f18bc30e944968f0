"""Runs the real server on a core of its own, and plays on it from another."""
