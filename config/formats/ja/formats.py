"""Japanese dates and times; other formats are Django's."""

DATE_FORMAT = "Y年n月j日"
DATETIME_FORMAT = "Y年n月j日 G:i"
TIME_FORMAT = "G:i"
SHORT_DATE_FORMAT = "Y/m/d"
SHORT_DATETIME_FORMAT = "Y/m/d G:i"
YEAR_MONTH_FORMAT = "Y年n月"
MONTH_DAY_FORMAT = "n月j日"
