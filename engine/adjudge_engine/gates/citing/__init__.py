"""Citations: where they lead, in the list and in the prose, and whether it stands there."""
