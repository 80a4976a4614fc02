"""People and judges as raters: agreement, on any scale, of any number of them."""
