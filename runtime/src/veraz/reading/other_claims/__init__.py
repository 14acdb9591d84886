"""What is claimed with no verb that a tool has: short answers, items, ellipses, verbs that no table knows."""
