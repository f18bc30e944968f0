"""What people hear, reach by keys, and read enlarged, in contrast themes or untranslated."""
