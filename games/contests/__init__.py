"""Contests as pure functions: the pairings of rounds, and the standings.

Usable without the site, like the engine: no Django, no database, no clock.
"""
