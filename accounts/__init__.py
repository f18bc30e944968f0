"""Who people are: the user model, guests, profiles and privacy."""
