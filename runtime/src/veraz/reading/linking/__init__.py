"""Which tools the nouns of a unit speak of."""
