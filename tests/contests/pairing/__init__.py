"""Draws: compared with brute force for small fields, and over whole seasons for large ones."""
