"""The audit of organisers' acts: recording, display labels, and webhook events."""
