"""From text to claims: which sentence says what about which tool."""

from veraz.reading.claims import Aspect, Claim, Reach, Source, UnitReading
from veraz.reading.reader import Reader

__all__ = ["Aspect", "Claim", "Reach", "Reader", "Source", "UnitReading"]
