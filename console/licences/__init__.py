"""Licences of an organisation: what the operator grants, and the signed files that its owners take to runtimes."""
