"""Measures the costs of the site: `make bench`. Each result is printed with its target.

- live/: the costs of moves and open pages on the real server, of the rules; a plan for more people
- bots/: the strength of the bots, and their beliefs compared with the truth
- leagues/: whole seasons
"""
