"""Tests of reports, decisions and appeals."""
