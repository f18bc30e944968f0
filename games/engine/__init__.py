"""The contract every game keeps: pure functions over frozen facts; no Django, no I/O, no clock."""
