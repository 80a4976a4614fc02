"""Finding, in the contexts, the numbers that a number of the answer may rest on."""
