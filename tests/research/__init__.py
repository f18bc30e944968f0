"""Tests of the measurements of bots."""
