"""What agents, tools and providers hand over, as calls: results to outcomes, messages to records, reasons to words."""
