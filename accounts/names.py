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

SHORTEST = 2
LONGEST = 24
#: Longer raw text is refused unread: normalising can turn one character into 18.
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
    gettext_lazy("A username is made of letters, digits and . + - _ only, without spaces."),
    code="username",
)
#: Named by the setting ACCOUNT_USERNAME_VALIDATORS.
USERNAME_VALIDATORS = [validate_username]


def clean_name(text: str) -> str:
    """Return `text` as a valid name: NFKC, single spaces, 2 to 24 characters.

    :raises ValidationError: if it is too short, too long, invisible, deceptive or reserved.
    """
    if len(text) > LONGEST_RAW:
        raise _too_long()
    text = unicodedata.normalize("NFKC", text)
    text = "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)
    name = re.sub(" {2,}", " ", text).strip()
    require_printable(name)
    _require_length(name)
    _require_letters(name)
    if is_reserved(name):
        raise ValidationError(gettext("This name is reserved."), code="reserved")
    return name


def fold(name: str) -> str:
    """Return the comparable form of `name`: equal for names that look alike."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    # Marks of other scripts stay: in Japanese or Thai they make a different letter.
    text = "".join(c for c in _LATIN_MARKS.sub("", text) if unicodedata.category(c)[0] not in "ZP")
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
    """Check that each character of `name` can be seen, and that none turns the writing round.

    :raises ValidationError: if not.
    """
    if INVISIBLE.search(name) or any(unicodedata.category(c) in _UNPRINTABLE for c in name):
        raise ValidationError(
            gettext("A name can't hold invisible characters or ones that turn the writing round."),
            code="invisible",
        )


def _require_length(name: str) -> None:
    if len(name) < SHORTEST:
        raise ValidationError(
            ngettext(
                "A name has at least %(count)d character.",
                "A name has at least %(count)d characters.",
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
        raise ValidationError(gettext("Too many marks on one letter."), code="marks")


def _too_long() -> ValidationError:
    return ValidationError(
        ngettext(
            "A name has at most %(count)d character.",
            "A name has at most %(count)d characters.",
            LONGEST,
        )
        % {"count": LONGEST},
        code="long",
    )
