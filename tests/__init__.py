"""The tests: they mirror the packages, plus conformance, playthroughs and the browser."""
