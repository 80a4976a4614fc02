"""Reading numbers in digits: figures, what stands around them, units, currencies, scales."""
