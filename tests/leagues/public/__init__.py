"""Tests of the public league pages."""
