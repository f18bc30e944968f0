"""Open, sit, play, watch: tables from the empty lobby to the finished record."""
