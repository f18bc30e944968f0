"""The history of the tables of people."""
