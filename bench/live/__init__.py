"""Runs the real server on its own core, and plays on it from another."""
