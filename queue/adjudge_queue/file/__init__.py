"""How the queue's file is made, opened, locked, written, brought forward and copied."""
