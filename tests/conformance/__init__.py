"""The requirements of every game, tested for each game in the catalog and for a toy."""
