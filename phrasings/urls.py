"""Phrasings: addresses below /o/<slug>/phrasings/."""

from django.urls import URLPattern, path, register_converter

from phrasings import converters
from phrasings.views import editor, matrix, publishing, transfer, versions

register_converter(converters.ToolName, "tool")
register_converter(converters.OutcomeName, "outcome")
register_converter(converters.LanguageCode, "language")
register_converter(converters.VersionNumber, "version")

app_name = "phrasings"
urlpatterns: list[URLPattern] = [
    path("", matrix.matrix, name="matrix"),
    path("publish/", publishing.publish, name="publish"),
    path("import/", transfer.import_file, name="import"),
    path("versions/", versions.version_list, name="versions"),
    path("versions/compare/", versions.compare, name="compare"),
    path("versions/<version:number>/", versions.one, name="version"),
    path("versions/<version:number>/restore/", publishing.restore, name="restore"),
    path("versions/<version:number>/export/", transfer.export, name="export"),
    path("<tool:tool>/<outcome:outcome>/", editor.edit, name="edit"),
    path("<tool:tool>/<outcome:outcome>/check/", editor.check, name="check"),
    path("<tool:tool>/<outcome:outcome>/<language:language>/discard/", editor.discard, name="discard"),
]
