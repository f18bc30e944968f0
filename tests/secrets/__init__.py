"""Plays one match as two truths, and compares all bytes sent to a viewer."""
