"""From claims and a record to what the person reads: evidence is gathered, claims are judged, what is false replaced."""
