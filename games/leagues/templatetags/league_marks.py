"""Template tags for standings: recent form, lines of the table, and names of tie-breaks."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.templatetags import faces
from accounts.writing import join_list
from games.contests.pairing.knockout import THIRD
from games.contests.standings import NAMES
from games.leagues.public.fixture_card import CardSeat, FixtureCard
from games.leagues.public.standings_table import (
    StandingsRow,
    division_name,
    figure,
    name_of,
)
from games.matches.public import regions

register = template.Library()

#: The mark for each result, and its meaning.
MARKS: dict[str, tuple[str, Any]] = {
    "win": ("+", pgettext_lazy("result", "won")),
    "draw": ("=", pgettext_lazy("result", "drawn")),
    "loss": ("−", pgettext_lazy("result", "lost")),
    "forfeit": ("×", pgettext_lazy("result", "forfeited")),
    "bye": ("○", pgettext_lazy("result", "bye")),
}


@lru_cache(maxsize=4096)
def _form_marks(results: tuple[str, ...], _language: str) -> SafeString:
    marks = [(key, *MARKS[key]) for key in results if key in MARKS]
    if not marks:
        return SafeString()
    words = join_list(word for _key, _mark, word in marks)
    mark = '<i class="form-mark {}" title="{}" aria-hidden="true">{}</i>'
    drawn = format_html_join("", mark, ((key, word, sign) for key, sign, word in marks))
    text = '<span class="form-marks"><span class="sr-only">{}</span>{}</span>'
    return format_html(text, words, drawn)


@register.simple_tag
def form_marks(results: tuple[str, ...]) -> SafeString:
    """Render the marks of recent results, newest last, with their meanings for screen readers."""
    return _form_marks(results, get_language())


@register.simple_tag(takes_context=True)
def standings_lines(context: Any, lines: Sequence[StandingsRow], *, short: bool = False) -> str:
    """Render rows of the page's standings; with `short`, only the most important columns."""
    names = ("league", "season", "table", "ratings", "sanctions")
    values = {name: context.get(name) or {} for name in names}
    values |= {"figure": figure, "floatformat": floatformat, "form_marks": form_marks}
    face = partial(faces.face, context)
    drawn = regions.fragment(
        "leagues/public/_lines.jinja", lines=lines, short=short, face=face, **values
    )
    return mark_safe(regions.draw("", drawn))  # noqa: S308 (escaped by the template)


@register.filter
def result_word(key: str) -> Any:
    """Return the name of a result."""
    return MARKS[key][1] if key in MARKS else key


@register.filter
def result_mark(key: str) -> str:
    """Return the mark of a result."""
    return MARKS[key][0] if key in MARKS else ""


register.filter(figure)
register.filter(division_name)


@register.filter
def tie_break(code: str) -> str:
    """Return the short name of a tie-break."""
    return _(NAMES[code][0]) if code in NAMES else code


@register.filter
def in_two_lines(text: str) -> str:
    """Return `text` with only one breaking space, for the heading of a narrow column."""
    words = text.split(" ")
    halves_of = ((words[:at], words[at:]) for at in range(1, len(words)))
    lines = ["\N{NO-BREAK SPACE}".join(half) for pair in halves_of for half in pair]
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    return " ".join(min(pairs, key=lambda pair: max(map(len, pair)))) if pairs else text


@register.filter
def tie_break_long(code: str) -> str:
    """Return the long name of a tie-break."""
    return _(NAMES[code][1]) if code in NAMES else ""


@register.filter
def called(entry: Any) -> str:
    """Return the name of a player."""
    return name_of(entry)


@register.filter
def why(line: StandingsRow) -> str:
    """Return the reason why a line is ranked below the previous one, as text."""
    code = line.row.decided_by
    above = line.above.name if line.above else ""
    if code == "lot":
        text = _("by lot: nothing else separates %(name)s and %(above)s")
        return text % {"name": line.name, "above": above}
    if code == "status":
        return _(NAMES["status"][1])
    return _("%(by)s: %(less)s against %(more)s") % {
        "by": tie_break(code),
        "less": _figure(line.value(code)),
        "more": _figure(line.above.value(code) if line.above else None),
    }


def _figure(value: float | None) -> str:
    return "–" if value is None else figure(value)


@register.filter
def score_of(place: CardSeat, card: FixtureCard) -> str:
    """Return the text next to a name: games won, or the mark for a forfeit."""
    return card.score_of(place)


@register.filter
def stage_name(one: dict[str, Any], season: Any) -> str:
    """Return the name of a knock-out round, which depends on its number of fixtures."""
    names = {1: _("Final")}
    if THIRD in one["round"].report.get("groups", ()):
        return _("Final, and match for third place")
    if season.league.plays_duels and not one["byes"]:
        names |= {2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(one["total"]) or pgettext("league", "Round %(number)s") % {
        "number": one["round"].number
    }


@register.filter
def stake(fixture: Any) -> str:
    """Return a label for a fixture of a knock-out's last round of two: final, or third place."""
    groups = fixture.round.report.get("groups") or ()
    if THIRD not in groups:
        return ""
    is_third = groups[fixture.number - 1 : fixture.number] == [THIRD]
    return _("Match for third place") if is_third else _("Final")


@register.filter
def at(mapping: dict[Any, Any], key: Any) -> Any:
    """Return the value for `key` in a mapping."""
    return (mapping or {}).get(key)
