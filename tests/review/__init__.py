"""Findings of a reviewer who tried to break the site, each with the test that shows it."""
