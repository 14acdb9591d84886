"""``python -m veraz.cli``."""

from veraz.cli import main

main()
