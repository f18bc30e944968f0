"""A match's room in a process: the moment that its pages show, and a queue of jobs.

A room is a cache. A process creates it from the rows when the first page opens, and drops it when
the last page closes. Only the event loop's thread accesses it. Everything that changes the moment
(a move, a message from another process, a newly opened page) goes through one queue, so frames are
in order, and moves are judged by committed positions.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from django.utils import timezone

from games.engine.required import required
from games.matches import errors, publish, viewers
from games.matches.drawing.page_states import PageState, curtain_of
from games.matches.live import pubsub, rows, tasks
from games.matches.live.frames import Audience, Change, Moment
from games.matches.live.pages import OpenPage, Watcher
from games.matches.play import moves
from games.matches.play.memory import MatchPosition
from games.matches.play.moves import PlannedMove
from games.matches.play.writer import writer

log = logging.getLogger(__name__)

#: How often a move is judged again if other moves keep being stored first.
ATTEMPTS = 8

Job = Callable[[], Coroutine[Any, Any, None]]


class MatchRoom:
    """The pages of one match in this process, and the moment that all of them show."""

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        self.loop = asyncio.get_running_loop()
        self.pages: dict[Any, Audience | None] = {}  #: None: the page shows nothing yet
        self.watchers: set[Watcher] = set()
        self.moment: Moment | None = None
        self.shown: Moment | None = None  #: the moment on pages; behind a curtain, an earlier one
        self.visits: dict[int, float] = {}  #: the time of each player's last request
        self._line: asyncio.Queue[Job] = asyncio.Queue()
        self._due: set[str] = set()  #: kinds of jobs in the queue, each at most once
        self._busy = False
        self._announced: frozenset[int] | None = (
            None  #: the users most recently announced to other processes
        )
        self._tells_again = False  #: whether another process has requested the users
        self._task = tasks.begin(self._serve())

    # Presence

    def join(self, page: OpenPage) -> None:
        """Add a page, to which the moment is then sent."""
        self.pages[page] = None
        self._wait("arrivals", self._arrivals)

    def watch(self, watcher: Watcher) -> None:
        """Add `watcher` as a follower of the match."""
        self.watchers.add(watcher)
        self._wait("arrivals", self._arrivals)

    def leave(self, page: Any) -> None:
        """Remove a page or watcher; the last one ends the room."""
        self.pages.pop(page, None)
        self.watchers.discard(page)
        self._wait("arrivals", self._arrivals)

    def everybody(self) -> list[Any]:
        """Return all pages and watchers."""
        return [*self.pages, *self.watchers]

    def near(self) -> frozenset[int]:
        """Return the users who have the match open in this process, or recently made a request."""
        fresh = self.loop.time() - publish.PRESENCE_LASTS
        users = frozenset(user_id for user_id, at in list(self.visits.items()) if at > fresh)
        return users.union(one.user_id for one in self.everybody() if one.user_id is not None)

    def here(self) -> frozenset[int]:
        """Return the users who have the match open in any process."""
        return self.near() | publish.elsewhere(self.match_id)

    # Events

    def deliver(self, message: dict[str, Any], move: PlannedMove | None) -> None:
        """Handle a message about this match."""
        kind = message["type"]
        if kind == "move" and move is not None:
            self._line.put_nowait(lambda: self._moved(move))
        elif kind == "visit":
            self.visits[message["user"]] = self.loop.time()
            self.note_here()
        elif kind == "presence":
            self.note_here()
            if message["asks"]:
                self._tells_again = True
                self._wait("arrivals", self._arrivals)
        else:
            jobs: dict[str, Job] = {
                "move": self._catch_up,
                "talk": partial(self._hear, touched=message.get("touched")),
                "reaction": self._hear,
            }
            self._wait(kind, jobs.get(kind, self._reload))

    def beat(self, text: bytes) -> None:
        """Send the heartbeat to every page."""
        for page in list(self.pages):
            page.write(text)
        for watcher in list(self.watchers):
            watcher.beat()

    def heal(self, stored: tuple[int, int] | None, *, is_on_screen: bool) -> None:
        """Reload everything if the row's two counts are ahead because a message was lost.

        This also detects televisions that were switched off, which does not cause a message.
        """
        if self.moment is None or self._busy or not self._line.empty():
            return
        self.note_here()
        match, table = self.moment.page_state.match, self.moment.page_state.table
        is_behind = stored is None or stored[0] > match.length or stored[1] > match.touched
        if is_behind or table.is_on_screen != is_on_screen:
            self._wait("table", self._reload)

    def note_here(self) -> None:
        """Update the list of present users on pages, if it has changed."""
        if self.moment is not None and self.moment.page_state.here != self.here():
            self._wait("arrivals", self._arrivals)

    def look_for_missed(self) -> None:
        """Check for changes by other processes, whose messages may have been lost."""
        self._announced = None  # send the users here to other processes, and request theirs
        self._wait("arrivals", self._arrivals)
        self._wait("reaction", self._hear)

    def act(self, user_id: int | None, action: str, prompt: int) -> asyncio.Future[None]:
        """Accept a user's decision; the returned future is done after its commit."""
        answer: asyncio.Future[None] = self.loop.create_future()
        self._line.put_nowait(lambda: self._act(user_id, action, prompt, answer))
        return answer

    async def take(self, user_id: int, action: str, prompt: int) -> bool:
        """Accept a decision like `act`; return False if this room is not open."""
        if publish.subscribers.get(self.match_id) is not self:
            return False
        await self.act(user_id, action, prompt)
        return True

    # The queue

    def _wait(self, kind: str, job: Job) -> None:
        """Queue `job`, unless a job of its kind is queued."""
        if kind not in self._due:
            self._due.add(kind)
            self._line.put_nowait(lambda: self._do(kind, job))

    async def _do(self, kind: str, job: Job) -> None:
        self._due.discard(kind)
        await job()

    async def _serve(self) -> None:
        """Run the queued jobs one after the other, while any page is open."""
        while self.pages or self.watchers or not self._line.empty():
            job = await self._line.get()
            self._busy = True
            try:
                await job()
            except Exception:
                log.exception("Match %s: a job failed; its pages do not change", self.match_id)
            self._busy = False
        publish.forget(self)

    # Jobs

    async def _act(
        self, user_id: int | None, action: str, prompt: int, answer: asyncio.Future[None]
    ) -> None:
        """Judge and store a decision, respond to its player, and show it to everybody."""
        try:
            move = await self._stored(user_id, action, prompt)
        except Exception as refusal:
            answer.set_exception(refusal)
            if not isinstance(refusal, errors.Refused):  # the decision may or may not be stored
                self._wait("table", self._reload)
            return
        answer.set_result(None)
        await asyncio.sleep(0)  # the response is sent first, in the same write
        if move is not None:
            self._show(self._after(move.after))
            await pubsub.tell_others({"type": "move", "place": self.match_id})

    async def _stored(self, user_id: int | None, text: str, prompt: int) -> PlannedMove | None:
        """Store a decision and return the committed move, or None if a service committed it.

        :raises Refused: with the reason why nothing was stored.
        """
        for _attempt in range(ATTEMPTS):
            position = await self._position()
            action = moves.parse(position.match.rules, text)
            try:
                if curtain_of(position.projection) is not None:
                    raise errors.Held
                turn = moves.judge(position, user_id, action, prompt)
            except errors.Refused as refusal:
                if not await rows.is_current(position.match):  # the message was lost
                    await self._reload()
                    continue
                late = errors.Held | errors.StalePrompt | errors.NotRunning
                if isinstance(refusal, late) and (
                    await rows.is_repeat(position.match, user_id, action, prompt)
                ):
                    return None
                raise
            move = moves.plan(position, turn, timezone.now())
            if move.is_rare:
                if await rows.write_by_service(move):
                    return None  # the service, which also published to this room
            elif await writer().put(move):
                return move
            await self._reload()
        raise errors.TooBusy

    async def _position(self) -> MatchPosition:
        if self.moment is None or self.moment.page_state.projection is None:
            await self._reload()
        if self.moment is None or self.moment.page_state.projection is None:
            raise errors.NotRunning
        return self.moment.page_state.position

    async def _moved(self, move: PlannedMove) -> None:
        """Show a move that was made in this process outside this room."""
        page_state = self.moment.page_state if self.moment else None
        length = (
            -2
            if page_state is None or page_state.projection is None
            else page_state.projection.length
        )
        touches = -1 if page_state is None else page_state.match.touched
        if length == move.step.before.length and touches == move.before.match.touched:
            self._show(self._after(move.after))
            if move.after.match.is_over and self.shown is self.moment:
                self._wait("table", self._reload)  # the score of the evening is in the rows
        elif length < move.step.after.length:
            await self._reload()

    async def _catch_up(self) -> None:
        """Read the clocks, and log entries appended by another process."""
        page_state = self.moment.page_state if self.moment else None
        if page_state is None or page_state.projection is None:
            await self._reload()
            return
        position = await rows.read_on(page_state.position)
        if position is None:
            await self._reload()
        elif position.projection is not page_state.projection:
            self._show(self._after(position))

    async def _reload(self) -> None:
        """Reload everything."""
        page_state = await rows.read(self.match_id, self.here())
        self._show(None if page_state is None else Moment(page_state, self.moment))

    async def _hear(self, touched: int | None = None) -> None:
        """Reload the panels of other apps, such as the chat.

        A chat message is counted in the row as change number `touched`; reactions are not counted.
        If the row has a further change unknown to this room, the players may have changed.
        """
        if self.moment is None:
            await self._reload()
            return
        page_state = self.moment.page_state
        panels, touches = await rows.read_panels(page_state.match)
        known = page_state.match.touched
        if touches != known and not (touches == touched == known + 1):
            await self._reload()
            return
        match = moves.changed(page_state.match, touched=touches)
        self._show(Moment(page_state.with_panels(match, panels), self.moment))

    async def _arrivals(self) -> None:
        """Send the moment to new pages, and the list of present users to all pages."""
        await self._tell_presence()
        if not (self.pages or self.watchers):
            return
        if self.moment is None:
            await self._reload()
            return
        self._show(Moment(self.moment.page_state.with_online(self.here()), self.moment))

    # Drawing

    def _after(self, position: MatchPosition) -> Moment:
        before = required(self.moment)
        return Moment(before.page_state.after(position), before)

    def _show(self, moment: Moment | None) -> None:
        """Update every page to `moment`, then every watcher, whose errors can't delay pages."""
        self.moment = moment
        before, self.shown = self.shown, self._behind_curtain(moment)
        self._send(before, self.shown)
        for watcher in list(self.watchers):
            watcher.show(moment.page_state if moment else None)

    def _behind_curtain(self, moment: Moment | None) -> Moment | None:
        """Return the part of `moment` that pages may show now, and schedule the rest."""
        curtain = curtain_of(moment.page_state.projection) if moment else None
        if moment is None or curtain is None:
            return moment
        wait = max(0.0, (curtain.until - timezone.now()).total_seconds())
        self.loop.call_later(wait, self._wait, "curtain", self._raise_curtain)
        return Moment(moment.page_state.behind(curtain), self.shown)

    async def _raise_curtain(self) -> None:
        """Show the next stage of the newest turn; after the last of a match, reload everything.

        Access to the match can change at its end, and the score of the evening is in the rows.
        """
        if self.moment is None or not self.everybody():
            return
        page_state = self.moment.page_state
        if page_state.match.is_over and curtain_of(page_state.projection) is None:
            await self._reload()
        else:
            self._show(self.moment)

    def _send(self, before: Moment | None, moment: Moment | None) -> None:
        """Send one frame to every page, except pages without changes."""
        if moment is None:
            for page in list(self.pages):
                page.turn_away()
            return
        change = Change(before, moment) if before else None
        stays = before is not None and _rights(before.page_state) == _rights(moment.page_state)
        lacking: dict[Audience, list[OpenPage]] = {}
        for page, viewer in list(self.pages.items()):
            audience = viewer if viewer and stays else self._audience(page, moment.page_state)
            self.pages[page] = audience
            if audience is None:
                page.turn_away()
            elif change is None or viewer is None or viewer[:2] != audience[:2]:
                page.write(moment.whole(audience))
            else:
                lacking.setdefault(audience, []).append(page)
        for audience, frame in change.frames(lacking).items() if change else ():
            if frame is None:
                continue
            for page in lacking[audience]:
                page.write(frame)

    def _audience(self, page: OpenPage, page_state: PageState) -> Audience | None:
        """Return the audience of a page; None if its user may not see the match."""
        try:
            seat = None if page.user_id is None else page_state.seats.get(page.user_id)
            is_removed = page.user_id in page_state.removed
            viewer = viewers.viewer_in_seat(page_state.match, seat, is_removed=is_removed)
        except errors.Refused:
            return None
        # A page that has had its own reader keeps it, which hides when a block takes effect.
        frame = self.pages.get(page)
        is_reader = page.user_id in page_state.readers or (frame is not None and frame.reader)
        return Audience(viewer, page.language, (page.user_id or 0) if is_reader else 0)

    async def _tell_presence(self) -> None:
        """Send a changed list of users here to other processes; the first time, request theirs."""
        near = self.near()
        if near != self._announced or self._tells_again:
            asks, self._announced, self._tells_again = self._announced is None, near, False
            message = {"type": "presence", "place": self.match_id, "users": [*near], "asks": asks}
            await pubsub.tell_others(message)


def _rights(page_state: PageState) -> tuple[Any, ...]:
    """Return everything that determines access, and each user's view."""
    match = page_state.match
    is_open = match.allows_spectators or match.is_open or match.is_published
    return (id(page_state.seats), id(page_state.removed), page_state.readers, is_open)
