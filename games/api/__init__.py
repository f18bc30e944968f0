"""Anybody's bot: tokens, and a small API by which a program plays for its owner's seat."""
