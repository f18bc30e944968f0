"""Who meets whom: draws as pure functions of who is there and of a printed seed.

draw.py says what goes in (Contender) and comes out (Draw, Report), lots.py how chance is drawn from
the seed. round_robin.py and swiss.py pair duels; tables.py and designs.py seat tables of five to
ten. No Django, no database, no clock: whoever knows the seed and the contenders can repeat a draw.
"""
