"""A licence is verified offline; what does not hold comes to the lowest plan, and nothing stops for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from joserfc import jws
from joserfc.jwk import OKPKey

from veraz import Agent, tool
from veraz.errors import ConfigurationError
from veraz.sync.clock_mark import FileMark
from veraz.sync.keys import KeySet
from veraz.sync.signed_licence import Licence, Source
from veraz.sync.terms import State

DAY = 24 * 60 * 60
ISSUED = 1_800_000_000
ENDS = ISSUED + 365 * DAY
OURS, THEIRS = OKPKey.generate_key("Ed25519"), OKPKey.generate_key("Ed25519")
CLAIMS = {
    "jti": "corner-shop-1",
    "aud": "veraz-runtime",
    "organisation": "corner-shop",
    "plan": "enterprise",
    "features": ["personal_data"],
    "iat": ISSUED,
    "nbf": ISSUED,
    "exp": ENDS,
}


def signed(key: OKPKey = OURS, typ: str = "licence+jwt", **claims: Any) -> str:
    """Return a licence as the console signs it; a claim that is ``None`` is left out."""
    said = {name: value for name, value in {**CLAIMS, **claims}.items() if value is not None}
    header = {"alg": "Ed25519", "kid": key.thumbprint(), "typ": typ}
    return jws.serialize_compact(header, json.dumps(said), key, algorithms=["Ed25519"])


def key_set(*keys: OKPKey) -> KeySet:
    return KeySet.of({"keys": [key.as_dict(private=False) for key in keys]})


class Clock:
    """Tells the time that it was set to."""

    def __init__(self, now: float = ISSUED + DAY) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


Given = Callable[..., Licence]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def given(clock: Clock, tmp_path: Path) -> Given:
    """Give what makes a licence of a text; each is that of a process that has just started."""

    def licence(text: str, keys: Any = None, **settings: Any) -> Licence:
        mark = FileMark(tmp_path, clock)
        return Licence(Source(text), keys or key_set(OURS), mark, clock=clock, **settings)

    return licence


def test_a_valid_licence_allows_what_it_says_and_no_more(given: Given) -> None:
    licence = given(signed())
    assert (licence.state, licence.plan) == (State.VALID, "enterprise")
    assert (licence.allows("personal_data"), licence.allows("anything_else")) == (True, False)


@pytest.mark.parametrize(
    ("now", "state", "plan"),
    [
        (ENDS - 1, "valid", "enterprise"),
        (ENDS, "in grace", "enterprise"),
        (ENDS + 14 * DAY - 1, "in grace", "enterprise"),
        (ENDS + 14 * DAY, "expired", "free"),
    ],
)
def test_a_licence_holds_for_fourteen_days_after_its_end(
    given: Given, clock: Clock, now: int, state: str, plan: str
) -> None:
    licence = given(signed())
    clock.now = now
    assert (licence.state, licence.plan, licence.allows("personal_data")) == (state, plan, plan == "enterprise")


def test_a_licence_whose_term_lies_ahead_is_not_yet_valid(given: Given) -> None:
    licence = given(signed(nbf=ISSUED + 30 * DAY))
    assert (licence.state, licence.plan) == ("not yet valid", "free")


def test_a_clock_that_is_slow_does_not_hold_a_new_licence_up(given: Given, clock: Clock) -> None:
    clock.now = ISSUED - 300
    assert given(signed()).state is State.VALID


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (signed(THEIRS), "no key that is held"),
        (signed(typ="outcome-phrasings+jws"), "no key that is held"),
        (signed()[:-4] + "AAAA", "no key that is held"),
        ("a.b.c", "no key that is held"),
        ("no licence", "no signed document"),
        (signed(aud="another-runtime"), "it is for 'another-runtime', not for veraz-runtime"),
        (signed(aud=None), "not for veraz-runtime"),
        (signed(exp=None), "'exp' is not understood"),
        (signed(exp="2099-12-31"), "'exp' is not understood"),
        (signed(exp=True), "'exp' is not understood"),
        (signed(exp=10**30), "'exp' is not understood"),
        (signed(features="personal_data"), "'features' is not understood"),
        (signed(organisation=""), "'organisation' is not understood"),
    ],
)
def test_what_cannot_be_verified_is_not_trusted_and_says_why(given: Given, text: str, why: str) -> None:
    licence = given(text)
    assert (licence.state, licence.plan, licence.allows("personal_data")) == ("not trusted", "free", False)
    assert why in licence.standing().why


def test_no_licence_is_the_lowest_plan_and_nothing_to_be_warned_of(given: Given, caplog: Any) -> None:
    caplog.set_level("WARNING", "veraz.sync")
    licence = given("")
    assert (licence.state, licence.plan, licence.allows("personal_data")) == ("absent", "free", False)
    assert not caplog.records


def test_a_licence_of_another_organisation_is_said_so_and_allows_nothing(given: Given, caplog: Any) -> None:
    caplog.set_level("WARNING", "veraz.sync")
    licence = given(signed(), organisation=lambda: "book-shop")
    assert (licence.state, licence.plan) == ("of another organisation", "free")
    assert "corner-shop-1 is that of corner-shop, and the console's phrasings are of book-shop" in caplog.text


def test_until_the_organisation_is_known_the_licence_is_taken_at_its_word(given: Given) -> None:
    known: list[str] = []
    licence = given(signed(), organisation=lambda: known[0] if known else None)
    assert licence.plan == "enterprise"
    known.append("book-shop")
    assert licence.plan == "free"


def test_a_clock_that_is_set_back_does_not_bring_an_expired_licence_back(given: Given, clock: Clock) -> None:
    licence = given(signed())
    clock.now = ENDS + 15 * DAY
    assert licence.state is State.EXPIRED
    clock.now = ENDS - DAY
    assert licence.state is State.EXPIRED
    assert given(signed()).state is State.EXPIRED, "nor after a restart"


def test_a_clock_that_once_ran_ahead_is_cured_by_a_new_licence(given: Given, clock: Clock) -> None:
    clock.now = ENDS + 15 * DAY
    assert given(signed()).state is State.EXPIRED
    clock.now = ISSUED + 2 * DAY
    assert given(signed(iat=ISSUED + 2 * DAY, jti="corner-shop-2")).state is State.VALID


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"no mark\n", b"a 1\nb\n"])
def test_a_mark_that_cannot_be_read_stops_nothing(given: Given, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "licence-clock.txt").write_bytes(content)
    assert given(signed()).state is State.VALID


def test_where_no_mark_can_be_kept_it_is_held_in_memory(clock: Clock, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    licence = Licence(Source(signed()), key_set(OURS), FileMark(tmp_path / "file" / "state", clock), clock=clock)
    assert licence.state is State.VALID
    clock.now = ENDS + 15 * DAY
    assert licence.state is State.EXPIRED
    clock.now = ISSUED + DAY
    assert licence.state is State.EXPIRED


def test_marks_of_two_licences_stand_side_by_side(clock: Clock, tmp_path: Path) -> None:
    assert FileMark(tmp_path, clock).latest("a") == clock.now
    clock.now += DAY
    FileMark(tmp_path, clock).latest("b")
    clock.now -= DAY
    assert FileMark(tmp_path, clock).latest("a") == clock.now
    assert FileMark(tmp_path, clock).latest("b") == clock.now + DAY


def test_a_renewed_file_is_read_without_a_restart(clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "shop.licence"
    file.write_text(signed() + "\n")
    licence = Licence(Source(path=file), key_set(OURS), FileMark(tmp_path, clock), clock=clock)
    clock.now = ENDS + 15 * DAY
    assert licence.plan == "free"
    file.write_text(signed(iat=ENDS, nbf=ENDS, exp=ENDS + 365 * DAY, jti="corner-shop-2"))
    clock.now += 60
    assert (licence.plan, licence.standing().claims.name) == ("enterprise", "corner-shop-2")  # type: ignore[union-attr]


def test_keys_that_arrive_later_make_a_licence_trusted_at_once(given: Given) -> None:
    class Keys:
        held = key_set(THEIRS)

        def fingerprints(self) -> tuple[str, ...]:
            return self.held.fingerprints()

        def verified_compact(self, signed: str, typ: str) -> bytes:
            return self.held.verified_compact(signed, typ)

    keys = Keys()
    licence = given(signed(), keys)
    assert licence.state is State.NOT_TRUSTED
    keys.held = key_set(OURS, THEIRS)
    assert licence.state is State.VALID


def test_each_trouble_is_said_once_and_so_is_its_end(given: Given, clock: Clock, caplog: Any) -> None:
    caplog.set_level("INFO", "veraz.sync")
    licence = given(signed())
    for now in (ENDS - 1, ENDS, ENDS + 1, ENDS + 15 * DAY, ENDS + 16 * DAY):
        clock.now = now
        licence.allows("personal_data")
    grace, expired = (record.message for record in caplog.records)
    assert grace.startswith("the licence corner-shop-1 ended on 2028-01-15 08:00 UTC and holds until 2028-01-29 08:00")
    assert expired.endswith("the plan is the free one, and the check runs all the same")


def test_a_licence_is_found_in_the_environment_or_in_a_file(tmp_path: Path) -> None:
    file, keys = tmp_path / "shop.licence", tmp_path / "keys.json"
    file.write_text(signed(exp=4_000_000_000))
    keys.write_text(json.dumps({"keys": [OURS.as_dict(private=False)]}))
    common = {"VERAZ_KEYS": str(keys), "VERAZ_STATE": str(tmp_path)}
    for place in ({"VERAZ_LICENCE": file.read_text()}, {"VERAZ_LICENCE_FILE": str(file)}):
        assert Licence.load(environ=common | place).plan == "enterprise"
    assert Licence.load(file, environ=common).plan == "enterprise"
    assert Licence.load(environ=common).state is State.ABSENT


def test_a_file_that_is_not_there_is_said_and_comes_to_the_lowest_plan(tmp_path: Path, caplog: Any) -> None:
    caplog.set_level("WARNING", "veraz.sync")
    licence = Licence.load(tmp_path / "none.licence", keys=key_set(OURS), state=tmp_path, environ={})
    assert (licence.state, licence.plan) == ("absent", "free")
    assert "none.licence: there is no such file; the plan is the free one" in caplog.text


def test_without_keys_to_verify_it_with_a_licence_is_not_trusted(tmp_path: Path) -> None:
    licence = Licence.load(state=tmp_path, environ={"VERAZ_LICENCE": signed()})
    assert licence.state is State.NOT_TRUSTED
    assert "VERAZ_KEYS" in licence.standing().why


def test_a_licence_in_two_places_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="not both"):
        Licence.load(environ={"VERAZ_LICENCE": "a", "VERAZ_LICENCE_FILE": "b"})


@tool(write=False, output_schema={"type": "object", "properties": {"email": {"type": "string", "x-personal": True}}})
def find_customer() -> Any:
    """Find who ordered."""
    return {"email": "ana@example.org"}


READ = "Ana's address is ana@example.org."
WITHHELD = "Done: find customer.\nThis reply was written without a model."


def answered(**settings: Any) -> str:
    """Return what a person reads whose order a model looks up."""

    def model(conversation: list[dict[str, Any]]) -> Any:
        if conversation[-1]["role"] == "user":
            return {"content": "", "tool_calls": [{"name": "find_customer", "arguments": {}}]}
        assert "ana@example.org" in json.dumps(conversation)
        return READ

    desk = Agent("desk", [find_customer], model, on_unread="model", personal_data="allow", replies={}, **settings)
    desk.chat("hello", user="u-1")
    return desk.chat("who ordered 4412?", user="u-1").text


@pytest.mark.parametrize(
    ("text", "read"),
    [(signed(), READ), (signed(features=[], plan="team"), WITHHELD), (signed(THEIRS), WITHHELD), ("", WITHHELD)],
    ids=["enterprise", "team", "not trusted", "absent"],
)
def test_a_model_reads_personal_data_on_the_enterprise_plan_alone(given: Given, text: str, read: str) -> None:
    assert answered(licence=given(text)) == read


def test_an_agent_has_its_console_s_licence_and_one_given_to_it_comes_first(
    far: Any, connect: Any, tmp_path: Path, given: Given
) -> None:
    file = tmp_path / "desk.licence"
    file.write_text(signed(far.keys[0], organisation="desk", exp=4_000_000_000))
    console = connect(licence=file)
    console.refresh()
    assert answered(console=console) == READ
    assert answered(console=console, licence=given("")) == WITHHELD


def test_a_licence_of_another_organisation_than_the_console_s_allows_nothing(
    far: Any, connect: Any, tmp_path: Path
) -> None:
    file = tmp_path / "desk.licence"
    file.write_text(signed(far.keys[0], organisation="shop", exp=4_000_000_000))
    console = connect(licence=file)
    console.refresh()
    assert console.licence.state is State.OF_ANOTHER
    assert answered(console=console) == WITHHELD


def test_a_licence_outlives_the_console_that_it_came_from(far: Any, connect: Any, tmp_path: Path) -> None:
    text = signed(far.keys[0], organisation="desk", exp=4_000_000_000)
    file = tmp_path / "desk.licence"
    file.write_text(text)
    connect(licence=file).refresh()
    assert connect(licence=file, offline=True).licence.plan == "enterprise"
