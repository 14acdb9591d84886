"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from console.organisations.activity import activity
from console.organisations.invitations import invitation
from console.organisations.views import new
from console.web import preferences, views

organisation: list[URLPattern | URLResolver] = [
    path("", views.overview, name="overview"),
    path("phrasings/", include("phrasings.urls")),
    path("phrasings/try/", include("phrasings.try_it.urls")),
    path("suggestions/", include("phrasings.suggestions.urls")),
    path("tools/", include("console.tools.urls")),
    path("meters/", include("console.meters.urls")),
    path("activity/", activity, name="activity"),
    path("settings/", include("console.organisations.urls")),
    path("settings/keys/", include("console.keys.urls")),
    path("settings/licence/", include("console.licences.urls")),
    path("settings/alerts/", include("console.alerts.urls")),
    path("settings/webhooks/", include("console.webhooks.urls")),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("o/<slug:slug>/", include(organisation)),
    path("organisations/new", new, name="new_organisation"),
    path("invitations/<str:token>/", invitation, name="invitation"),
    path("v1/", include("console.api.urls")),
    path("accounts/", include("allauth.urls")),
    path("theme", preferences.choose, {"name": "theme"}, name="theme"),
    path("keys", preferences.choose, {"name": "keys"}, name="keys"),
    path("language", preferences.choose_language, name="language"),
    path("admin/", admin.site.urls),
]

handler400 = "console.web.error_pages.bad_request"
handler403 = "console.web.error_pages.forbidden"
handler404 = "console.web.error_pages.not_found"
handler500 = "console.web.error_pages.failed"
