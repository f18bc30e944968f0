"""Forms of address, lists, percentages and dates, on pages and in mail: each language's own."""

import ast
import re
from datetime import UTC, datetime
from pathlib import Path

import allauth
import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts import writing

ROOT = Path(__file__).resolve().parents[2]
AT = datetime(2026, 11, 22, 17, 6, tzinfo=UTC)
NBSP = "\N{NO-BREAK SPACE}"
#: Words that only address somebody formally where no sentence begins with them.
FORMAL = {
    "de": re.compile(r"\b(Sie|Ihnen|Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihres)\b"),
    "it": re.compile(r"\b(Lei|Suo|Sua|Suoi|Sue|Le)\b"),
}
#: German that begins a sentence with them: "your" where the English says "you" and nobody is
#: called du. "Ihr kennt" is you all.
BEGUN = re.compile(r"\b(Sie|Ihnen|Ihr(?! [a-z]+t\b)|Ihre[nmrs]?)\b")
YOU = re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE)
DU = re.compile(r"\b(du|dir|dich|dein\w*|euch|eure\w*)\b", re.IGNORECASE)
#: What may end before a word that begins a sentence, where "Sie" may be "they".
BEGINS = re.compile(r"(^|[.!?:…„“»\n>(–]\s*)$")


def catalog(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def texts(language: str) -> list[tuple[str, str]]:
    """Return every text with its source."""
    entries = [entry for entry in catalog(language) if not entry.obsolete]
    return [
        (text, one.msgid)
        for one in entries
        for text in (one.msgstr, *one.msgstr_plural.values())
        if text
    ]


def formal(language: str, text: str, source: str) -> list[str]:
    """Return the words in `text`, a translation of `source`, that address its reader formally."""
    if language == "de" and YOU.search(source) and not DU.search(text):
        return [one[0] for one in BEGUN.finditer(text)]
    found = FORMAL[language].finditer(text)
    return [one[0] for one in found if not BEGINS.search(text[: one.start()])]


@pytest.mark.parametrize("language", ["de", "it"])
def test_nobody_is_addressed_formally(language: str):
    assert [text for text, source in texts(language) if formal(language, text, source)] == []


def test_a_formal_address_would_be_found():
    assert formal("de", "Bitte geben Sie Ihr Passwort ein.", "Password?") == ["Sie", "Ihr"]
    assert formal("de", "Ihr Passwort ist zu kurz.", "Your password is too short.") == ["Ihr"]
    assert formal("de", "Fünf Karten liegen aus. Sie sind verdeckt.", "They are covered.") == []
    assert formal("it", "Se Lei vuole", "If you like") == ["Lei"]


@pytest.mark.parametrize("language", ["de", "it"])
def test_the_texts_of_allauth_address_nobody_formally(language: str):
    """No text of allauth's code that our pages can show is formal."""
    with translation.override(language):
        found = {text: gettext(text) for text in texts_of_allauth()}
    assert len(found) > 60
    assert [text for source, text in found.items() if formal(language, text, source)] == []


def texts_of_allauth() -> set[str]:
    """Return the translatable texts of the parts of allauth that we use, telephones left out."""
    home = Path(allauth.__file__).parent
    calls = (
        node
        for part in ("account", "mfa", "usersessions")
        for path in (home / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    texts = {
        call.args[0].value
        for call in calls
        if call.func.id in ("_", "gettext", "gettext_lazy", "ngettext")
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }
    return {text for text in texts if "phone" not in text}


@pytest.mark.parametrize(
    ("language", "listed", "percent", "date", "moment"),
    [
        ("en", "a, b", "50%", "22 Nov 2026", "22 Nov 2026, 17:06"),
        ("de", "a, b", f"50{NBSP}%", "22. November 2026", "22. November 2026, 17:06"),
        ("it", "a, b", "50%", "22 novembre 2026", "22 novembre 2026, 17:06"),
        ("ja", "a、b", "50%", "2026年11月22日", "2026年11月22日 17:06"),
    ],
)
def test_lists_percentages_and_dates_follow_the_language(
    language: str, listed: str, percent: str, date: str, moment: str
):
    with translation.override(language):
        assert writing.join_list(["a", "b"]) == listed
        assert writing.percent(50) == percent
        assert date_format(AT, "DATE_FORMAT") == date
        assert date_format(AT, "DATETIME_FORMAT") == moment


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_percentages_in_sentences_follow_the_language(language: str):
    wrong = re.compile(r"[\d}]%|\)[ds]%%" if language == "de" else r"[\d}]\s%|\)[ds]\s%%")
    assert [text for text, _source in texts(language) if wrong.search(text)] == []


#: A text that ends a sentence, and another one that follows after a plain space.
SPACED = re.compile(
    r'[.!?](?:"\)[^{}]*\}\}|" %\}|\{% endblocktranslate %\})'
    r"(?:\{%(?! endcall)[^%]*%\})* (?:\{%(?! call)[^%]*%\})*"
    r'(?:\{\{ _\("|\{% translate "|\{% blocktranslate)'
)


def test_sentences_are_separated_as_the_language_requires():
    pages = (ROOT / "templates").rglob("*.*")
    spaced = {
        f"{page.relative_to(ROOT)}: {found[0]}"
        for page in pages
        if page.suffix in {".html", ".jinja"}
        for found in SPACED.finditer(page.read_text())
    }
    assert spaced == set()
