"""For operators of a site: health, metrics, backup, and their own pages."""
