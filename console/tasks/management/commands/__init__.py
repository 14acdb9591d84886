"""Commands of tasks."""
