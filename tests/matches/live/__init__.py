"""Tests of live updates."""
