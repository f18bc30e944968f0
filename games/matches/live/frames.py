"""Frames: the messages to a match's pages when the room advances to its next moment.

All pages of a room show the same moment, so a page depends only on its viewer. For each viewer, the
new slices are compared with the old ones, and the differences are rendered. Public pieces are
rendered and encoded once per language; the log is only appended to. A frame consists of the
fragments themselves. All other messages to a page are JSON objects, and begin with a brace.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.utils import translation

from games.engine.regions import Region, RegionPart
from games.engine.seats import PUBLIC, Viewer
from games.matches.drawing import regions
from games.matches.drawing.page_states import PageState
from games.matches.drawing.panels import Remark
from games.matches.drawing.regions import Slice
from games.matches.page import fragments, stream
from games.matches.page.fragments import Pieces, partial
from games.matches.play import talk


class Audience(NamedTuple):
    """A viewer, a language, and the user if their page differs (see `PageState.readers`)."""

    viewer: Viewer
    language: str
    reader: int = 0


class Moment:
    """A page state, and its slices for each audience, computed on demand.

    Slices not affected by a move are reused from the previous moment.
    """

    def __init__(self, page_state: PageState, before: "Moment | None" = None) -> None:
        self.page_state = page_state
        self.public: dict[str, Pieces] = {}
        self.own: dict[tuple[Viewer, str], Pieces] = {}
        self.around: dict[Audience, Pieces] = {}
        self.remarks: dict[Audience, tuple[Remark, ...]] = {}
        self._whole: dict[Audience, bytes] = {}
        if before is not None and _surroundings(before.page_state) == _surroundings(page_state):
            self.around = before.around
        if before is not None and _talk(before.page_state) == _talk(page_state):
            self.remarks = before.remarks

    def public_of(self, language: str) -> Pieces:
        """Return the slices of the public regions in `language`, which must be active."""
        if language not in self.public:
            started = self.page_state.projection is not None
            self.public[language] = fragments.public(self.page_state) if started else {}
        return self.public[language]

    def own_of(self, audience: Audience) -> Pieces:
        """Return the private slices of this audience's pages, in the active language."""
        return {**self.seen_by(audience), **self.around_of(audience)}

    def seen_by(self, audience: Audience) -> Pieces:
        """Return the slices for a viewer, which all readers with this view share."""
        key = audience[:2]
        if key not in self.own:
            started = self.page_state.projection is not None
            self.own[key] = fragments.own(self.page_state, audience.viewer) if started else {}
        return self.own[key]

    def around_of(self, audience: Audience) -> Pieces:
        """Return the pieces around the table for this audience."""
        if audience not in self.around:
            viewer, _language, reader = audience
            self.around[audience] = fragments.around(self.page_state, viewer, reader=reader)
        return self.around[audience]

    def remarks_of(self, audience: Audience) -> tuple[Remark, ...]:
        """Return the remarks between the lines of an audience's log, in the active language."""
        if audience not in self.remarks:
            self.remarks[audience] = stream.remarks_of(
                self.page_state, audience.viewer, audience.reader
            )
        return self.remarks[audience]

    def whole(self, audience: Audience) -> bytes:
        """Return the frame that updates any page of this audience to this moment."""
        if audience not in self._whole:
            viewer, language, reader = audience
            with translation.override(language):
                pieces = {**self.public_of(language), **self.own_of(audience)}
                texts = fragments.texts(self.page_state, viewer, pieces, reader=reader)
                whole = fragments.whole(self.page_state, viewer, texts)
                self._whole[audience] = whole.encode()
        return self._whole[audience]


def _surroundings(page_state: PageState) -> tuple[Any, ...]:
    """Return everything that the pieces around the table depend on."""
    projection = page_state.projection
    muted = projection and page_state.game.talk.muted_seats(projection.state)
    keeper = projection and talk.timekeeper(page_state.match, projection)
    return (muted, keeper, id(page_state.table), *_talk(page_state))


def _talk(page_state: PageState) -> tuple[Any, ...]:
    """Return everything that the remarks in the log depend on, including their readers."""
    projection = page_state.projection
    gone = projection and page_state.game.talk.eliminated(projection.state)
    ids = map(id, (page_state.faces, *page_state.panels.values()))
    return (gone, page_state.match.status, *ids)


