"""Empty so far."""

ENTRIES = []
