"""What agents may ask."""
