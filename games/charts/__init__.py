"""Charts that the server draws: where bars, lines and labels lie in a picture. No Django."""
