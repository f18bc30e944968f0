"""The tests: they mirror the packages, plus conformance, playthroughs and the browser.

- chaos/: `make chaos`, `make soak`: durability when everything around the tables breaks
- secrets/: `make secrets`: two worlds that one viewer cannot tell apart, byte for byte
"""
