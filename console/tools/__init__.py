"""Tools that runtimes have registered."""
