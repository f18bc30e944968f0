"""Tests of the installation's tools."""
