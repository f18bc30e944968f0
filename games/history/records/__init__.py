"""Records: import, export, and checks of stored matches."""
