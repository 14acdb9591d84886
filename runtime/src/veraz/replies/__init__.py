"""From claims and a record to what the person reads: evidence gathered, claims judged, what is false replaced."""
