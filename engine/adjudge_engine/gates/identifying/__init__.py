"""Which sources a case rests on, and whether its contexts stand in them."""
