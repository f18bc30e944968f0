"""Users, guests, profiles and privacy."""
