"""Tests of running matches."""
