"""Tests of what pages of matches are drawn from."""
