"""How often something may be done: counted in the database, which is the one thing that all processes share."""
