"""The contract that every game fulfils: pure functions over frozen facts, without Django or I/O."""
