"""E-mail to players whose turn it is."""
