"""The site: its addresses, the overview, errors, theme and health."""
