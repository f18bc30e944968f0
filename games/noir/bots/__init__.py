"""Bots: each sees its view and its choices, and nothing else."""
