"""Template tags of the ratings app."""
