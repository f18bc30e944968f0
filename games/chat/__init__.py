"""Chat: at the table, among eliminated players, and among spectators (the gallery)."""
