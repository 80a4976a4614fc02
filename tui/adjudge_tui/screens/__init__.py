"""The places of the review desk, one module each."""
