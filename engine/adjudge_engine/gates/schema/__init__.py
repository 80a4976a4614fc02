"""JSON Schema, bounded in time and depth, with nothing fetched."""
