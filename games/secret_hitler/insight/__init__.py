"""Insight at each moment, luck, and the quality of decisions."""
