"""Texts removed for good, by hand or by age, so that the record still verifies."""
