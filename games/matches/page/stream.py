"""The stream: the log lines known to a viewer, interleaved with chat messages."""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from django.utils import translation
from django.utils.safestring import SafeString

from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC, Viewer
from games.engine.text import Line
from games.matches.drawing import regions
from games.matches.drawing.page_states import PageState
from games.matches.drawing.panels import Remark, panels
from games.matches.drawing.regions import Fragment

#: The number of sentences in the summary of a running match for new spectators.
SUMMARY_LINES = 3
#: The kinds of lines without information about the state of a match.
PASSING = regions.SHOWN_ELSEWHERE | {"", "claim"}


class LogLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log on one viewer's page."""

    line: Line
    is_private: bool  #: not public, so pages can hide it from people nearby
    begins: bool  #: whether it begins a chapter
    players: tuple[PlayerInfo, ...]


def lines_of(page_state: PageState, viewer: Viewer, since: int = 0) -> list[LogLine]:
    """Return the log lines known to `viewer`, from line `since` on."""
    log, players = page_state.log(viewer), regions.named(page_state.faces)
    # Of n new lines, only the last n lines of the public log can be public.
    open_to_all = {id(line) for line in page_state.log(PUBLIC)[since - len(log) :]}
    before = log[since - 1].chapter if since else -1
    lines = []
    for line in log[since:]:
        lines.append(LogLine(line, id(line) not in open_to_all, line.chapter != before, players))
        before = line.chapter
    return lines


def lines_drawn_from(lines: Sequence[LogLine]) -> Fragment:
    """Return the fragment for `lines`, except those shown elsewhere."""
    visible = tuple(one for one in lines if one.line.kind not in regions.SHOWN_ELSEWHERE)
    return regions.fragment("matches/page/_lines.jinja", lines=visible)


def story_so_far(page_state: PageState, viewer: Viewer) -> list[tuple[int, SafeString]]:
    """Return the latest important sentences with their rounds, for new spectators."""
    if viewer.seat is not None or page_state.projection is None or not page_state.match.is_running:
        return []
    players = regions.named(page_state.faces)
    lines = [line for line in page_state.log(PUBLIC) if line.kind not in PASSING]
    return [(line.chapter, regions.say(line, players)) for line in lines[-SUMMARY_LINES:]]


def remarks_of(page_state: PageState, viewer: Viewer, reader: int = 0) -> tuple[Remark, ...]:
    """Return the pieces of panels between the lines for `viewer`, in order.

    `reader` is the user, if their page differs (see `PageState.readers`).
    """
    remarks: tuple[Remark, ...] = ()
    for panel in panels():
        if panel.remarks is not None:
            data = page_state.panels[panel.name]
            remarks += panel.remarks(
                page_state, panel.read_by(data, reader) if reader else data, viewer
            )
    return remarks


def log_of(page_state: PageState, viewer: Viewer, remarks: Sequence[Remark]) -> str:
    """Render the whole stream, with each remark after the lines of its entry.

    After the end, all viewers know the same lines, which are rendered once per language.
    """
    key, entries = page_state.table.game, page_state.entries(viewer)
    kept, language = page_state.chapters, translation.get_language()
    lines = kept.get(language) or lines_of(page_state, viewer)
    if page_state.match.is_over:
        kept[language] = lines
    texts, count = [], 0
    for remark in remarks:
        end = max(count, bisect_right(entries, remark.number))
        texts.append(_lines(page_state, lines, count, end))
        texts.append(regions.draw(key, remark.piece))
        count = end
    return "".join((*texts, _lines(page_state, lines, count, len(lines))))


def _lines(page_state: PageState, lines: Sequence[LogLine], start: int, end: int) -> str:
    """Render a range of `lines`, after the end only once."""
    if start == end:
        return ""
    part = (translation.get_language(), start, end)
    if part in page_state.chapters:
        return str(page_state.chapters[part])
    text = regions.draw(page_state.table.game, lines_drawn_from(lines[start:end]))
    if page_state.match.is_over:
        page_state.chapters[part] = text
    return text


def only_grows(
    before: PageState,
    after: PageState,
    viewer: Viewer,
    was: Sequence[Remark],
    now: Sequence[Remark],
) -> bool:
    """Return whether the viewer's stream at `after` only appends to the stream at `before`.

    It doesn't if a remark has changed, or a name because an account was deleted.
    """
    if after.match.is_over and not before.match.is_over:
        return False
    if before.faces is not after.faces and _names(before) != _names(after):
        return False
    if not (was or now):
        return True
    if was is not now and [one.key for one in now[: len(was)]] != [one.key for one in was]:
        return False
    entries = after.entries(viewer)
    new = entries[len(before.log(viewer)) :]
    if was and new and new[0] <= was[-1].number:
        return False
    tail = now[len(was) :]
    return not (tail and entries) or tail[0].number >= entries[-1]


def _names(page_state: PageState) -> list[str]:
    return [face.name for face in page_state.faces]
