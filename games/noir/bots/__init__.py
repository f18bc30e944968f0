"""Bots: each sees only its view and its choices."""
