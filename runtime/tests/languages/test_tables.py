"""The tables of a language are read alike by every loader a machine may have."""

from importlib import resources
from pathlib import Path

import pytest
import yaml

from veraz import Checker
from veraz.languages import GRAMMARS, Grammar
from veraz.languages.tables import folders, frozen
from veraz.text.fold import fold_word


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.code)
def test_every_table_is_read_without_the_compiled_loader(grammar: Grammar) -> None:
    folder = resources.files("veraz.languages").joinpath(grammar.folder)
    for table in folder.iterdir():
        if table.name.endswith(".yaml"):
            assert yaml.load(table.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_the_tables_that_machines_read_are_those_that_people_wrote(folder: Path) -> None:
    assert (folder / "tables.json").read_text(encoding="utf-8") == frozen(folder), "run: make tables"


def test_every_language_has_words_for_the_same_actions() -> None:
    first, *others = (set(grammar.table("actions")) for grammar in GRAMMARS)
    assert all(actions == first for actions in others)


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.code)
def test_a_tool_named_for_any_action_of_any_language_is_read(grammar: Grammar) -> None:
    verbs = {verb for each in GRAMMARS for action in each.table("actions").values() for verb in action["verbs"]}
    names = {f"{fold_word(verb)}_thing".replace(" ", "_") for verb in verbs}
    checker = Checker([{"name": name, "write": True} for name in sorted(names)], language=grammar.code)
    assert len(checker.toolset) == len(names)
