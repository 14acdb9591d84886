"""What may never stand in a reply, and what must, whatever was done."""
