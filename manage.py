#!/usr/bin/env python
"""The console's commands: `python manage.py help` lists them."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.development")
    execute_from_command_line(sys.argv)
