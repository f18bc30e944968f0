"""Settings, addresses and the way in; the only room that knows all others."""
