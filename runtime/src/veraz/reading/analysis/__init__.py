"""What stands in a unit: its words, what each may be, its nouns and the scopes these stand in."""
