"""The recorder: enters games that were played at a real table."""
