"""Commands for operators: doctor, backup, restore."""
