"""Plays one match as two truths, and compares all bytes that a viewer is sent."""
