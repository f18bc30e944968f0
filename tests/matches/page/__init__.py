"""Tests of a match's page."""
