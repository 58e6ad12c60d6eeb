"""No sort yet: sort, argsort, top-k and bincount belong here."""

ENTRIES = []
