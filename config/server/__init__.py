"""Around requests and sockets: limits, probes, threads, and jobs that run in the server."""
