"""A table of a language that is not as the reader needs it is told with its place, and what was meant."""

import shutil
from pathlib import Path

import pytest

from veraz.errors import UnknownLanguage
from veraz.languages import GRAMMARS, Form, Grammar, checking
from veraz.languages.checking import beside_english, faults, folder_of
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR
from veraz.reading.claims import Aspect, Voice


@pytest.fixture
def spanish(tmp_path: Path) -> Path:
    """Return a folder with the tables of English, as whoever adds a language begins."""
    return Path(shutil.copytree(folder_of("en"), tmp_path / "es", ignore=shutil.ignore_patterns("__pycache__")))


def edited(folder: Path, table: str, old: str, new: str) -> list[str]:
    """Return what is wrong once the first ``old`` of a table reads ``new``."""
    path = folder / f"{table}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return list(map(str, faults(folder)))


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.code)
def test_a_language_that_is_read_owes_nothing(grammar: Grammar) -> None:
    assert faults(folder_of(grammar.code)) == []


def test_a_copy_of_english_owes_nothing(spanish: Path) -> None:
    assert faults(spanish) == []


@pytest.mark.parametrize(
    ("table", "old", "new", "fault"),
    [
        ("results", "ahead: true", "aheadd: true", "results: 6: aheadd: is no key here; did you mean 'ahead'?"),
        ("stance", "statuses: [", "statusses: [", "statusses: is no key here; did you mean 'statuses'?"),
        ("stance", "statuses: [", "statusses: [", "statuses: is missing"),
        ("stance", "stance: says_done}", "stance: says_dnoe}", "did you mean 'says_done'?"),
        ("stance", "  agent: [i", "  agnet: [i", "classes: agnet: is no key here; did you mean 'agent'?"),
        ("stance", "of_kind: [and]", "of_kind: and", "of_kind: is 'and'; it takes a list"),
        ("stance", "tensed: true", "tensed: yes", "following: tensed: is 'yes'; it takes true or false"),
        ("stance", "thrice: 3", "thrice: many", "tries: once: thrice: is 'many'; it takes a number"),
        ("stance", "adverb_ending: ly", "adverb_ending:", "adverb_ending: is empty; it takes a text"),
        ("actions", "refund:\n", "refnud:\n", "refnud: is no key here; did you mean 'refund'?"),
        ("actions", "refund:\n", "refnud:\n", "refund: is missing"),
        ("results", "of: ended, says", "of: endde, says", "of: has 'endde', which is no act; did you mean 'ended'?"),
        ("results", "subject: agent,", "subject: agnet,", "has 'agnet', which is no subject; did you mean 'agent'?"),
        ("results", "dropped: [waive,", "dropped: [wave,", "groups: dropped: 1: has 'wave', which is no act"),
        ("stance", "before: have|be been", "before: hvae|be been", "before: has 'hvae', which is no class"),
        ("results", "groups:  #", "groups: 5\nlist:  #", "groups: is '5'; it takes keys"),
        ("units", "leading: mr", "[leading]: mr", "a list: is no key here"),
        ("units", "numbered:", "leading:", "leading: stands twice"),
        ("phrasings", "outcomes:\n", "outcomes: [\n", ": is not YAML: "),
    ],
)
def test_what_is_wrong_in_a_table_is_told_with_its_place(
    spanish: Path, table: str, old: str, new: str, fault: str
) -> None:
    assert any(fault in told and told.startswith(f"{table}.yaml") for told in edited(spanish, table, old, new))


def test_a_fault_names_its_line(spanish: Path) -> None:
    spanish.joinpath("units.yaml").write_text("leading: mr\nnumbered: no\nclosin: inc\n", encoding="utf-8")
    assert "units.yaml:3: closin: is no key here; did you mean 'closing'?" in map(str, faults(spanish))


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "- a list\n", "text\n"])
def test_a_table_without_a_key_is_told(spanish: Path, text: str) -> None:
    spanish.joinpath("units.yaml").write_text(text, encoding="utf-8")
    assert [fault.place.partition(":")[0] for fault in faults(spanish)] == ["units.yaml"]


def test_a_table_in_another_encoding_is_told(spanish: Path) -> None:
    spanish.joinpath("units.yaml").write_bytes("leading: señor".encode("latin-1"))
    assert list(map(str, faults(spanish))) == ["units.yaml: is not UTF-8"]


def test_what_a_folder_lacks_is_told_file_by_file(tmp_path: Path) -> None:
    told = list(map(str, faults(tmp_path)))
    assert "inflect.py: is missing" in told
    assert "units.yaml: is missing; the one of English has 3 keys" in told


def test_a_table_of_no_known_name_is_told(spanish: Path) -> None:
    spanish.joinpath("stances.yaml").write_text("a: b\n", encoding="utf-8")
    assert list(map(str, faults(spanish))) == ["stances.yaml: is no table of a language; did you mean 'stance'?"]


def test_a_table_is_counted_beside_that_of_english(spanish: Path) -> None:
    spanish.joinpath("units.yaml").write_text("leading: mr\n", encoding="utf-8")
    units = next(each for each in beside_english(spanish) if each.table == "units")
    assert (units.entries, units.english, units.lacking) == (1, 3, ("numbered", "closing"))


@pytest.mark.parametrize("code", ["xx", "tongues", "../en", "", "__pycache__ "])
def test_a_language_without_a_folder_is_an_error_that_names_those_there_are(code: str) -> None:
    with pytest.raises(UnknownLanguage, match="en, pt-BR; name one with --folder"):
        folder_of(code)


def test_the_words_of_a_shape_are_those_that_the_reader_knows() -> None:
    shapes = {name: set(shape.split("|")) for name, shape in checking.shapes().items() if isinstance(shape, str)}
    assert shapes["stance"] == set(Stance)
    assert shapes["aspect"] == set(Aspect)
    assert shapes["voice"] == set(Voice)
    assert shapes["class"] == set(CHAR)
    assert shapes["form"] == {"predicate", *Form}
