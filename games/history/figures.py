"""Figures and sentences of insights in the reader's language."""

from html import unescape
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from django.utils.formats import number_format
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from games.engine.insight import Estimate, Finding, Question
from games.matches.fragments import say, term

if TYPE_CHECKING:
    from games.history.drawing import Screening

NARROW, NARROWER = 13, 8  #: columns of a label beside a picture; wide letters take two


def percent(share: float, places: int = 0) -> str:
    """Return a share out of a hundred; what is not quite nothing or all does not look like it."""
    shown = round(100 * share, places)
    if not places and share > 0 and shown < 1:
        return f"<{_figure(1, 0)}\u00a0%"
    if not places and share < 1 and shown >= 100:
        return f">{_figure(99, 0)}\u00a0%"
    return f"{_figure(shown, places)}\u00a0%"


def decimal(value: float, places: int = 1) -> str:
    """Return a figure with one place behind the point: whole ones without, small ones with two."""
    if float(value).is_integer():
        return _figure(value, 0)
    return _figure(value, 2 if abs(value) < 1 else places)


def _figure(value: float, places: int) -> str:
    return number_format(value, places, use_l10n=True)


def estimate(question: Question, one: Estimate) -> str:
    """Return an estimate in words: a count, a certainty, or a likelihood."""
    if question.counts:
        return decimal(one.value)
    if one.certain:
        return _("certainly") if one.value else _("certainly not")
    return percent(one.value)


def cell(question: Question, one: Estimate) -> str:
    """Return the same for a narrow cell, where what is certain is set in another face."""
    if one.certain and not question.counts:
        return pgettext("certain", "yes") if one.value else pgettext("certain", "no")
    return brief(question, one)


def brief(question: Question, one: Estimate) -> str:
    """Return the same as a figure alone, for labels that a marker stands beside."""
    return decimal(one.value) if question.counts else percent(one.value)


def subject(shown: "Screening", one: Estimate) -> str:
    """Return whom or what an estimate is of."""
    if one.seat is not None:
        return shown.scene.faces[one.seat].name
    return term(one.term) if one.term else ""


def worded(shown: "Screening", finding: Finding) -> SafeString:
    """Return a finding as a sentence, with the players' names set off."""
    line = finding.line
    numbers = {
        **line.numbers,
        **{place: decimal(value) for place, value in finding.decimals.items()},
        **{place: percent(share) for place, share in finding.shares.items()},
    }
    return say(replace(line, numbers=numbers), shown.scene.faces)


def plainly(shown: "Screening", finding: Finding) -> str:
    """Return a finding as a sentence without marks."""
    return unescape(strip_tags(worded(shown, finding)))


def cut(name: str, room: int) -> str:
    """Return `name` as far as it fits into so many columns."""
    used = 0
    for at, letter in enumerate(name):
        used += 2 if east_asian_width(letter) in "WF" else 1
        if used > room:
            return name[: max(at - 1, 1)] + "…"
    return name
