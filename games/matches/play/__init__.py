"""Running matches: services, clocks, table votes, the referee, and projections of the log."""
