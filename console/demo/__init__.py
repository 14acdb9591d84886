"""A shop to look at: its people, tools and phrasings, served from this machine. `python -m console.demo --help`."""
