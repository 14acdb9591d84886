from __future__ import annotations

import pytest
from django.test import Client

from console.organisations.actor import Actor
from console.web.catalogue import Text, in_code, in_template, problems, root


def test_every_text_is_translated_and_none_is_stale() -> None:
    assert problems(root()) == [], "make messages brings the catalogue up to the sources"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("Save") + gettext_lazy("Open") + other("No")', [Text("Open"), Text("Save")]),
        ('ngettext("one", "many", n)', [Text("one", "many")]),
        ('pgettext("of a page", "Next")', [Text("Next", context="of a page")]),
        ("_(name)", []),
    ],
)
def test_texts_are_found_in_code(source: str, found: list[Text]) -> None:
    assert sorted(in_code(source)) == found


def test_texts_are_found_in_templates() -> None:
    source = """{% translate "It's here" %}{% blocktranslate with a=b.c %}For {{ a }}{% endblocktranslate %}
        {% if x == _("yes") %}{% endif %}
        {% blocktranslate count n=n %}One{% plural %}{{ n }} things{% endblocktranslate %}"""
    assert sorted(in_template(source)) == [
        Text("For %(a)s"),
        Text("It's here"),
        Text("One", "%(n)s things"),
        Text("yes"),
    ]


def test_a_reader_chooses_portuguese_and_stays_on_the_page(viewer: Actor, viewer_client: Client) -> None:
    address = f"/o/{viewer.organisation.slug}/settings/"
    page = viewer_client.post("/language", {"language": "pt-br", "next": address}, follow=True).content.decode()
    assert "Configurações" in page
    assert '<html lang="pt-br"' in page
    assert "Language the selector reads" in page


def test_the_browsers_language_is_spoken_where_none_was_chosen(client: Client) -> None:
    page = client.get("/accounts/login/", headers={"Accept-Language": "pt-BR,pt;q=0.9"}).content.decode()
    assert "Pular para o conteúdo" in page
