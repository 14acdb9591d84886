"""What a unit is for, whatever it claims: it asks, waits, doubts, tells what follows, tells something outright."""
