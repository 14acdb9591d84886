import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

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


def test_a_page_without_a_place_for_a_table_is_an_error(generate: ModuleType) -> None:
    with pytest.raises(ValueError, match="0 places for 'outcomes en'"):
        generate.generated("# No marks", generate.TABLES["outcomes.md"])
