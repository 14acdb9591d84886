from __future__ import annotations

from console.web.catalogue import root

_LONGEST = 160  # characters; of a change in a longer line nobody sees what it is


def test_no_line_of_a_template_is_too_long_to_compare() -> None:
    templates = [path for path in (root() / "templates").rglob("*.*") if path.is_file()]
    lines = (
        (path, number, line)
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    )
    assert templates
    assert [f"{path}:{number}" for path, number, line in lines if len(line) > _LONGEST] == []
