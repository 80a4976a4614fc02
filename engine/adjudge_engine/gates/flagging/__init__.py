"""The review flags: what no check of a citation sees and code cannot settle."""
