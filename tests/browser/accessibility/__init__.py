"""Accessibility: speech, keys, zoom, contrast themes and untranslated pages."""
