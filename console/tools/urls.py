"""Tools: addresses below /o/<slug>/tools/."""

from django.urls import URLPattern

app_name = "tools"
urlpatterns: list[URLPattern] = []
