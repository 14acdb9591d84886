"""API keys of an organisation."""
