"""Circles: private groups of people who play together regularly, with a table and messages."""
