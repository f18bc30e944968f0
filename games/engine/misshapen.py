"""Translatable sentences for a parser's errors about wrong shapes.

The parser (msgspec) reports these in English: "Expected `str`, got `int` - at `$.players[0]`".
"""

import re

import msgspec

from games.engine.text import gettext_noop

#: A sentence, and the values of its placeholders.
Sentence = tuple[str, dict[str, str]]

RECORD = gettext_noop("the record")
#: The kinds of JSON values, by the parser's words.
KINDS = {
    "int": gettext_noop("a whole number"),
    "float": gettext_noop("a number"),
    "str": gettext_noop("a text"),
    "bool": gettext_noop("true or false"),
    "array": gettext_noop("a list"),
    "object": gettext_noop("an object"),
    "null": "null",
}
#: The values of sentences that are translatable words.
WORDS = {RECORD, *KINDS.values()}

_LACKS = gettext_noop("%(field)s is missing")
_UNKNOWN = gettext_noop("unknown field %(field)s")
_KIND = gettext_noop("%(field)s should be %(kind)s, not %(given)s")
_VALUE = gettext_noop("%(field)s can't be %(value)s")
_FORM = gettext_noop("%(field)s does not have the required format")
_OTHER = gettext_noop("its format is wrong: %(error)s")

_ENDS = gettext_noop("not JSON: it ends too early")
_BYTE = gettext_noop("not JSON: wrong at byte %(byte)s")
_UTF_8 = gettext_noop("not UTF-8 text")
_RANGE = gettext_noop("it contains a number that is too large")
_NO_JSON = gettext_noop("not JSON in UTF-8: %(error)s")

_AT = re.compile(r"(?P<says>.*?)(?: - at `(?P<path>\$[^`]*)`)?\Z", re.DOTALL)
_MISSING_FIELD = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_WRONG_KIND = re.compile(r"Expected `(\w+)`.*, got `(\w+)`")
_WRONG_VALUE = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)


def sentence_of(error: msgspec.ValidationError, part: str = "") -> Sentence:
    """Return a sentence about the wrong shape of a record, or of a `part` of it, with the place."""
    parts = _AT.match(str(error))
    says, path = (parts["says"], parts["path"] or "$") if parts else (str(error), "$")
    path = f"{part}{path[1:]}"
    for pattern, sentence in ((_MISSING_FIELD, _LACKS), (_UNKNOWN_FIELD, _UNKNOWN)):
        if named := pattern.fullmatch(says):
            return sentence, {"field": _field(f"{path}.{named[1]}")}
    if (kinds := _WRONG_KIND.fullmatch(says)) and {*kinds.groups()} <= KINDS.keys():
        kind, given = kinds.groups()
        return _KIND, {"field": _field(path), "kind": KINDS[kind], "given": KINDS[given]}
    if value := _WRONG_VALUE.fullmatch(says):
        return _VALUE, {"field": _field(path), "value": value[1]}
    if says.startswith("Expected "):
        return _FORM, {"field": _field(path)}
    return _OTHER, {"error": str(error)}


def sentence_of_no_json(error: Exception) -> Sentence:
    """Return a sentence about invalid JSON, with the place."""
    says = str(error)
    if says.startswith("Input data was truncated"):
        return _ENDS, {}
    if isinstance(error, UnicodeError):
        return _UTF_8, {}
    if "out of range" in says:
        return _RANGE, {}
    if place := re.search(r"\(byte (\d+)\)", says):
        return _BYTE, {"byte": place[1]}
    return _NO_JSON, {"error": says}


def _field(path: str) -> str:
    """Return a path in readable form: `players[0]`."""
    return path.removeprefix(".") or RECORD
