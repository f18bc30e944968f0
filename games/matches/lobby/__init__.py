"""Tables before the start and after the end: front page, opening, seats, start, rematch."""
