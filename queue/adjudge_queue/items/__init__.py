"""Items: put in, given out by leases and turns, and the one way to change their state."""
