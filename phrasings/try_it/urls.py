"""Try it: its address, /o/<slug>/phrasings/try/."""

from django.urls import path

from phrasings.try_it import views

app_name = "try_it"
urlpatterns = [path("", views.try_it, name="try")]
