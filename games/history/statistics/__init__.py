"""Statistics over finished matches, from sums that are kept up to date."""
