"""Measures what the site costs: `make bench`. Each figure stands beside its target.

- live/: what moves and open pages cost, on the real server; the rules alone; a plan for more people
- bots/: how strong the bots are, and what they believe beside what is true
- leagues/: whole seasons, and the seating of table nights
- history.py: the lists of a million matches
"""
