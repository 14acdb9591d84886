"""What replies say about tools: drafts, versions, suggestions."""
