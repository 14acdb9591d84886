"""Amounts, dates and identifiers that a text states, and whether a call carries them."""

from veraz.values.amounts import Amount
from veraz.values.facts import Facts, codes_in, gather, names_money, zone_of
from veraz.values.identifiers import Identifier
from veraz.values.moments import Moment
from veraz.values.read import Value, may_tell, read_values
from veraz.values.slots import SlotWords, dated_fields
from veraz.values.support import Evidence, Support
from veraz.values.words import NumberWords, ValueWords

__all__ = [
    "Amount",
    "Evidence",
    "Facts",
    "Identifier",
    "Moment",
    "NumberWords",
    "SlotWords",
    "Support",
    "Value",
    "ValueWords",
    "codes_in",
    "dated_fields",
    "gather",
    "may_tell",
    "names_money",
    "read_values",
    "zone_of",
]
