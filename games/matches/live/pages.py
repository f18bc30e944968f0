"""The followers of a room: open pages, and other watchers of the match."""

from typing import Protocol

from games.matches.drawing.page_states import PageState


class OpenPage(Protocol):
    """An open page: a socket that shows a match."""

    user_id: int | None
    language: str

    def write(self, frame: bytes) -> None:
        """Send `frame` without waiting, and disconnect a page that does not receive its data."""

    def turn_away(self) -> None:
        """Close the page, because its user may no longer see the match."""


class Watcher(Protocol):
    """Another follower of a match, which is passed every page state."""

    user_id: int | None

    def show(self, page_state: PageState | None) -> None:
        """Handle the current page state; None if the match no longer exists."""

    def beat(self) -> None:
        """Handle the heartbeat of the connection."""

    def turn_away(self) -> None:
        """End, because the user may no longer see the match."""
