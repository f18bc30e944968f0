"""What the pages of the accounts need of the template language."""
