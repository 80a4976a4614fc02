"""Whether two numbers state the same thing, whatever their units and precision."""
