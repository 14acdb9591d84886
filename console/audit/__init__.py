"""What was changed, by whom: lines that are only ever added."""
