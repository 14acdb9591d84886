"""Meters: addresses below /o/<slug>/meters/."""

from django.urls import path

from console.meters import views

app_name = "meters"
urlpatterns = [
    path("", views.meters, name="meters"),
    path("csv", views.export, name="csv"),
]
