"""Settings of the console: base, and one module for each place it runs."""
