"""Plays whole seasons."""
