"""What is claimed by telling what one notices: "it is history"."""
