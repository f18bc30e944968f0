"""How Italian writes dates."""
