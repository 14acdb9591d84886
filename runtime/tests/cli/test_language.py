"""``veraz language``: what a language's folder owes."""

from pathlib import Path

from click.testing import CliRunner, Result

from veraz.cli import main


def language(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["language", *arguments])


def test_a_language_that_is_read_owes_nothing() -> None:
    checked = language("check", "pt-BR")
    assert checked.exit_code == 0
    assert "pt-BR owes nothing." in checked.output


def test_a_folder_that_owes_something_ends_with_1_and_says_what(tmp_path: Path) -> None:
    tmp_path.joinpath("units.yaml").write_text("leading: sr\nnumbred: nº\nclosing: etc\n", encoding="utf-8")
    checked = language("check", "es", "--folder", str(tmp_path))
    assert checked.exit_code == 1
    assert "es owes 25 things:" in checked.output
    assert "units.yaml:2: numbred: is no key here; did you mean 'numbered'?" in checked.output


def test_a_language_of_no_folder_is_wrong_usage() -> None:
    checked = language("check", "xx")
    assert checked.exit_code == 2
    assert "language 'xx' has no folder beside those of en, pt-BR" in checked.output


def test_the_help_tells_what_a_language_is() -> None:
    assert "inflect.py gives the forms of a verb" in language("--help").output
