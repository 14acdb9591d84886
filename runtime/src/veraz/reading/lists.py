"""Lists and fields: what an item or a field says by where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from veraz.outcomes import Stance
from veraz.reading.claims import Claim, UnitReading
from veraz.reading.classes import CHAR, CROSSES, TICKS
from veraz.text.units import UnitKind

_FIELD = re.compile(r"""["']?\s{0,3}[:=]\s{0,3}(true|false|null|none)\b""")
_TRUTHS = {"true": Stance.DONE, "false": Stance.NOT_DONE, "null": Stance.MENTION, "none": Stance.MENTION}
_CHECKED = "[x]"
_SIGNS, _LABELS = TICKS | CROSSES, frozenset(":|—–→")
_UNTOLD = frozenset(
    CHAR[name] for name in "not no nil will would could can may must need wh unsure fail unable yet_to".split()
)


def under_headings(readings: Sequence[UnitReading]) -> Iterator[UnitReading]:
    """Yield the readings, items of lists taken as their heading asks, makes depend or tells, or as they are ticked."""
    over: Stance | None = None
    for reading in readings:
        if reading.unit.kind is UnitKind.ITEM:
            ticked = _ticked(reading.folded[: reading.unit.body - reading.unit.start])
            yield reading.told(ticked) if ticked else reading.under(over) if over else reading
        else:
            over = reading.opens
            yield reading


def as_set(claim: Claim, folded: str) -> Claim:
    """Return a claim that the name of a field makes as the field's value has it: "limit_raised": false."""
    found = _FIELD.match(folded, claim.end)
    return claim._replace(stance=_TRUTHS[found[1]]) if found else claim


def as_ticked(words: Sequence[str], kind: UnitKind) -> tuple[int, Stance | None]:
    """Return the token of a tick or a cross after a label, and what it says: "Restart: ❌ timed out"."""
    if _SIGNS.isdisjoint(words) or kind not in (UnitKind.ITEM, UnitKind.ROW, UnitKind.SENTENCE):
        return 0, None
    at = next(index for index, word in enumerate(words) if word in _SIGNS)
    if at < 1 or words[at - 1] not in _LABELS or not _SIGNS.isdisjoint(words[at + 1 :]):
        return 0, None
    return at, Stance.DONE if words[at] in TICKS else Stance.NOT_DONE


def _ticked(marker: str) -> Stance | None:
    """Return what a tick or a cross before an item says of it."""
    if not TICKS.isdisjoint(marker) or _CHECKED in marker:
        return Stance.DONE
    return Stance.NOT_DONE if not CROSSES.isdisjoint(marker) else None


def denies(chars: str) -> bool:
    """Tell whether something in a stretch of a sketch is denied, foretold, asked or in doubt."""
    return not _UNTOLD.isdisjoint(chars)