class Change:
    """The difference between one moment and the next, for each audience's pages."""

    def __init__(self, before: Moment, after: Moment) -> None:
        self._before, self._after = before, after
        self._public: dict[str, bytes | None] = {}
        self._lines: dict[tuple[Any, ...], bytes] = {}
        self._said: dict[str, bytes] = {}
        self._key = after.page_state.table.game
        self._stays = before.page_state.stage == after.page_state.stage

    def frames(self, audiences: Collection[Audience]) -> dict[Audience, bytes | None]:
        """Return a frame for each audience, or None if its pages are up to date."""
        by_audience: dict[Audience, bytes | None] = {}
        for language in {one.language for one in audiences}:
            with translation.override(language):
                by_audience |= {
                    one: self._frame_for(one) for one in audiences if one.language == language
                }
        return by_audience

    def _frame_for(self, audience: Audience) -> bytes | None:
        language, before, after = audience.language, self._before, self._after
        public = self._public_part(language) if self._stays else None
        if public is None:
            return after.whole(audience)
        own = self._part(before.seen_by(audience), after.seen_by(audience), language)
        around = self._part(before.around_of(audience), after.around_of(audience), language)
        if own is None or around is None:
            return after.whole(audience)
        # Spoken text comes first: a page processes the pieces in order, with the question last.
        html = self._said_part(language) + public + own + around + self._log_part(audience)
        return html or None

    def _public_part(self, language: str) -> bytes | None:
        if language not in self._public:
            old, new = self._before.public_of(language), self._after.public_of(language)
            self._public[language] = self._part(old, new, language)
        return self._public[language]

    def _part(self, old: Pieces, new: Pieces, language: str) -> bytes | None:
        """Render the differences; None if a piece was removed, or has no place on the page."""
        if old is new:
            return b""
        if not old.keys() <= new.keys():
            return None
        texts = []
        for name, piece in new.items():
            was = old.get(name)
            if was is piece or was == piece:
                continue
            if parts := _parts_since(was, piece):
                texts += [self._region_part(part, language) for part in parts]
                continue
            text = regions.draw(self._key, piece, language)
            if was is not None:
                texts.append(partial(name, text))
            elif isinstance(piece, Region) and piece.into:
                texts.append(partial(piece.into, text, piece.at))
            else:
                return None
        return "".join(texts).encode()

    def _region_part(self, part: RegionPart, language: str) -> str:
        return partial(part.target, regions.draw(self._key, part, language), part.swap)

    def _log_part(self, audience: Audience) -> bytes:
        """Render the new part of an audience's stream, or all of it if older parts have changed."""
        viewer, language, _reader = audience
        old, new = self._before.page_state, self._after.page_state
        was, now = self._before.remarks_of(audience), self._after.remarks_of(audience)
        if not stream.only_grows(old, new, viewer, was, now):
            return partial("log", stream.log_of(new, viewer, now), "innerMorph").encode()
        if was is now:
            return self._lines_part(viewer, language)
        news = (one for one, before in zip(now, was, strict=False) if one != before)
        texts = [partial(one.key, self._remark(one)) for one in news]
        if tail := "".join(map(self._remark, now[len(was) :])):
            texts.append(partial("log", tail, "beforeend"))
        return self._lines_part(viewer, language) + "".join(texts).encode()

    def _remark(self, remark: Remark) -> str:
        return regions.draw(self._key, remark.piece)

    def _lines_part(self, viewer: Viewer, language: str) -> bytes:
        """Render the lines that are new to `viewer`."""
        log, since = self._after.page_state.log(viewer), len(self._before.page_state.log(viewer))
        if all(line.kind in regions.SHOWN_ELSEWHERE for line in log[since:]):
            return b""
        # Most viewers get the same lines, after a line of the same chapter.
        same = (language, *map(id, log[since:]), log[since - 1].chapter if since else None)
        if same not in self._lines:
            lines = stream.lines_drawn_from(stream.lines_of(self._after.page_state, viewer, since))
            text = regions.draw(self._key, lines, language)
            self._lines[same] = partial("log", text, "beforeend").encode() if text else b""
        return self._lines[same]

    def _said_part(self, language: str) -> bytes:
        """Render the spoken lines, once per language because they are the same for everybody."""
        if language not in self._said:
            old, new = self._before.page_state.projection, self._after.page_state.projection
            since = 0 if old is None else len(old.log(PUBLIC))
            text = b""
            if new is not None and len(new.log(PUBLIC)) > since:
                speech = regions.draw(
                    self._key, fragments.spoken(self._after.page_state, since), language
                )
                text = partial("told", speech, "beforeend").encode()
            self._said[language] = text
        return self._said[language]


def _parts_since(was: Slice | None, piece: Slice) -> Sequence[RegionPart]:
    """Return the new parts of `piece`; empty if the whole piece must be sent."""
    if isinstance(was, Region) and isinstance(piece, Region) and type(was) is type(piece):
        return piece.parts_since(was)
    return ()
