"""A language's tables: YAML, as people write them, and the same as one JSON file, which a machine reads in a moment.

The JSON file holds beside each table a checksum of the YAML it was parsed from. A table edited since is parsed anew, so
that a stale file costs time and nothing else; ``make tables`` writes it.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from pathlib import Path

_FROZEN = "tables.json"


@cache
def load_table(folder: str, name: str) -> Any:
    """Return the table ``name`` of the language folder ``folder`` (``en``, ``pt_br``)."""
    source = _read(folder, f"{name}.yaml")
    frozen = _frozen(folder).get(name)
    return frozen["table"] if frozen and frozen["of"] == crc32(source) else _parsed(source)


@cache
def _frozen(folder: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(_read(folder, _FROZEN))
    return found


def _read(folder: str, name: str) -> bytes:
    data = pkgutil.get_data("veraz.languages", f"{folder}/{name}")
    if data is None:
        raise FileNotFoundError(f"{folder}/{name}")
    return data


def _parsed(source: bytes) -> Any:
    import yaml  # it takes longer to import than all the tables take to read

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Reads tables of words: «no», «on» and «off» are words, not truth values."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, _TRUE_OR_FALSE if tag == "tag:yaml.org,2002:bool" else pattern) for tag, pattern in resolvers]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(source, Loader=Loader)


_TRUE_OR_FALSE = re.compile("true|false")


def frozen(folder: Path) -> str:
    """Return what the JSON file of the language folder ``folder`` must hold: a line a table."""
    sources = {path.stem: path.read_bytes() for path in sorted(folder.glob("*.yaml"))}
    tables = {name: {"of": crc32(source), "table": _parsed(source)} for name, source in sources.items()}
    lines = (f"{json.dumps(name)}:{json.dumps(table, ensure_ascii=False)}" for name, table in tables.items())
    return "{" + ",\n".join(lines) + "}\n"


def freeze() -> None:
    """Write the JSON file of every language folder."""
    from pathlib import Path

    for folder in {table.parent for table in Path(__file__).parent.glob("*/*.yaml")}:
        folder.joinpath(_FROZEN).write_text(frozen(folder), encoding="utf-8")
