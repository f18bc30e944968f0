"""The API: tokens, and operations with which a program plays in its owner's seat."""
