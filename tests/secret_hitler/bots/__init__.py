"""Tests of Secret Hitler's bots."""
