"""Try it: a pasted reply, held to calls that someone sets up. Nothing of it is stored or logged."""
