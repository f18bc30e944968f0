"""Tests of insight into a match of Secret Hitler."""
