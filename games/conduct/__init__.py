"""Decisions about what people do here: reports, decisions and appeals."""
