"""The chain of events: checked against all else, replayed, and told as proofs."""
