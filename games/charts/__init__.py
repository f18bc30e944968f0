"""Charts drawn by the server: positions of bars, lines and labels in a picture. No Django."""
