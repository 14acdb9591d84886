"""Alerts: what an organisation wants to be told of its counts, and when it was."""
