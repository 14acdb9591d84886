"""Activity: addresses below /o/<slug>/activity/."""

from django.urls import path

from console.audit import views

app_name = "audit"
urlpatterns = [path("", views.activity, name="activity")]
