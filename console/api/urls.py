"""The HTTP interface: addresses below /v1/."""

from django.urls import URLPattern

app_name = "api"
urlpatterns: list[URLPattern] = []
