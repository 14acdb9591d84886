"""Phrasings: addresses below /o/<slug>/phrasings/."""

from django.urls import URLPattern

app_name = "phrasings"
urlpatterns: list[URLPattern] = []
