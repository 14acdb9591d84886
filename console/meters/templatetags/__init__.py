"""Tags that speak of counts."""
