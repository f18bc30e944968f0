"""Settings, URLs and servers; the only package that imports all others."""
