from __future__ import annotations

import base64
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured

from console.webhooks import sealing, signatures


def test_the_example_of_the_specification_is_signed_as_it_says() -> None:
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    made = signatures.headers("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, [secret])
    assert made == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_two_secrets_make_two_signatures() -> None:
    first, second = signatures.new_secret(), signatures.new_secret()
    both = signatures.headers("msg_1", 1, b"{}", [first, second])["webhook-signature"].split()
    assert both == [signatures.headers("msg_1", 1, b"{}", [each])["webhook-signature"] for each in (first, second)]


def test_a_secret_has_256_bits_behind_its_prefix() -> None:
    prefix, _underscore, rest = signatures.new_secret().partition("_")
    assert (prefix, len(base64.b64decode(rest, validate=True))) == ("whsec", 32)


def test_a_sealed_secret_cannot_be_seen_and_comes_back() -> None:
    sealed = sealing.seal("whsec_abc")
    assert "abc" not in sealed
    assert sealing.unseal(sealed) == "whsec_abc"


def test_a_secret_outlives_a_new_secret_key_while_the_old_one_is_a_fallback(settings: Any) -> None:
    sealed, old = sealing.seal("whsec_abc"), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [old]
    resealed = sealing.reseal(sealed)
    settings.SECRET_KEY_FALLBACKS = []
    assert sealing.unseal(resealed) == "whsec_abc"
    with pytest.raises(sealing.CannotOpen, match="SECRET_KEY_FALLBACKS"):
        sealing.unseal(sealed)


def test_the_check_in_the_documentation_takes_ours_and_nothing_else() -> None:
    page = (Path(configured.ROOT) / "docs" / "alerts-and-webhooks.md").read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], found)
    verified, now, secret = found["verified"], int(time.time()), signatures.new_secret()
    sent = signatures.headers("msg_1", now, b"{}", [signatures.new_secret(), secret])
    assert verified(sent, b"{}", secret)
    assert not verified(sent, b"{ }", secret)
    assert not verified(sent, b"{}", signatures.new_secret())
    assert not verified(signatures.headers("msg_1", now - 400, b"{}", [secret]), b"{}", secret)
