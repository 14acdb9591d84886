from __future__ import annotations

import base64

import pytest

from console.webhooks import sealing, signing


def test_the_example_of_the_specification_is_signed_as_it_says() -> None:
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    made = signing.headers("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, [secret])
    assert made == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_two_secrets_make_two_signatures() -> None:
    first, second = signing.new_secret(), signing.new_secret()
    both = signing.headers("msg_1", 1, b"{}", [first, second])["webhook-signature"].split()
    assert both == [signing.headers("msg_1", 1, b"{}", [each])["webhook-signature"] for each in (first, second)]


def test_a_secret_has_256_bits_behind_its_prefix() -> None:
    prefix, _underscore, rest = signing.new_secret().partition("_")
    assert (prefix, len(base64.b64decode(rest, validate=True))) == ("whsec", 32)


def test_a_sealed_secret_cannot_be_seen_and_comes_back() -> None:
    sealed = sealing.seal("whsec_abc")
    assert "abc" not in sealed
    assert sealing.unseal(sealed) == "whsec_abc"


def test_a_secret_outlives_a_new_secret_key_while_the_old_one_is_a_fallback(settings: object) -> None:
    sealed, old = sealing.seal("whsec_abc"), settings.SECRET_KEY  # type: ignore[attr-defined]
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [old]  # type: ignore[attr-defined]
    resealed = sealing.reseal(sealed)
    settings.SECRET_KEY_FALLBACKS = []  # type: ignore[attr-defined]
    assert sealing.unseal(resealed) == "whsec_abc"
    with pytest.raises(sealing.CannotOpen, match="SECRET_KEY_FALLBACKS"):
        sealing.unseal(sealed)
