"""The other commands, and the help that teaches."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from veraz import __version__
from veraz.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_the_version_is_told() -> None:
    assert run("--version").output == f"veraz, version {__version__}\n"


GROUPS: list[tuple[str, ...]] = [(), ("phrasings",), ("tools",), ("meters",), ("licence",)]
ABOUT_A_CONSOLE = [("sync",), ("tools", "push"), ("meters", "show"), ("licence", "show"), ("doctor",)]


@pytest.mark.parametrize("command", [*GROUPS, *ABOUT_A_CONSOLE, ("check",), ("phrasings", "lint"), ("demo",)])
def test_every_command_says_what_it_does(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output


@pytest.mark.parametrize("command", [(), ("check",), ("phrasings", "lint"), *ABOUT_A_CONSOLE])
def test_help_shows_examples(command: tuple[str, ...]) -> None:
    assert "Examples:\n    veraz " in run(*command, "--help").output


@pytest.mark.parametrize("command", ABOUT_A_CONSOLE)
def test_what_is_about_a_console_names_the_variables_it_reads(command: tuple[str, ...]) -> None:
    told = run(*command, "--help").output
    for name in ("VERAZ_CONSOLE", "VERAZ_KEY", "VERAZ_KEYS", "VERAZ_STATE"):
        assert f"[{name}]" in told


def test_the_list_of_commands_says_all_of_what_each_does() -> None:
    assert "..." not in run("--help").output.partition("Commands:")[2].partition("Examples:")[0]


def test_a_command_that_there_is_not_is_wrong_usage() -> None:
    assert run("snyc").exit_code == 2


def test_a_check_brings_no_client_of_a_console_along() -> None:
    code = (
        "import sys\nfrom veraz.cli import main\nmain(['check', '--help'], standalone_mode=False)\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not {"veraz.sync", "sqlite3", "ssl", "joserfc", "urllib3"} & set(done.stdout.split())


@pytest.fixture
def phrasings(tmp_path: Path) -> Path:
    return tmp_path / "phrasings.yaml"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    path = tmp_path / "tools.yaml"
    schema = "{type: object, properties: {people: {type: integer}}, additionalProperties: false}"
    path.write_text(f"- name: book_table\n  write: true\n  input_schema: {schema}\n")
    return path


def test_a_file_with_nothing_wrong_is_said_to_be_so(phrasings: Path, tools: Path) -> None:
    phrasings.write_text('book_table:\n  done: "Booked for {argument.people}."\n')
    result = run("phrasings", "lint", str(phrasings), "--tools", str(tools))
    assert (result.exit_code, result.output) == (0, f"{phrasings}: nothing to mend\n")


def test_a_finding_has_its_line_its_column_and_what_would_be_right(phrasings: Path, tools: Path) -> None:
    phrasings.write_text('book_table:\n  done: "Booked for {argument.poeple}."\n')
    result = run("phrasings", "lint", str(phrasings), "--tools", str(tools))
    assert result.exit_code == 1
    assert result.output.startswith(f"{phrasings}:2:")
    assert "did you mean people?" in result.output


def test_without_tools_names_are_not_held_to_any(phrasings: Path) -> None:
    phrasings.write_text('anything:\n  done: "{argument.whatever}"\n')
    assert run("phrasings", "lint", str(phrasings)).exit_code == 0


@pytest.mark.parametrize(
    "content", [b"book_table: [", b"\xff\xfe\x00", b"- a\n- b\n", b"book_table: &a {done: x}\nb: *a\n"]
)
def test_a_file_that_cannot_be_read_is_named_and_nothing_is_raised(phrasings: Path, content: bytes) -> None:
    phrasings.write_bytes(content)
    result = run("phrasings", "lint", str(phrasings))
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert str(phrasings) in result.stderr


@pytest.mark.parametrize(
    "content", ["- name: [", "7", "- 3", "- name: 'b{o}ok'", "- {name: book, colour: red}", "\x01"]
)
def test_tools_that_cannot_be_used_are_named(phrasings: Path, tools: Path, content: str) -> None:
    phrasings.write_text("")
    tools.write_text(content)
    result = run("phrasings", "lint", str(phrasings), "--tools", str(tools))
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert str(tools) in result.stderr


def test_the_demo_shows_both_conversations_and_every_kind_of_verdict() -> None:
    result = run("demo", "--once")
    assert result.exit_code == 0
    for line in ("approve -> Refunded 12.5 pounds for order 4412.", "skip -> Não foi feito: refund card."):
        assert f"  {line}\n" in result.output
    for word in ("kept", "replaced", "added", "why:"):
        assert word in result.output
