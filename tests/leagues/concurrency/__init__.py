"""Two people at once, on real PostgreSQL."""
