"""Numbers and sentences of insights in the reader's language."""

from html import unescape
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from django.utils.formats import number_format
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from accounts import writing
from games.engine.insight import Estimate, Finding, Question
from games.matches.public import regions

if TYPE_CHECKING:
    from games.history.replay.replay import Replay

NARROW, NARROWER = 10, 8  #: columns for a label next to a picture; wide letters take two


def percent(share: float, places: int = 0) -> str:
    """Return a share in percent; only exact values show as 0 or 100."""
    replay = round(100 * share, places)
    if not places and share > 0 and replay < 1:
        return f"<{writing.percent(1)}"
    if not places and share < 1 and replay >= 100:
        return f">{writing.percent(99)}"
    return writing.percent(replay, places)


def decimal(value: float, places: int = 1) -> str:
    """Return a number with one decimal; whole numbers have none, small numbers two."""
    if float(value).is_integer():
        places = 0
    elif abs(value) < 1:
        places = 2
    return number_format(value, places, use_l10n=True)


def estimate(question: Question, one: Estimate) -> str:
    """Return an estimate in words: a count, a certainty, or a likelihood."""
    if question.counts:
        return decimal(one.value)
    if one.certain:
        return _("certainly") if one.value else _("certainly not")
    return percent(one.value)


def cell(question: Question, one: Estimate) -> str:
    """Return an estimate for a narrow cell, where certain values use another typeface."""
    if one.certain and not question.counts:
        return pgettext("certain", "yes") if one.value else pgettext("certain", "no")
    return brief(question, one)


def brief(question: Question, one: Estimate) -> str:
    """Return only the number of an estimate, for labels next to a marker."""
    return decimal(one.value) if question.counts else percent(one.value)


def subject(replay: "Replay", one: Estimate) -> str:
    """Return the name of an estimate's player or thing."""
    if one.seat is not None:
        return replay.page_state.faces[one.seat].name
    return regions.term(one.term) if one.term else ""


def finding_text(replay: "Replay", finding: Finding) -> SafeString:
    """Return a finding as a sentence, with the players' names marked up."""
    line = finding.line
    numbers = {
        **line.numbers,
        **{place: decimal(value) for place, value in finding.decimals.items()},
        **{place: percent(share) for place, share in finding.shares.items()},
    }
    return regions.say(replace(line, numbers=numbers), replay.page_state.faces)


def plain_finding_text(replay: "Replay", finding: Finding) -> str:
    """Return a finding as a sentence without markup."""
    return unescape(strip_tags(finding_text(replay, finding)))


def cut(name: str, room: int) -> str:
    """Return `name`, cut to that number of columns."""
    length = 0
    for at, letter in enumerate(name):
        length += 2 if east_asian_width(letter) in "WF" else 1
        if length > room:
            return name[: max(at - 1, 1)] + "…"
    return name
