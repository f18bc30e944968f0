"""For the operator of a site: health, metrics, backup, and their own pages."""
