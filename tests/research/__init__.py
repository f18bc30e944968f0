"""The tests of what measures bots."""
