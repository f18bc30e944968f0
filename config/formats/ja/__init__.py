"""How Japanese writes dates."""
