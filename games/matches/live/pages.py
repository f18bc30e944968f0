"""What follows a room: open pages, and other watchers of the match."""

from typing import Protocol

from games.matches.page.page_states import PageState


class OpenPage(Protocol):
    """An open page: a socket that shows a match."""

    user_id: int | None
    language: str

    def write(self, frame: bytes) -> None:
        """Send `frame` without waiting; a page that does not take it is disconnected."""

    def turn_away(self) -> None:
        """Close the page: its user may no longer look."""


class Watcher(Protocol):
    """Another follower of a match: it gets every page state and takes what it needs."""

    user_id: int | None

    def show(self, page_state: PageState | None) -> None:
        """Take the page state as it is now; None if the match no longer exists."""

    def beat(self) -> None:
        """Note that the connection still stands."""

    def turn_away(self) -> None:
        """End: its user may no longer look."""
