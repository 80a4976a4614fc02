"""The checks inside other tools: one question, "does anything speak against this answer?", for all.

`grounding` asks it; `deepeval` and `ragas` wrap it as those libraries' metrics, `testing` as a
pytest plugin. Nothing here opens a connection, and the libraries are loaded on first use alone.
"""
