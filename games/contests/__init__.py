"""Contests as pure functions: who meets whom (pairing) and who is ahead (standings).

Usable without the site, like the engine: no Django, no database, no clock.
"""
