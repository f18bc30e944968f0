"""Draws as pure functions of the contenders and a public seed.

draw.py defines the input (Contender) and the output (Pairing, DrawReport); lots.py draws lots from
the seed. round_robin.py and swiss.py pair duels; tables.py seats tables of five to ten. No Django,
no database, no clock: anybody can repeat a draw with its seed and contenders.
"""
