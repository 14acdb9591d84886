"""What verbs and predicates claim."""
