"""How dates are written, where Django's own way of a language would mislead."""
