"""What changes: against a baseline, between judges or runs, in production; what to label next."""
