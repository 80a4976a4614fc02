"""What a judge may do: admission, thresholds, and the guarantee that goes with them."""
