"""Simultaneous actions of several people, on real PostgreSQL."""
