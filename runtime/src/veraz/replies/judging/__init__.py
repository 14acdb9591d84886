"""Claims held to the record: which call each speaks of, and whether that bears it out."""
