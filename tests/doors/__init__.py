"""Every address against every kind of person."""
