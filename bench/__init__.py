"""Measures what the site costs: `make bench`. Each figure stands beside its target.

- live/: what moves and open pages cost, on the real server; the rules alone; a plan for more people
- chaos/: `make chaos`, `make soak`: what lasts when everything around the tables breaks
- secrets/: `make secrets`: two worlds that one viewer cannot tell apart, byte for byte
- bots/: how strong the bots are, and what they believe beside what is true
- leagues/: whole seasons, and the seating of table nights
- history.py: the lists of a million matches
"""
