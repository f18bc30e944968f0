"""For operators of a site: health, metrics, backups, and their own pages."""
