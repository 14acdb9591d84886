"""Suggestions: phrasings drafted from what a tool returns, which someone accepts or rejects. None is used before."""
