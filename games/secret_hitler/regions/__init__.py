"""The table of Secret Hitler in regions: a slice for each piece that changes independently."""
