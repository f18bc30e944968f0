"""Tests of insight into a match of Noir."""
