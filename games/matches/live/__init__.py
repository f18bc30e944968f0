"""Live updates: publish and subscribe, and the sockets."""
