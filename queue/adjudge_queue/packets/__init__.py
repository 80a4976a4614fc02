"""Packets: work that is taken to another host and merged when it comes back."""
