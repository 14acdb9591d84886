"""Write the tables of the documentation that the code owns: ``python docs/generate.py``, or ``--check`` to compare.

A table stands between ``<!-- NAME -->`` and ``<!-- end NAME -->``; what stands there is replaced.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent / "runtime" / "src"))

from veraz.languages import ENGLISH, PORTUGUESE, Grammar  # noqa: E402
from veraz.languages.checking import folder_of, tables_owed  # noqa: E402
from veraz.meters import METERS  # noqa: E402
from veraz.outcomes import ROWS, OutcomeRow, Stance  # noqa: E402
from veraz.phrasings import Defaults  # noqa: E402
from veraz.rulebook import known_rules  # noqa: E402

_HEADINGS = {
    "en": ("Outcome", "Means", "A sentence about it may", "Default phrasing"),
    "pt-BR": ("Resultado", "Significa", "Uma frase sobre ele pode", "Formulação padrão"),
}


def outcomes_table(grammar: Grammar) -> str:
    """Return the table of outcomes in one language, as Markdown."""
    defaults = Defaults.of(grammar)
    lines = [_HEADINGS[grammar.code], ("---",) * 4, *(_row(row, defaults) for row in ROWS)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _row(row: OutcomeRow, defaults: Defaults) -> tuple[str, ...]:
    allowed = "; ".join(defaults.stances[stance] for stance in Stance if stance in row.allowed)
    return f"`{row.outcome}`", row.means[defaults.language], allowed, f"`{defaults.outcomes[row.outcome].source}`"


def meters_table() -> str:
    """Return the closed list of meters, as Markdown."""
    rows = (
        (f"`{each.name}`", ", ".join(f"`{label}`" for label in each.labels), each.means) for each in METERS.values()
    )
    return "\n".join(
        f"| {' | '.join(cells)} |" for cells in (("Meter", "Labels", "One more says"), ("---",) * 3, *rows)
    )


def rules_table(language: str) -> str:
    """Return the rules of one language, or those of any, as Markdown."""
    rows = [
        (f"`{rule.id}`", row.reads, row.says, rule.example.text if rule.example else "", f"`{row.path}`")
        for rule in known_rules().values()
        for row in rule.rows
        if rule.language == language
    ]
    lines = [("Rule", "Reads", "Says", "Example", "Stands in"), ("---",) * 5, *(map(_cell, row) for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def language_tables() -> str:
    """Return the tables that a language owes, with what the first line of each says, as Markdown."""
    english = folder_of(ENGLISH.code)
    rows = ((f"`{table}`", _opening(english / f"{table}.yaml")) for table in tables_owed())
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (("Table", "Holds"), ("---",) * 2, *rows))


def _opening(path: Path) -> str:
    """Return the first sentence of the comment that opens a table."""
    lines = itertools.takewhile(lambda line: line.startswith("#"), path.read_text(encoding="utf-8").splitlines())
    said = " ".join(line.lstrip("# ") for line in lines)
    return _cell(re.split(r"(?<=[.;]) ", said, maxsplit=1)[0].rstrip(".:;"))


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("\n", " ")


TABLES = {
    "outcomes.md": {"outcomes en": outcomes_table(ENGLISH), "outcomes pt-BR": outcomes_table(PORTUGUESE)},
    "meters.md": {"meters": meters_table()},
    "languages.md": {"tables": language_tables()},
    "rules.md": {f"rules {language}": rules_table(language) for language in ("en", "pt-BR", "any")},
}


def generated(page: str, tables: dict[str, str]) -> str:
    """Return ``page`` with each of ``tables`` between its marks.

    :raises ValueError: naming a mark the page does not have.
    """
    for name, table in tables.items():
        opening, closing = f"<!-- {name} -->\n", f"\n<!-- end {name} -->"
        between = f"(?<={re.escape(opening)}).*?(?={re.escape(closing)})"
        page, count = re.subn(between, table.replace("\\", r"\\"), page, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"the page has {count} places for {name!r}, not one")
    return page


def main() -> int:
    """Write every page, or with ``--check`` say which differ and return 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a page differs")
    check = parser.parse_args().check
    stale = []
    for name, tables in TABLES.items():
        path = DOCS / name
        page = path.read_text(encoding="utf-8")
        fresh = generated(page, tables)
        if fresh != page:
            stale.append(name)
            if not check:
                path.write_text(fresh, encoding="utf-8")
    if stale:
        print(f"{'out of date' if check else 'written'}: {', '.join(stale)}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
