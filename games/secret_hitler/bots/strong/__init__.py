"""The strong bot: the exact posterior, its opponent model, and its decisions."""
