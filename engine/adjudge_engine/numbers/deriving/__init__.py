"""Numbers that no context has in digits, but that follow: counts, lists, what goes unsaid."""
