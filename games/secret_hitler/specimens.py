"""Secret Hitler's own pieces in each state, for the style guide: questions, letters, seats."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.examples import example
from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC
from games.engine.specimens import PieceStates, PublicSpecimen, Specimens

#: The states of a seat: the differences from a plain one.
CHAIRS: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "awaited": {"owes": True},
    "asked to be president": {"office": "president", "is_candidate": True, "ballot": "missing"},
    "asked to be chancellor": {"office": "chancellor", "is_candidate": True, "ballot": "missing"},
    "president": {"office": "president"},
    "chancellor": {"office": "chancellor"},
    "has voted": {"ballot": "cast"},
    "Ja": {"ballot": "ja"},
    "Nein": {"ballot": "nein"},
    "term-limited": {"is_term_limited": True},
    "investigated": {"is_investigated": True},
    "not Hitler": {"is_not_hitler": True},
    "a bot": {},
    "a bot plays on": {"is_away": True},
    "executed": {"is_alive": False},
    "liberal, and has won": {"role": "liberal", "has_won": True},
    "fascist": {"role": "fascist"},
    "Hitler": {"role": "hitler"},
    "of the fascist party": {"party": "fascist"},
}


def _tray(tray: Any) -> str:
    """Return the name of a question's state."""
    if tray.is_over:
        return {None: "over: a spectator", True: "over: won", False: "over: lost"}[tray.has_won]
    if not tray.is_seated:
        return "a spectator"
    if tray.unread:
        return "letters are being read"
    if tray.ask == "vote":
        return {None: "vote", True: "vote: after Ja", False: "vote: after Nein"}[tray.own_vote]
    if tray.ask == "enact" and len(tray.choices) > len(set(tray.hand)):
        return "enact, or veto"
    return tray.ask or ("waiting" if tray.is_alive else "executed")


def _letter(letter: Any) -> str:
    """Return the name of a letter's state: the last secret seen, or else the role."""
    if letter.investigations:
        return "after an investigation"
    if letter.peeked:
        return "after a peek"
    return "with a hand" if letter.hand else letter.role or ""


def _chairs(game: Any, people: Sequence[PlayerInfo]) -> Iterator[PublicSpecimen]:
    """Yield every state of a seat, made from a real one."""
    players = game.seats[0]
    view = game.view(example(game, game.pages.phases[0], players), PUBLIC)
    regions: Mapping[str, Any] = game.pages.regions.public(view, people[:players])
    person, plain = regions["person-0"], regions["seat-0"]
    plain = msgspec.structs.replace(plain, owes=False, office="", is_candidate=False, ballot="")
    for number, (state, change) in enumerate(CHAIRS.items()):
        who = msgspec.structs.replace(person, seat=number, is_bot=state == "a bot")
        chair = msgspec.structs.replace(plain, seat=number, **change)
        yield PublicSpecimen("chair", state, (who, chair))


SPECIMENS = Specimens(
    own={
        "choices": PieceStates(
            _tray,
            frozenset(
                {"letters are being read", "nominate", "vote", "vote: after Ja", "vote: after Nein"}
                | {"discard", "enact", "enact, or veto", "answer-veto", "investigate", "peek"}
                | {"call-election", "execute", "waiting", "executed", "a spectator"}
                | {"over: won", "over: lost", "over: a spectator"}
            ),
        ),
        "reveal": PieceStates(
            lambda reveal: reveal.role or "", frozenset({"liberal", "fascist", "hitler"})
        ),
        "letter": PieceStates(
            _letter,
            frozenset(
                {"liberal", "fascist", "hitler", "with a hand"}
                | {"after an investigation", "after a peek"}
            ),
        ),
    },
    public=_chairs,
)
