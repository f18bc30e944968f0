"""Template tags for standings: marks of form, bands of ranks, names of tie-breaks."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from accounts.writing import join_list
from games.contests.pairing.knockout import THIRD
from games.contests.standings import NAMES
from games.leagues.public.fixture_card import CardSeat, FixtureCard
from games.leagues.public.standings_table import (
    StandingsRow,
    StandingsTable,
    division_name,
    figure,
    name_of,
)

register = template.Library()

#: By result: the mark, and its meaning.
MARKS: dict[str, tuple[str, Any]] = {
    "win": ("+", pgettext_lazy("result", "won")),
    "draw": ("=", pgettext_lazy("result", "drawn")),
    "loss": ("−", pgettext_lazy("result", "lost")),
    "forfeit": ("×", pgettext_lazy("result", "forfeited")),
    "bye": ("○", pgettext_lazy("result", "bye")),
}


@register.inclusion_tag("leagues/public/_form.html")
def form_marks(results: tuple[str, ...]) -> dict[str, Any]:
    """Draw the last results, newest last, with their meanings for screen readers."""
    marks = [(key, *MARKS[key]) for key in results if key in MARKS]
    return {"marks": marks, "words": join_list(word for _key, _mark, word in marks)}


@register.filter
def result_word(key: str) -> Any:
    """Return the name of a result."""
    return MARKS[key][1] if key in MARKS else key


@register.filter
def result_mark(key: str) -> str:
    """Return the mark of a result."""
    return MARKS[key][0] if key in MARKS else ""


@register.inclusion_tag("leagues/public/_band.html")
def band(line: StandingsRow, table: StandingsTable) -> dict[str, Any]:
    """Draw the range of ranks that a player may deserve."""
    low, high = line.row.band or (line.row.rank, line.row.rank)
    return {
        "low": low,
        "high": high,
        "x": low - 1,
        "width": high - low + 1,
        "dot": line.row.rank - 0.5,
        "ranks": len(table.lines),
    }


register.filter(figure)
register.filter(division_name)


@register.filter
def tie_break(code: str) -> str:
    """Return the short name of a tie-break."""
    return _(NAMES[code][0]) if code in NAMES else code


@register.filter
def in_two_lines(text: str) -> str:
    """Return `text` with a single breaking space, for the head of a narrow column."""
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
    """Return the reason for a line's place below the previous one, as text."""
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
    """Return the text beside a name: games won, or the mark of a forfeit."""
    return card.score_of(place)


@register.filter
def stage_name(one: dict[str, Any], season: Any) -> str:
    """Return the name of a round of a knock-out, by its number of fixtures."""
    names = {1: _("Final")}
    if THIRD in one["round"].report.get("groups", ()):
        return _("Final, and match for third place")
    if season.league.plays_duels and not one["byes"]:
        names |= {2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(one["total"]) or pgettext("league", "Round %(number)s") % {
        "number": one["round"].number
    }


@register.filter
def at(mapping: dict[Any, Any], key: Any) -> Any:
    """Return the value of a mapping at `key`."""
    return (mapping or {}).get(key)
