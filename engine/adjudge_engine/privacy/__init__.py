"""What may leave the machine: redaction, approved providers."""
