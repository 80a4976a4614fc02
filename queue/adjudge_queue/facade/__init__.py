"""`Queue`, the one way in: every operation on a queue's file, part by part."""
