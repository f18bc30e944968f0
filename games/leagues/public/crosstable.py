"""Crosstables of a division: the results or meetings of every pair of players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import comparable
from accounts.requests import Visitor
from games.contests.standings import crosstable as pure
from games.leagues.models import Division, Entry
from games.leagues.public.fixture_card import halves
from games.leagues.public.standings_table import name_of
from games.leagues.seasons import standings_input

HOTTEST = 5  #: the number of shades for meetings


@dataclass(frozen=True)
class CrosstableCell:
    """A cell; screen readers read `words` instead of `text`; `look` is win, heat-2 etc."""

    text: str = ""
    words: str = ""
    look: str = ""
    fixture: int = 0
    is_self: bool = False


@dataclass(frozen=True)
class CrosstableRow:
    """A row: its player, and the contents of its columns; a pair may have met in several duels.

    Duels have `cells`. Meetings are rendered `squares`, because a hundred players need ten
    thousand.
    """

    rank: int
    entry: Entry
    name: str
    cells: tuple[tuple[CrosstableCell, ...], ...] = ()
    squares: str = ""


@dataclass(frozen=True)
class DivisionCrosstable:
    """A crosstable; `usual` is the average number of meetings of two players."""

    is_duels: bool
    lines: tuple[CrosstableRow, ...]
    page: "Page[int]"
    search: str = ""
    most: int = 0
    usual: float = 0.0

    @property
    def shades(self) -> list[tuple[int, str]]:
        """Return the meanings of the shades, the lightest first."""
        return [(times, _look(times)) for times in range(min(self.most, HOTTEST) + 1)]


def crosstable_of(
    division: Division, user: Visitor, *, size: int, number: str = "", search: str = ""
) -> DivisionCrosstable:
    """Return a page of a division's crosstable, in the order of its standings.

    This is the requested page, or the page with the player searched for, or the visitor's own.
    """
    contest = standings_input.contest_of(division)
    entries = standings_input.names_of(division)
    is_duels = contest.format in ("round_robin", "swiss")
    table: pure.Crosstable | pure.Meetings = (
        standings_input.computed(contest, "crosstable", pure.crosstable, pure.Crosstable)
        if is_duels
        else standings_input.computed(contest, "meetings", pure.meetings, pure.Meetings)
    )
    page_number = number or _page_with(table.entries, entries, user, search, size)
    page = Paginator(table.entries, size).get_page(page_number)
    part = slice(page.start_index() - 1 if table.entries else 0, page.end_index())
    if isinstance(table, pure.Crosstable):
        lines = tuple(_lines(table, entries, part))
        return DivisionCrosstable(is_duels=True, lines=lines, page=page, search=search)
    counts = [
        cell.nights
        for row, cells in enumerate(table.cells)
        for cell in cells[:row]
    ]  # fmt: skip
    return DivisionCrosstable(
        is_duels=False,
        lines=tuple(_square_rows(table, entries, part)),
        page=page,
        search=search,
        most=max(counts, default=0),
        usual=sum(counts) / len(counts) if counts else 0.0,
    )


def _page_with(
    order: Sequence[int], entries: dict[int, Entry], user: Visitor, search: str, size: int
) -> str:
    """Return the number of the page with the first player who matches `search`, or the visitor."""
    text = comparable(search)
    for place, key in enumerate(order):
        entry = entries[key]
        if text in comparable(name_of(entry)) if text else entry.user_id == user.pk:
            return str(place // size + 1)
    return "1"


def _lines(
    crosstable: pure.Crosstable, entries: dict[int, Entry], part: slice
) -> Iterator[CrosstableRow]:
    keys, rows = crosstable.entries[part], crosstable.cells[part]
    for rank, (key, row) in enumerate(zip(keys, rows, strict=True), part.start + 1):
        cells = tuple(
            (CrosstableCell(is_self=True),) if key == other else tuple(map(_duel, meeting))
            for other, meeting in zip(keys, row[part], strict=True)
        )
        yield CrosstableRow(rank, entries[key], name_of(entries[key]), cells)


def _duel(one: pure.Encounter) -> CrosstableCell:
    look = "draw"
    if one.scored != one.conceded:
        look = "win" if one.scored > one.conceded else "loss"
    points, points_against = halves(one.scored), halves(one.conceded)
    text = f"{points}–{points_against}"
    if one.is_forfeit:
        text = "+" if look == "win" else "−"
        words = _("won by forfeit") if look == "win" else _("forfeited")
    else:
        words = _("%(scored)s to %(conceded)s") % {"scored": points, "conceded": points_against}
    title = _("round %(number)d") % {"number": one.round}
    return CrosstableCell(text, f"{words}, {title}", look, one.fixture)


def _square_rows(
    meetings: pure.Meetings, entries: dict[int, Entry], part: slice
) -> Iterator[CrosstableRow]:
    """Yield the rows of a crosstable of meetings; identical squares are rendered only once."""
    memo: dict[pure.Meeting, SafeString] = {pure.Meeting(): mark_safe("<td></td>")}
    for row in meetings.cells[part]:
        for meeting in row[part]:
            if meeting not in memo:
                memo[meeting] = _square(meeting)
    own = mark_safe('<td class="self"></td>')
    keys, rows = meetings.entries[part], meetings.cells[part]
    for rank, (key, row) in enumerate(zip(keys, rows, strict=True), part.start + 1):
        squares = [
            own if key == other else memo[meeting]
            for other, meeting in zip(keys, row[part], strict=True)
        ]
        text = mark_safe("".join(squares))  # noqa: S308 - each was made by format_html
        yield CrosstableRow(rank, entries[key], name_of(entries[key]), squares=text)


def _square(meeting: pure.Meeting) -> SafeString:
    nights = ngettext("met %(count)d time", "met %(count)d times", meeting.nights)
    games = ngettext(
        "%(count)d game together, %(opposed)d against each other",
        "%(count)d games together, %(opposed)d against each other",
        meeting.together,
    )
    words = nights % {"count": meeting.nights}
    words += "; " + games % {"count": meeting.together, "opposed": meeting.opposed}
    return format_html(
        '<td class="{}" title="{}">{}</td>', _look(meeting.nights), words, meeting.nights
    )


def _look(times: int) -> str:
    return f"heat-{min(times, HOTTEST)}"
