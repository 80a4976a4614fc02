"""What a claim states about its numbers: the calculation, its operands, denials, limits."""
