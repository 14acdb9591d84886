"""The tables of a language are read alike by every loader a machine may have."""

from importlib import resources
from pathlib import Path

import pytest
import yaml

from veraz.languages import GRAMMARS, Grammar
from veraz.languages.tables import frozen


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.code)
def test_every_table_is_read_without_the_compiled_loader(grammar: Grammar) -> None:
    folder = resources.files("veraz.languages").joinpath(grammar.folder)
    for table in folder.iterdir():
        if table.name.endswith(".yaml"):
            assert yaml.load(table.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.code)
def test_the_tables_that_machines_read_are_those_that_people_wrote(grammar: Grammar) -> None:
    folder = Path(str(resources.files("veraz.languages").joinpath(grammar.folder)))
    assert (folder / "tables.json").read_text(encoding="utf-8") == frozen(folder), "run: make tables"
