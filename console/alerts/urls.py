"""Alerts: addresses below /o/<slug>/settings/alerts/."""

from django.urls import path

from console.alerts import views

app_name = "alerts"
urlpatterns = [
    path("", views.alert_list, name="list"),
    path("new/<slug:kind>/", views.new, name="new"),
    path("<int:pk>/", views.one, name="one"),
    path("<int:pk>/remove", views.remove, name="remove"),
]
