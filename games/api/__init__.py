"""The API: tokens, and requests by which a program plays on its owner's seat."""
