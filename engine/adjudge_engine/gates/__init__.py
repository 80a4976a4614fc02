"""The gates: one module a layer, each a pure function from a subject to its checks."""
