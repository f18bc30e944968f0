"""Tests of e-mails to players."""
