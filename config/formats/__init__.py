"""Date and time formats of each language (setting FORMAT_MODULE_PATH)."""
