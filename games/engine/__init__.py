"""The contract of every game: pure functions over frozen facts, without Django or I/O."""
