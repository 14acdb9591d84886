"""Organisations, their members, and what each member may do."""
