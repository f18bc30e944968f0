"""Secret Hitler, tested by the chapters of its written rules."""
