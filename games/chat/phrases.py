"""Quick phrases: stored as a code, and shown to each reader in their own language."""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from games.engine.seats import Seat
from games.engine.text import Line, gettext_noop
from games.matches.public import errors

#: The text of each phrase, by name; its placeholders are seats.
PHRASES: Mapping[str, str] = {
    "trust": gettext_noop("I trust {one}."),
    "doubt": gettext_noop("I don't trust {one}."),
    "why": gettext_noop("{one}, why?"),
    "contradict": gettext_noop("{one} and {other} contradict each other."),
    "agree": gettext_noop("I agree."),
    "disagree": gettext_noop("I disagree."),
    "wait": gettext_noop("One moment, please."),
    "well-played": gettext_noop("Well played."),
}
_PLACE = re.compile(r"\{(one|other)\}")
_MENTION = re.compile(r"@(\d{1,2})(?!\d)")

NoSuchPhrase = errors.refusal(
    "NoSuchPhrase", _("Choose a phrase and the players it mentions."), status=422
)


def code_of(name: str, seats: Sequence[str], players: int) -> str:
    """Return the code of the phrase called `name` about `seats` (as texts).

    :raises NoSuchPhrase: for an unknown name, or if the seats are not distinct seats of the table.
    """
    if name not in PHRASES:
        raise NoSuchPhrase
    places = tuple(seats[: len(places_of(name))])
    numbers = {str(seat) for seat in range(players)}
    if (
        len(places) < len(places_of(name))
        or len(set(places)) < len(places)
        or set(places) - numbers
    ):
        raise NoSuchPhrase
    return ":".join((name, *places))


def line_of(code: str, players: int) -> Line | None:
    """Return the phrase with that code.

    Return None for an unknown code, or for seats that do not exist at this table.
    """
    name, *seats = code.split(":")
    if name not in PHRASES or any(int(seat) >= players for seat in seats):
        return None
    places = {place: Seat(int(seat)) for place, seat in zip(places_of(name), seats, strict=True)}
    return Line(PHRASES[name], seats=places)


def places_of(name: str) -> list[str]:
    """Return the placeholders for players in a phrase, in order."""
    return _PLACE.findall(PHRASES[name])


def with_mentions(text: str, players: int) -> tuple[str | int, ...]:
    """Return `text` in parts: plain text, and a seat for each `@` with a seat's number."""
    parts: list[str | int] = []
    after = 0
    for match in _MENTION.finditer(text):
        if 1 <= int(match[1]) <= players:
            parts += [text[after : match.start()], int(match[1]) - 1]
            after = match.end()
    return tuple(part for part in (*parts, text[after:]) if part != "")
