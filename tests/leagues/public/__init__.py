"""Tests of the league pages that everybody may see."""
