"""The console: where an organisation keeps its phrasings, its languages and its counts."""
