"""Decisions about users' conduct: reports, decisions and appeals."""
