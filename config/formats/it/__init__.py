"""Italian date formats."""
