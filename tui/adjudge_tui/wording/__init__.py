"""All words that the desk shows, by language."""
