"""Chat at the table and in the gallery."""
