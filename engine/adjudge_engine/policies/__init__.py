"""Policy files that ship with the engine."""
