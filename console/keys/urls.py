"""API keys: addresses below /o/<slug>/settings/keys/."""

from django.urls import path

from console.keys import views

app_name = "keys"
urlpatterns = [
    path("", views.key_list, name="list"),
    path("<int:pk>/rotate", views.rotate, name="rotate"),
    path("<int:pk>/revoke", views.revoke, name="revoke"),
]
