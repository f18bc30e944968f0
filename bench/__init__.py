"""Measures what the site costs: `make bench`. Each figure stands beside its target.

engine.py measures the rules alone, prepare.py fills a database with matches and with what will be
played in them, server.py runs the real server on a core of its own, load.py plays from another.
"""
