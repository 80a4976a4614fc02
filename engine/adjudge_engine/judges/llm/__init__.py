"""A language model as a judge, reached through litellm: calls, limits, cache, cost."""
