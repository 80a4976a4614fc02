"""The thin widgets that the screens are made of."""
