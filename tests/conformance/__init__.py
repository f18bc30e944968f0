"""The requirements of every game, tested for the catalog and for a game that only tests know."""
