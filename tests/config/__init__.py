"""Settings, the way in, and the database that everything stands on."""
