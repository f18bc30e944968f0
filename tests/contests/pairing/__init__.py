"""Draws: against brute force where fields are small, over whole seasons where they are not."""
