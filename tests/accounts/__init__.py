"""People: names, guests, log-in, privacy, data."""
