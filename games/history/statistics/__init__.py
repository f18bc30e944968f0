"""Statistics on finished matches, from sums that are kept up to date."""
