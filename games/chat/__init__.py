"""Table talk beside the board, and the gallery that no living player can read."""
