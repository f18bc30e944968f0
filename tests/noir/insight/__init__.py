"""Tests of what could be known of a match of Noir."""
