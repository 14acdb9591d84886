"""Settings: addresses below /o/<slug>/settings/."""

from django.urls import path

from console.organisations import views

app_name = "organisations"
urlpatterns = [
    path("", views.organisation_settings, name="settings"),
    path("members/", views.member_list, name="members"),
    path("members/invite", views.invite, name="invite"),
    path("members/<int:pk>/role", views.change_role, name="change_role"),
    path("members/<int:pk>/remove", views.remove, name="remove"),
    path("invitations/<int:pk>/withdraw", views.withdraw, name="withdraw"),
]
