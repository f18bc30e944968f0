"""Tests of drawing the pages of matches."""
