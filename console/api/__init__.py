"""The HTTP interface under /v1/."""
