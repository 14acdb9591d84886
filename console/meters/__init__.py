"""Counts that runtimes send: taken in exactly once, rolled up, and read."""
