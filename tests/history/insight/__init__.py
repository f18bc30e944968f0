"""Tests of insights."""
