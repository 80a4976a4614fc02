"""Text as the engine compares it: normalisation with offsets, tokens, finding."""
