"""Previews of links to this site's pages on other sites: a title, a sentence and an image.

The URL of the image contains its texts, signed. So rendering needs no queries, the image is never
out of date, and nobody can make the site render other texts.
"""

import hashlib
import re
from unicodedata import east_asian_width

import msgspec
import resvg_py
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.template import engines
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import portraits
from games.engine.required import required
from games.matches.drawing.page_states import PageState
from games.matches.models import Match
from games.matches.names import shown_name

WIDTH, HEIGHT = 1200, 630  #: pixels, the usual size of link previews
SALT = "games.matches.page.link_cards"
KEPT_FOR = 3600  #: seconds
SENTENCE = re.compile(r"[.!?](?= )|[。！？]")
LONGEST = 200  #: characters of a title or a sentence
#: The portraits on a card without people: some of those on the front page.
NOBODY = "00030303938 11121071a39 10730105050 30514051c20 40304303b56"


class LinkCard(msgspec.Struct, frozen=True):
    """The preview of a link, with public facts only; `faces` are codes separated by spaces."""

    title: str
    text: str
    faces: str = ""


def token_of(card: LinkCard) -> str:
    """Return `card` as a signed part of a URL."""
    cut = [card.title[:LONGEST], card.text[:LONGEST], card.faces]
    return signing.Signer(salt=SALT).sign_object(cut, compress=True)


def card_of(token: str) -> LinkCard | None:
    """Return the card in a token signed by this site, or None."""
    try:
        cut = signing.Signer(salt=SALT).unsign_object(token)
        return LinkCard(*msgspec.convert(cut, tuple[str, str, str]))
    # Other sites store URLs, and another version may have signed other values.
    except (signing.BadSignature, msgspec.ValidationError):
        return None


def png(card: LinkCard) -> bytes:
    """Return `card` rendered as a PNG image, cached for a while."""
    text = msgspec.json.encode((card, settings.SITE_NAME))
    name = f"matches/card/{hashlib.sha256(text).hexdigest()}"
    picture: bytes = required(cache.get_or_set(name, lambda: _render(card), KEPT_FOR))
    return picture


def _render(card: LinkCard) -> bytes:
    template = engines["fragments"].get_template("matches/page/_card.jinja")
    title = wrap(card.title, 34, 2)
    text = wrap(card.text.replace(" · ", "\N{NO-BREAK SPACE}· "), 64, 1)
    faces = [portraits.drawing(code) for code in (card.faces or NOBODY).split()]
    values = {"title": title, "text": text, "faces": faces, "site": settings.SITE_NAME}
    svg = template.render(values)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, height=HEIGHT))


def wrap(text: str, width: int, most: int) -> list[str]:
    """Return `text` wrapped to at most `most` lines of `width` narrow letters.

    Wide letters count twice. A text that is too long ends after the last sentence that fits.
    """
    lines = _wrapped(text, width)
    for end in reversed([found.end() for found in SENTENCE.finditer(text)]):
        if len(lines) > most:
            lines = _wrapped(text[:end], width)
    if len(lines) > most:
        lines[most - 1 :] = [lines[most - 1][: width - 1].rstrip() + "…"]
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in _words(text):
        if _width(lines[-1] + word.rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    return [line.strip() for line in lines]


def _words(text: str) -> list[str]:
    """Return the parts between which `text` may be wrapped: words, or letters without spaces."""
    words = [""]
    for letter in text:
        if letter == " " or _width(letter) > 1:
            words += [letter, ""] if letter != " " else [" "]
        else:
            words[-1] += letter
    return [word for word in words if word]


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def of_table(state: PageState) -> LinkCard:
    """Return the card for a table, with its host, its players and its options."""
    table, match = state.table, state.match
    host = next((player.name for player in state.faces if player.is_host), "")
    title = _("Table of %(name)s") % {"name": shown_name(host)} if host else _(table.name)
    title = match.ending or title
    facts = [_(table.name) if title != _(table.name) else "", *_how_full(match, len(state.faces))]
    if match.is_open:
        facts += [str(match.get_pace_display()), _(str(dict(settings.LANGUAGES)[match.language]))]
    faces = " ".join(player.portrait for player in state.faces)
    return LinkCard(title, " · ".join(filter(None, facts)), faces)


def _how_full(match: Match, count: int) -> list[str]:
    if match.is_open:
        return [_("%(taken)d of %(most)d seats taken") % {"taken": count, "most": match.seats_max}]
    players = ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
    return [players, str(match.get_status_display())]
