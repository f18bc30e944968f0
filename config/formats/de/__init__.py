"""German date formats."""
