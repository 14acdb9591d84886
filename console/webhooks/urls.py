"""Webhooks: addresses below /o/<slug>/settings/webhooks/."""

from django.urls import path

from console.webhooks import views

app_name = "webhooks"
urlpatterns = [
    path("", views.endpoint_list, name="list"),
    path("<int:pk>/", views.one, name="one"),
    path("<int:pk>/rotate", views.rotate, name="rotate"),
    path("<int:pk>/test", views.test, name="test"),
    path("<int:pk>/stop", views.stop, name="stop"),
    path("<int:pk>/start", views.start, name="start"),
    path("<int:pk>/remove", views.remove, name="remove"),
    path("deliveries/<int:pk>/", views.delivery, name="delivery"),
    path("deliveries/<int:pk>/resend", views.resend, name="resend"),
]
