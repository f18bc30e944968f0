"""SQLite with a queue for writers."""
