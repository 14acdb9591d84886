"""Dates in Brazilian Portuguese: in figures, since month names come with a capital that the language does not write."""

DATE_FORMAT = SHORT_DATE_FORMAT = "d/m/Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "d/m/Y H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "d/m"
YEAR_MONTH_FORMAT = "b Y"
