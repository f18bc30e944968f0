"""What every game must keep, run for each game in the catalog and for a toy."""
