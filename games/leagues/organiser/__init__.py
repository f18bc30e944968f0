"""The pages of organisers."""
