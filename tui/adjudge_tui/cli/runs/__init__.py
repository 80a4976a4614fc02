"""Commands that evaluate, serve and take in."""
