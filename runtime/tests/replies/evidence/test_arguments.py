"""Arguments of calls as keys and texts."""

from typing import Any

import pytest

from veraz.replies.evidence.arguments import key_of, text_of


class Odd:
    """A value with no hash, equal to others of its number."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd) and other.number == self.number


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"a": 1, "b": [2, {"c": 3}]}, {"b": [2, {"c": 3}], "a": 1.0}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
        ({"a": [1]}, {"a": (1,)}, False),
        ({"a": (1, [2])}, {"a": (1, [2])}, True),
        ({"a": Odd(1)}, {"a": Odd(1)}, True),
        ({"a": Odd(1)}, {"a": Odd(2)}, False),
    ],
)
def test_equal_arguments_have_equal_keys_and_others_do_not(one: Any, other: Any, same: bool) -> None:
    assert (key_of(one) == key_of(other)) is same
    assert not same or hash(key_of(one)) == hash(key_of(other))


def test_what_has_no_text_is_empty() -> None:
    assert [text_of(value) for value in (12, "a", None, 10**5000)] == ["12", "a", "None", ""]
