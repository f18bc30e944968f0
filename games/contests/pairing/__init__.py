"""Draws as pure functions of the contenders and of a public seed.

draw.py has the input (Contender) and the output (Pairing, DrawReport); lots.py draws lots from the
seed. round_robin.py and swiss.py pair duels; tables.py seats tables of five to ten.
No Django, no database, no clock: with the seed and the contenders anybody can repeat a draw.
"""
