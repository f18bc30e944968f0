"""Settings, request handling, and the database."""
