"""Settings, addresses and servers; the only package that knows all others."""
