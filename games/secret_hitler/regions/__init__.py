"""The table of Secret Hitler in regions: a slice for each piece of the page that changes alone."""
