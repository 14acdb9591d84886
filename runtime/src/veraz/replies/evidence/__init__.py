"""What the record holds that a claim is held to."""
