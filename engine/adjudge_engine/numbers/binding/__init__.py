"""What a number belongs to: whether the contexts say it of what the answer says it of."""
