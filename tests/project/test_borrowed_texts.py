"""The texts that we translate for Django and allauth are still exactly theirs."""

from pathlib import Path

import allauth
import django
import polib
import pytest
from django.utils.translation import gettext, override

from config import borrowed_texts

CATALOGS = (
    "conf/locale/de/LC_MESSAGES/django.po",
    "contrib/auth/locale/de/LC_MESSAGES/django.po",
)


@pytest.fixture(scope="module")
def theirs() -> set[str]:
    """Return every translatable text of Django and allauth, without its line breaks."""
    home = Path(django.__file__).parent
    paths = [home / catalog for catalog in CATALOGS]
    paths.append(Path(allauth.__file__).parent / "locale/de/LC_MESSAGES/django.po")
    return {
        text
        for path in paths
        for entry in polib.pofile(str(path))
        if not entry.obsolete
        for text in (entry.msgid, entry.msgid_plural)
    }


@pytest.mark.parametrize(
    "group", ["FIELDS", "PASSWORDS", "ENTRANCE", "DONE", "LABELS", "DAYS", "MONTHS"]
)
def test_every_borrowed_text_still_exists_in_its_package(group, theirs):
    texts = [text for text in getattr(borrowed_texts, group) if isinstance(text, str)]
    assert [text for text in texts if text not in theirs] == []


def test_the_english_catalog_rewords_only_borrowed_texts(theirs):
    english = polib.pofile(str(Path(__file__).parents[2] / "locale/en/LC_MESSAGES/django.po"))
    assert [entry.msgid for entry in english if entry.msgid not in theirs] == []


def test_in_english_too_borrowed_texts_use_our_words():
    with override("en"):
        assert gettext("You have signed out.") == "You are logged out."
        assert gettext("Security key added.") == "The passkey has been added."
