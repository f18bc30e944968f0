"""The output of the measurements."""
