"""Reading numbers in words and numerals, in many languages."""
