"""The library's tables: YAML, as people write them, and the same as one JSON file, which a machine reads in a moment.

A folder holds the tables of one language, or of one part of the library. Its JSON file holds beside each table a
checksum of the YAML it was parsed from. A table edited since is parsed anew, so that a stale file costs time and
nothing else; ``make tables`` writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from os import sep
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from pathlib import Path

    import yaml

_LIBRARY = __file__.rsplit(sep, 2)[0]
_LOADER: Any = __spec__.loader  # it reads what lies in an archive as well
_FROZEN = "tables.json"
_UNFROZEN = ("examples",)  # tables that no reply is read with: a start shall not read them
_TABLES = ("languages/*/*.yaml", "records/*.yaml")


@cache
def load_table(folder: str, name: str) -> Any:
    """Return the table ``name`` of a folder of the library (``languages/en``, ``records``)."""
    source = _read(folder, f"{name}.yaml")
    frozen = _frozen(folder).get(name)
    return frozen["table"] if frozen and frozen["of"] == crc32(source) else parsed(source)


@cache
def _frozen(folder: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(_read(folder, _FROZEN))
    return found


def _read(folder: str, name: str) -> bytes:
    data: bytes = _LOADER.get_data(f"{_LIBRARY}/{folder}/{name}".replace("/", sep))
    return data


def composed(source: str) -> yaml.Node | None:
    """Return the nodes of a table as they are written, each with its line; ``None`` for an empty one."""
    import yaml

    return yaml.compose(source, Loader=_loader())


def parsed(source: bytes) -> Any:
    """Return a table as it is written, in YAML."""
    import yaml  # it takes longer to import than all the tables take to read

    return yaml.load(source, Loader=_loader())


@cache
def _loader() -> Any:
    import yaml

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Reads tables of words: «no», «on» and «off» are words, not truth values."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, _TRUE_OR_FALSE if tag == "tag:yaml.org,2002:bool" else pattern) for tag, pattern in resolvers]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return Loader


_TRUE_OR_FALSE = re.compile("true|false")


def frozen(folder: Path) -> str:
    """Return what the JSON file of ``folder`` must hold: a line a table."""
    paths = (path for path in sorted(folder.glob("*.yaml")) if path.stem not in _UNFROZEN)
    sources = {path.stem: path.read_bytes() for path in paths}
    tables = {name: {"of": crc32(source), "table": parsed(source)} for name, source in sources.items()}
    lines = (f"{json.dumps(name)}:{json.dumps(table, ensure_ascii=False)}" for name, table in tables.items())
    return "{" + ",\n".join(lines) + "}\n"


def folders() -> list[Path]:
    """Return the folders that hold tables."""
    from pathlib import Path

    library = Path(__file__).parents[1]
    return sorted({table.parent for tables in _TABLES for table in library.glob(tables)})


def freeze() -> None:
    """Write the JSON file of every folder that holds tables."""
    for folder in folders():
        folder.joinpath(_FROZEN).write_text(frozen(folder), encoding="utf-8")
