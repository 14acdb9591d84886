"""What the calls of a record carry that claims are held to: values, names, attempts at one thing."""
