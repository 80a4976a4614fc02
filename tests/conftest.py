"""What holds for every test."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

# Looking for garbage among all that pytest and the libraries keep took a tenth of the suite's time.
gc.set_threshold(20_000, 20, 50)

# How long an example takes says more about what else the machine does than about the product.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
