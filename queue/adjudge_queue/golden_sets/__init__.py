"""Golden sets: frozen, compared, taken in, withdrawn, and planted as hidden items."""
