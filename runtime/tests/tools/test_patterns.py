import re

import pytest

from veraz.errors import ToolError
from veraz.tools.patterns import longest_text


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "^(a|ab|b)*$",
        r"(\w+\s?)*$",
        "^(a?){40}a{40}$",
        "^(a{1,2}){40}$",
        "^" + "a?" * 30 + "a" * 30 + "$",
        "(x*)*y",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "a*a*a*a*a*b",
        "^(a|a)*$",
        "^(?=(a+)+$)a",
        r"^(\s*,?\s*\w+)*$",
    ],
)
def test_a_pattern_that_some_text_keeps_busy_forever_is_refused(pattern: str) -> None:
    with pytest.raises(ToolError, match=r"^here .*(forever|many ways|may be empty)"):
        longest_text(pattern, "here")


@pytest.mark.parametrize(
    "pattern",
    [
        "^[a-z]+(-[a-z]+)*$",
        r"^\d{4}-\d{2}-\d{2}$",
        r"^(\d{1,3}\.){3}\d{1,3}$",
        r"^\+?[1-9]\d{1,14}$",
        "^[A-Za-zÀ-ÿ]+(?:[ '-][A-Za-zÀ-ÿ]+)*$",
        "^[a-z]+([A-Z][a-z]+)*$",
        "^(foo|for|fa)+$",
        r"\S+",
        "",
    ],
)
def test_a_pattern_read_in_one_way_takes_texts_of_any_length(pattern: str) -> None:
    assert longest_text(pattern, "here") is None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$", "x@" + "a." * 127),
        (r"^[A-Z]{2}\d{2}([A-Z0-9]{4}){1,7}[A-Z0-9]{1,3}$", "DE89" + "3704" * 7),
        (r"^(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,}$", "Passw0rd" * 8),
        ("^.*foo.*$", "a" * 2_000),
    ],
)
def test_a_pattern_of_everyday_use_takes_texts_of_everyday_length(pattern: str, text: str) -> None:
    longest = longest_text(pattern, "here")
    assert longest is not None
    assert len(text) <= longest
    re.search(pattern, text)  # and is done with them


@pytest.mark.parametrize(
    "pattern", ["[", "(" * 300, r"\p{L}", r"(a)\1", "(?i)a", "(?i:a)b", "(?>a)", "a" * 1_001, "a{9999999999}"]
)
def test_what_no_schemas_pattern_has_is_refused(pattern: str) -> None:
    with pytest.raises(ToolError, match=r"^here "):
        longest_text(pattern, "here")
