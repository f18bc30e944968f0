"""Tests of organisers' pages and of members' own steps."""
