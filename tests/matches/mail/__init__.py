"""Tests of mail to players."""
