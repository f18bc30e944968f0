"""Every URL against every kind of user."""
