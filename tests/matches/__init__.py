"""Tables, moves, live pages: tested as people use them, mallory included."""
