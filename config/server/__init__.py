"""What stands around requests and sockets: limits, probes, threads, and jobs beside the server."""
