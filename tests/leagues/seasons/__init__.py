"""Tests of seasons: how they are drawn, played, left and closed."""
