"""What could be known at each moment, what luck did, and how good decisions were."""
