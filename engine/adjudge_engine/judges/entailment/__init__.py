"""A user's own entailment or hallucination model as a judge, by path or by endpoint."""
