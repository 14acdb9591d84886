"""Suggestions: addresses below /o/<slug>/suggestions/."""

from django.urls import path

from phrasings.suggestions import views

app_name = "suggestions"
urlpatterns = [
    path("", views.suggestion_list, name="list"),
    path("refresh/", views.refresh, name="refresh"),
    path("<int:pk>/", views.one, name="one"),
    path("<int:pk>/check/", views.check, name="check"),
    path("<int:pk>/accept/", views.accept, name="accept"),
    path("<int:pk>/reject/", views.reject, name="reject"),
    path("<int:pk>/offer/", views.offer_again, name="offer"),
]
