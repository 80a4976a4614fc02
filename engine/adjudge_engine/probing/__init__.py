"""Is a judge to be relied on: paired probes with a noise floor, and defects planted on purpose."""
