"""A file of anything is taken or refused with words, never answered with 500."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from console.organisations.actor import Actor
from tests import factories

ODD = {
    "nul": b'{"tools": "\0"}',
    "escaped nul": b'{"tools": [{"name": "\\u0000", "write": false, "input_schema": {}}]}',
    "escaped nul in YAML": b'refund_card: {en: {done: "\\0"}}',
    "half a surrogate": b'refund_card: {en: {done: "\\uD800"}}',
    "no UTF-8": b"\xff\xfe\xfd",
    "overlong": b"refund_card: \xc0\x80",
    "a number of names": b"99999999999999999999: {en: {done: 1}}",
    "a year that is none": b"refund_card: {en: {done: 99999-01-01}}",
    "a day that is none": b"refund_card: {en: {done: 2027-02-31}}",
    "a tag": b"!!python/object/apply:os.system [ls]",
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
@pytest.mark.parametrize("page", ["tools/register", "phrasings/import/"])
def test_an_odd_file_is_answered_with_words(owner: Actor, page: str, content: bytes) -> None:
    factories.tools(owner.organisation)
    client = factories.signed_in(owner)
    client.raise_request_exception = False
    file = SimpleUploadedFile("\0²" + "n" * 300, content)
    answer = client.post(f"/o/{owner.organisation.slug}/{page}", {"file": file})
    assert answer.status_code in (200, 422)
