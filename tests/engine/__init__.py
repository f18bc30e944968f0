"""The engine: chance, records and the headless commands, on their own."""
