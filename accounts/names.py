"""Rules for names: readable, visible, and not imitating others."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, count

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext

SHORTEST = 2  #: characters; one is enough if it is a whole word (`_WORD_LETTERS`)
LONGEST = 24
#: Longer raw text is refused immediately: normalising can turn one character into 18.
LONGEST_RAW = 200
#: More marks than this on one letter reach into the lines above; Vietnamese needs two.
MOST_MARKS = 3

#: Names that sound official, in every language of the site.
RESERVED = (
    gettext_noop("deleted player"),
    gettext_noop("administrator"),
    gettext_noop("moderator"),
    gettext_noop("referee"),
    gettext_noop("anonymous"),
    gettext_noop("system"),
    gettext_noop("support"),
    gettext_noop("guest"),
    gettext_noop("spectator"),
    gettext_noop("gallery"),
    "admin",
    "mod",
    "root",
    "staff",
)

#: Invisible characters that Unicode classes as letters, marks or symbols.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
#: Letters that can be names on their own, by the beginning of their Unicode names.
_WORD_LETTERS = ("CJK UNIFIED IDEOGRAPH", "HIRAGANA LETTER", "KATAKANA LETTER", "HANGUL SYLLABLE")
#: Scripts whose letters join: a joiner between two of them changes how they are written.
_JOINING_SCRIPTS = re.compile(
    "ARABIC|SYRIAC|MONGOLIAN|DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA"
    "|MALAYALAM|SINHALA|KHMER"
)
_JOINERS, _PICTURE_FORM = "\u200c\u200d", "\ufe0f"
#: Control, format (zero-width, bidirectional), surrogate, private, unassigned, line breaks.
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LATIN_MARKS = re.compile("[\u0300-\u036f]")

#: Characters that look like others, mapped to one of them, in lower case.
_LOOK_ALIKES = {
    **dict(zip("аеорсухкмтвнзбгпѕіјԁԛԝһ", "aeopcyxkmtbh36rnsljdqwh", strict=True)),  # Cyrillic
    **dict(zip("αβεικνορτυχγηωμ", "abelkvoptuxynwu", strict=True)),  # Greek
    **dict(zip("01|iıɩłøđħŧ", "ollllllodht", strict=True)),
    "rn": "m",
    "vv": "w",
}
_LOOK_ALIKE = re.compile("|".join(re.escape(key) for key in _LOOK_ALIKES))

validate_username = RegexValidator(
    r"^[\w.+-]+\Z",
    gettext_lazy("A username can contain only letters, digits and . + - _, without spaces."),
    code="username",
)
#: Named by the setting ACCOUNT_USERNAME_VALIDATORS.
USERNAME_VALIDATORS = [validate_username]


def clean_name(text: str) -> str:
    """Return `text` as a valid name: NFKC, single spaces, 2 to 24 characters.

    Invisible characters at the ends, which come with pasted text, are dropped.

    :raises ValidationError: if it is too short, too long, invisible, deceptive or reserved.
    """
    if len(text) > LONGEST_RAW:
        raise _too_long()
    text = unicodedata.normalize("NFKC", text)
    text = "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)
    name = _without_invisible_ends(re.sub(" {2,}", " ", text))
    require_printable(name)
    _require_length(name)
    _require_letters(name)
    if is_reserved(name):
        raise ValidationError(gettext("This name is reserved."), code="reserved")
    return name


def comparable(name: str) -> str:
    """Return a typed name in the form for comparing it with stored ones."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def fold(name: str) -> str:
    """Return the comparable form of `name`: equal for names that look alike."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    # Marks of other scripts are kept: in Japanese or Thai they make a different letter.
    text = INVISIBLE.sub("", _LATIN_MARKS.sub("", text))
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    text = "".join(c for c in text if unicodedata.category(c)[0] not in "ZP")
    return _LOOK_ALIKE.sub(lambda match: _LOOK_ALIKES[match[0]], text)


def numbered(name: str, taken: Iterable[str]) -> str:
    """Return `name`, with a number if a similar-looking one is `taken`."""
    folds = set(map(fold, taken))
    candidates = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(free for free in candidates if fold(free) not in folds)


def is_reserved(name: str) -> bool:
    """Return whether `name` looks like an official one, or like the site's own."""
    return fold(name) in {*_reserved_folds(), fold(settings.SITE_NAME)}


@lru_cache(maxsize=1)
def _reserved_folds() -> frozenset[str]:
    folds = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            folds |= {fold(gettext(name)) for name in RESERVED}
    return frozenset(folds)


def require_printable(name: str) -> None:
    """Check that all characters of `name` are visible, and none changes the writing direction.

    :raises ValidationError: naming the first invisible character.
    """
    for at, character in enumerate(name):
        if _is_invisible(character) and not _is_joiner_in_place(name, at):
            known = unicodedata.name(character, "")
            raise ValidationError(
                gettext("This contains an invisible character: %(character)s."),
                code="invisible",
                params={"character": f"U+{ord(character):04X} {known}".strip()},
            )


def _is_invisible(character: str) -> bool:
    return bool(INVISIBLE.match(character)) or unicodedata.category(character) in _UNPRINTABLE


def _is_joiner_in_place(name: str, at: int) -> bool:
    """Return whether the joiner at this index joins an emoji, or letters of a joining script."""
    before, after = name[at - 1 : at], name[at + 1 : at + 2]
    if name[at] == _PICTURE_FORM:
        return _is_picture(before)
    if name[at] not in _JOINERS or not before or not after:
        return False
    if _is_picture(after):
        return _is_picture(before) or before == _PICTURE_FORM
    return _joins(before) and _joins(after)


def _is_picture(character: str) -> bool:
    """Return whether `character` is an emoji, or the skin or hair of one."""
    return bool(character) and unicodedata.category(character) in ("So", "Sk")


def _joins(character: str) -> bool:
    return bool(_JOINING_SCRIPTS.match(unicodedata.name(character, "")))


def _without_invisible_ends(name: str) -> str:
    """Return `name` without spaces and invisible characters around it."""
    seen = [at for at, c in enumerate(name) if not c.isspace() and not _is_invisible(c)]
    if not seen:
        return ""
    end = seen[-1] + 1
    if name[end : end + 1] == _PICTURE_FORM and _is_picture(name[seen[-1]]):
        end += 1
    return name[seen[0] : end]


def _require_length(name: str) -> None:
    is_word = len(name) == 1 and unicodedata.name(name, "").startswith(_WORD_LETTERS)
    if len(name) < SHORTEST and not is_word:
        raise ValidationError(
            ngettext(
                "A name needs at least %(count)d character.",
                "A name needs at least %(count)d characters.",
                SHORTEST,
            )
            % {"count": SHORTEST},
            code="short",
        )
    if len(name) > LONGEST:
        raise _too_long()


def _require_letters(name: str) -> None:
    if not any(c.isalnum() for c in name):
        raise ValidationError(
            gettext("A name needs at least one letter or digit."), code="no_letters"
        )
    marks = "".join("m" if unicodedata.category(c).startswith("M") else "." for c in name)
    if "m" * (MOST_MARKS + 1) in marks:
        raise ValidationError(gettext("Too many accents on one letter."), code="marks")


def _too_long() -> ValidationError:
    return ValidationError(
        ngettext(
            "A name can have at most %(count)d character.",
            "A name can have at most %(count)d characters.",
            LONGEST,
        )
        % {"count": LONGEST},
        code="long",
    )
