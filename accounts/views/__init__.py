"""The pages about people: accounts, blocks, the language."""
