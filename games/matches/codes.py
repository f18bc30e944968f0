"""Parses codes of tables and leagues, as people type, paste or dictate them."""

import re
from unicodedata import normalize

from games.matches.models import CODE_LENGTH, CODE_LETTERS

#: The pattern for the beginning of a match's URLs.
CODE = rf"match/(?P<code>[{CODE_LETTERS}]{{{CODE_LENGTH}}})/"


def code_in(text: str, length: int = CODE_LENGTH) -> str:
    """Return the code of `length` letters in `text`, or an empty string.

    A code may be part of a link or sentence, in lower-case or full-width letters, or with
    characters between its letters. The path of a table is tried first, then the whole text, then
    any word in capitals.
    """
    plain = normalize("NFKC", text)
    code = f"[{CODE_LETTERS}]{{{length}}}"
    whole = "".join(letter for letter in plain if letter.isalnum())
    word = rf"(?<!\w){code}(?!\w)"
    found = (
        re.search(rf"/match/({code})(?!\w)", plain, re.IGNORECASE)
        or re.fullmatch(f"({code})", whole, re.IGNORECASE)
        or re.search(f"({word})", plain)
        or re.search(f"({word})", plain, re.IGNORECASE)
    )
    return found[1].upper() if found else ""
