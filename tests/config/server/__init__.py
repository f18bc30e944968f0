"""What stands around requests and sockets."""
