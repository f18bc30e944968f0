"""What tables of leagues are drawn with: marks of form, bands of ranks, names of tie-breaks."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.leagues.cards import Card, Place, halves
from games.leagues.standings import NAMES
from games.leagues.watching import Line, Table, figure, name_of

register = template.Library()

#: By result: the mark, and what it stands for.
MARKS: dict[str, tuple[str, Any]] = {
    "win": ("+", pgettext_lazy("result", "won")),
    "draw": ("=", pgettext_lazy("result", "drawn")),
    "loss": ("−", pgettext_lazy("result", "lost")),
    "forfeit": ("×", pgettext_lazy("result", "forfeited")),
    "bye": ("○", pgettext_lazy("result", "bye")),
}


@register.inclusion_tag("leagues/_form.html")
def form_marks(results: tuple[str, ...]) -> dict[str, Any]:
    """Draw the last results, newest last, with their words for who can't see them."""
    marks = [(key, *MARKS[key]) for key in results if key in MARKS]
    return {"marks": marks, "words": ", ".join(str(word) for _key, _mark, word in marks)}


@register.filter
def result_word(key: str) -> Any:
    """Return what a result is called."""
    return MARKS[key][1] if key in MARKS else key


@register.filter
def result_mark(key: str) -> str:
    """Return the mark of a result."""
    return MARKS[key][0] if key in MARKS else ""


@register.inclusion_tag("leagues/_band.html")
def band(line: Line, table: Table) -> dict[str, Any]:
    """Draw between which ranks a player may truly stand."""
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


@register.filter
def tie_break(code: str) -> str:
    """Return the short name of a tie-break."""
    return _(NAMES[code][0]) if code in NAMES else code


@register.filter
def tie_break_long(code: str) -> str:
    """Return what a tie-break counts."""
    return _(NAMES[code][1]) if code in NAMES else ""


@register.filter
def called(entry: Any) -> str:
    """Return what somebody who plays is called."""
    return name_of(entry)


@register.filter
def why(line: Line) -> str:
    """Return in words why a line stands below the one above it."""
    code = line.row.decided_by
    above = line.above.name if line.above else ""
    if code == "lot":
        text = _("by lot: nothing else sets %(name)s and %(above)s apart")
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
def score_of(place: Place, card: Card) -> str:
    """Return what stands beside a name: games won, or the sign of a forfeit."""
    if place.chair.forfeited:
        return "×"
    if card.is_duel and any(other.chair.forfeited for other in card.places):
        return "+"
    return "" if place.score is None else halves(place.score)


@register.filter
def division_name(division: Any) -> str:
    """Return what a division is called; by its number where it has no name."""
    if division.name:
        return str(division.name)
    return pgettext("league", "Division %(tier)d") % {"tier": division.tier}


@register.filter
def at(found: dict[Any, Any], key: Any) -> Any:
    """Return what a mapping holds at `key`."""
    return (found or {}).get(key)
