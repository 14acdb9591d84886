"""The licence: addresses below /o/<slug>/settings/licence/."""

from django.urls import path

from console.licences import views

app_name = "licences"
urlpatterns = [
    path("", views.licence, name="licence"),
    path("issue", views.issue, name="issue"),
    path("download", views.download, name="download"),
]
