"""Tests of ratings: the mathematics, what counts, rebuilding, and the pages."""
