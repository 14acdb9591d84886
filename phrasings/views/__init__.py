"""The pages of phrasings."""
