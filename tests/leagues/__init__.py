"""Leagues: draws, seasons, standings, and the pages that show them."""
