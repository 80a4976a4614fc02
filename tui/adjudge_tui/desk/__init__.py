"""The desk of one reviewer: its app and its state, without widgets."""
