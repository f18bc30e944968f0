"""Tables before the start and after the end: the front page, open, sit, start, rematch."""
