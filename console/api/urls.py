"""The HTTP interface: addresses below /v1/."""

from django.urls import path, re_path

from console.api import keys, meters, phrasings, schema, suggestions, tools

app_name = "api"
urlpatterns = [
    path("outcome-phrasings", phrasings.Live.as_view(), name="live"),
    path("outcome-phrasings/versions", phrasings.Versions.as_view(), name="versions"),
    path("outcome-phrasings/versions/<int:number>", phrasings.OneVersion.as_view(), name="version"),
    path("outcome-phrasings/versions/<int:number>/diff", phrasings.VersionDifference.as_view(), name="difference"),
    path("outcome-phrasings/suggestions", suggestions.Suggestions.as_view(), name="suggestions"),
    path("outcome-phrasings/suggestions/<int:pk>/accept", suggestions.Accept.as_view(), name="accept"),
    path("outcome-phrasings/suggestions/<int:pk>/reject", suggestions.Reject.as_view(), name="reject"),
    path("tools", tools.Tools.as_view(), name="tools"),
    path("meters", meters.Meters.as_view(), name="meters"),
    path("keys", keys.Keys.as_view(), name="keys"),
    path("schema", schema.OpenApi.as_view(), name="schema"),
    path("docs", schema.Docs.as_view(), name="docs"),
    re_path("", schema.Missing.as_view()),
]
