"""Tests of what runs an installation."""
