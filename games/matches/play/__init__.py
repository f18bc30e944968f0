"""A running match: services, clocks, table votes, the referee, the projection of the log."""
