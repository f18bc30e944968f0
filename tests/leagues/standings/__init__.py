"""Tests of the standings."""
