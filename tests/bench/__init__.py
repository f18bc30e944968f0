"""What the measurements print."""
