"""The server layers around requests and sockets."""
