"""Noir, by the chapters of its rules; cells are numbered 0 to 24, row by row."""
