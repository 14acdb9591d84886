"""Tests of the console. Django is set up here, so that the runtime's tests run where there is none."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.test")
django.setup()
