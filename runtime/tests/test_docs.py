import importlib.util
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from veraz.languages.checking import faults, folder_of
from veraz.outcomes import Stance

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    if not (DOCS / "generate.py").is_file():
        pytest.skip("the documentation does not stand beside the library here")
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_of_the_documentation_are_those_of_the_code(generate: ModuleType) -> None:
    for name, tables in generate.TABLES.items():
        page = (DOCS / name).read_text(encoding="utf-8")
        assert generate.generated(page, tables) == page, "run: python docs/generate.py"


def test_each_outcome_has_a_row_in_both_languages(generate: ModuleType) -> None:
    page = (DOCS / "outcomes.md").read_text(encoding="utf-8")
    assert (
        "| `refused` | the tool check refused it; nothing ran | say it was not done; ask about it; say it is " in page
    )
    assert (
        "| `undone` | a chamada rodou e uma execução que falhou a desfez | dizer que foi feito; dizer que não " in page
    )


def test_each_rule_has_a_row_with_its_example(generate: ModuleType) -> None:
    page = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert "| `en.its-code` | " in page
    assert "| Booking reference: TC-708 | `languages/en/results.yaml` |" in page
    assert "| `never_say` | a phrase that the settings never let stand | " in page


def test_a_language_is_begun_and_checked_as_the_page_says(generate: ModuleType, tmp_path: Path) -> None:
    page, folder = (DOCS / "languages.md").read_text(encoding="utf-8"), tmp_path / "es"
    shutil.copytree(folder_of("en"), folder)
    assert faults(folder) == []
    units = folder / "units.yaml"
    units.write_text(units.read_text(encoding="utf-8").replace("numbered:", "numbred:"), encoding="utf-8")
    assert f"\n{faults(folder)[0]}\n" in page


def test_the_sentences_that_a_language_begins_with_have_stances(generate: ModuleType) -> None:
    page = (DOCS / "languages.md").read_text(encoding="utf-8")
    groups = yaml.safe_load(page.partition("```yaml\n")[2].partition("```")[0])
    assert {Stance(group["stance"]) for group in groups} >= {Stance.DONE, Stance.NOT_DONE, Stance.PROMISE}


def test_the_files_that_the_page_on_languages_names_are_there(generate: ModuleType) -> None:
    page = (DOCS / "languages.md").read_text(encoding="utf-8")
    roots = (DOCS.parent, DOCS.parent / "runtime", DOCS.parent / "runtime/src/veraz")
    named = set(re.findall(r"`([a-z_/]+/[a-z_]+\.(?:py|yaml|txt|md))`", page))
    assert {name for name in named if not any(root.joinpath(name).is_file() for root in roots)} == set()


def test_a_page_without_a_place_for_a_table_is_an_error(generate: ModuleType) -> None:
    with pytest.raises(ValueError, match="0 places for 'outcomes en'"):
        generate.generated("# No marks", generate.TABLES["outcomes.md"])
