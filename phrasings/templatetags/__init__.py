"""Tags for the templates of phrasings."""
