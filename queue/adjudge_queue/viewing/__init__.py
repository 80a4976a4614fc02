"""What one viewer is shown: items read, masked, and blind where they are to be."""
