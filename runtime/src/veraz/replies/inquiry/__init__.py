"""Asking a judge, where one is set, about what no rule decided; its answers are held to the record like claims."""
