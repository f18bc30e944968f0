"""Tests of Noir's bots."""
