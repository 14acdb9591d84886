"""Tools: addresses below /o/<slug>/tools/."""

from django.urls import path

from console.tools import views

app_name = "tools"
urlpatterns = [
    path("", views.tool_list, name="list"),
    path("register", views.register, name="register"),
    path("<str:tool>/", views.one, name="one"),
]
