"""How often something may be done: counted once over all processes."""
