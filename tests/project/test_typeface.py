"""Kabinett, the typeface of capitals and figures, is what its strokes say, and lacks no capital."""

from io import BytesIO

import polib
import pytest
from django.conf import settings
from fontTools.ttLib import TTFont

from docs import typeface

pytestmark = pytest.mark.pure

#: What the site is written in, where letters are Latin ones.
LATIN = ("de", "it")


def test_the_font_matches_its_strokes():
    built = BytesIO()
    typeface.build().save(built)
    drawn, stored = TTFont(built), TTFont(typeface.FONT)
    assert stored.getBestCmap() == drawn.getBestCmap()
    assert stored["hmtx"].metrics == drawn["hmtx"].metrics
    for name in drawn.getGlyphOrder():
        assert stored["glyf"][name] == drawn["glyf"][name], name


def test_every_capital_of_the_pages_is_drawn():
    catalogs = (settings.BASE_DIR / "locale" / code / "LC_MESSAGES/django.po" for code in LATIN)
    texts = (
        text
        for catalog in catalogs
        for entry in polib.pofile(str(catalog))
        for text in (entry.msgid, entry.msgstr, *entry.msgstr_plural.values())
    )
    used = {letter for text in texts for letter in text.upper() if letter.isupper()}
    assert {letter for letter in used if letter not in typeface.GLYPHS} == set()
