"""From text to claims: which sentence says what about which tool."""

from veraz.reading.claims import Aspect, Claim, UnitReading
from veraz.reading.reader import Reader

__all__ = ["Aspect", "Claim", "Reader", "UnitReading"]
