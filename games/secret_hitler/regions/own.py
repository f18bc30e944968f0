"""What one seat alone sees: its question, its letter, and its possible claims."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from games.engine.regions import PlayerInfo, Region, readers_of, unread_of
from games.engine.required import required
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.errors import why_not_chancellor, why_not_target
from games.secret_hitler.pieces import About, Party, Role, Tile
from games.secret_hitler.view import View

Ask = Literal[
    "nominate",
    "vote",
    "discard",
    "enact",
    "answer-veto",
    "investigate",
    "call-election",
    "peek",
    "execute",
]


class Pick(msgspec.Struct, frozen=True):
    """A player who may be chosen, and the action that does it."""

    seat: Seat
    name: str
    action: ac.Nominate | ac.Investigate | ac.CallElection | ac.Execute


class BarredPerson(msgspec.Struct, frozen=True):
    """A player who may not be chosen, and the reason, in the words of the rules' refusal."""

    seat: Seat
    name: str
    why: str
    is_limited: bool  #: because of the last government


class Tray(Region, frozen=True):
    """The question of a seat, or what the seat waits for."""

    kind: ClassVar[str] = "tray"

    seat: Seat | None
    ask: Ask | None  #: None: nothing to decide
    owes: bool
    prompt: int | None  #: sent with every answer and every claim
    president: str
    chancellor: str
    waits_for: tuple[str, ...]
    choices: tuple[Any, ...]  #: the possible answers; claims are elsewhere
    picks: tuple[Pick, ...]
    barred: tuple[BarredPerson, ...]  #: players who can't be chosen, where a player is chosen
    hand: tuple[Tile, ...]
    own_vote: bool | None
    is_alive: bool
    is_over: bool
    has_won: bool | None  #: after the end; None for a spectator
    role: Role | None  #: one's role, after the end
    unread: int  #: how many people have not read their letter, while the table waits
    readers: int


class Mate(msgspec.Struct, frozen=True):
    """A player whose role one knows from the start."""

    name: str
    portrait: str
    role: Role


class InvestigationResult(msgspec.Struct, frozen=True):
    """The result of one's own investigation."""

    round: int
    name: str
    party: Party


class Letter(Region, frozen=True):
    """The secret role, and what follows from it; empty for viewers without a role."""

    kind: ClassVar[str] = "letter"

    role: Role | None
    players: int
    mates: tuple[Mate, ...]
    investigations: tuple[InvestigationResult, ...]
    hand: tuple[Tile, ...]
    peeked: tuple[Tile, ...]


class Reveal(Region, frozen=True):
    """The same letter at the start of the match, until it is read."""

    kind: ClassVar[str] = "reveal"

    role: Role | None
    number: int
    name: str
    players: int
    mates: tuple[Mate, ...]
    unread: int
    readers: int


class NotebookRegion(Region, frozen=True):
    """All that a seat knows, for the deductions from it; at tables with a notebook."""

    kind: ClassVar[str] = "notebook"

    view: View | None
    names: tuple[str, ...]


class Subject(msgspec.Struct, frozen=True):
    """Something that only this seat saw, with the possible claims about it."""

    round: int
    about: About
    claims: tuple[ac.Claim, ...]


class Claims(Region, frozen=True):
    """The possible claims of a seat, the newest first."""

    kind: ClassVar[str] = "claims"

    claims: tuple[ac.Claim, ...]

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Return the claims by subject, the newest first; each mixture of a hand once.

        There are many, so they are sorted when they are drawn, not at every comparison.
        """
        subjects: dict[tuple[int, About], list[ac.Claim]] = {}
        for claim in self.claims:
            tiles = claim.tiles if isinstance(claim.tiles, tuple) else ()
            if claim.about == "peek" or list(tiles) == sorted(tiles, reverse=True):
                subjects.setdefault((claim.round, claim.about), []).append(claim)
        return tuple(
            Subject(number, about, tuple(seat))
            for (number, about), seat in reversed(subjects.items())
        )


def own_regions(
    view: View,
    players: Sequence[PlayerInfo],
    seat: Seat | None,
    choices: Sequence[ac.Action],
    prompt: int,
) -> Mapping[str, Region]:
    """Return the regions of `seat`; for a spectator, a tray without questions."""
    owed = next((n for n, one in enumerate(choices) if isinstance(one, ac.Claim)), len(choices))
    duties = tuple(choices[:owed])
    claims = tuple(one for one in choices[owed:] if isinstance(one, ac.Claim))
    knows = view.roles and seat is not None and view.phase != "over"
    return {
        "choices": _tray(view, players, seat, duties, prompt if choices else None),
        "claims": Claims(claims),
        "letter": _letter(view, players, seat if knows else None),
        "notebook": NotebookRegion(view if knows and view.notebook else None, _names(players)),
        "reveal": _reveal(view, players, seat if knows else None),
    }


def _names(players: Sequence[PlayerInfo]) -> tuple[str, ...]:
    return tuple(player.name for player in players)


def _tray(
    view: View,
    players: Sequence[PlayerInfo],
    seat: Seat | None,
    duties: tuple[Any, ...],
    prompt: int | None,
) -> Tray:
    reading = unread_of(players)
    owes = seat is not None and seat in view.to_act and not reading
    asks = bool(duties) and not reading and (owes or view.phase == "vote")
    is_alive = seat is None or view.alive[seat]
    return Tray(
        seat=seat,
        ask=_ask(view) if asks else None,
        owes=owes,
        prompt=prompt,
        president=players[view.president].name if asks and view.president is not None else "",
        chancellor=players[view.chancellor].name if asks and view.chancellor is not None else "",
        waits_for=_waits_for(view, players) if seat is not None and is_alive and not asks else (),
        choices=duties if asks else (),
        picks=_picks(duties, players) if asks else (),
        barred=_barred(view, players, duties) if asks else (),
        hand=(view.hand or ()) if asks and view.phase in ("discard", "enact") else (),
        own_vote=view.own_vote if view.phase == "vote" else None,
        is_alive=is_alive,
        is_over=view.phase == "over",
        has_won=_has_won(view, seat),
        role=view.roles[seat] if seat is not None and view.phase == "over" else None,
        unread=reading,
        readers=readers_of(players) if reading else 0,
    )


def _waits_for(view: View, players: Sequence[PlayerInfo]) -> tuple[str, ...]:
    return tuple(players[seat].name for seat in view.to_act)


def _has_won(view: View, seat: Seat | None) -> bool | None:
    return None if seat is None or view.phase != "over" else seat in view.winners


def _ask(view: View) -> Ask | None:
    if view.phase == "power":
        return view.power
    if view.phase == "over" or view.phase == "set-up":
        return None
    return view.phase


def _picks(duties: Sequence[Any], players: Sequence[PlayerInfo]) -> tuple[Pick, ...]:
    """Return the players among whom `duties` choose; empty if they choose something else."""
    picks = [(choice, _target(choice)) for choice in duties]
    return tuple(Pick(seat, players[seat].name, one) for one, seat in picks if seat is not None)


def _target(choice: Any) -> Seat | None:
    if isinstance(choice, ac.Nominate):
        return choice.chancellor
    return getattr(choice, "target", None)


def _barred(
    view: View, players: Sequence[PlayerInfo], duties: Sequence[Any]
) -> tuple[BarredPerson, ...]:
    targets = {_target(choice) for choice in duties}
    if view.president is None or None in targets:
        return ()
    others = (required(player.seat) for player in players if player.seat not in targets)
    return tuple(_barred_one(view, players[seat]) for seat in others)


def _barred_one(view: View, player: PlayerInfo) -> BarredPerson:
    seat = Seat(required(player.seat))
    is_limited = view.phase == "nominate" and seat in view.term_limited and seat != view.president
    return BarredPerson(seat, player.name, _why_not(view, seat), is_limited)


def _why_not(view: View, seat: Seat) -> str:
    president = view.president if view.president is not None else Seat(0)
    if view.power is None:
        return why_not_chancellor(view.alive, president, seat)[1]
    return why_not_target(view.alive, president, view.power, seat)[1]


def _letter(view: View, players: Sequence[PlayerInfo], seat: Seat | None) -> Letter:
    if seat is None:
        return Letter(None, view.players, (), (), (), ())
    return Letter(
        role=view.roles[seat],
        players=view.players,
        mates=_mates(view, players, seat),
        investigations=_investigations(view, players, seat),
        hand=view.hand or (),
        peeked=view.peeked or (),
    )


def _mates(view: View, players: Sequence[PlayerInfo], seat: Seat) -> tuple[Mate, ...]:
    """Return the players whose roles `seat` was shown at the start (1.4)."""
    return tuple(
        Mate(players[other].name, players[other].portrait, role)
        for other, role in enumerate(view.roles)
        if role is not None and other != seat
    )


def _investigations(
    view: View, players: Sequence[PlayerInfo], seat: Seat
) -> tuple[InvestigationResult, ...]:
    return tuple(
        InvestigationResult(round_.number, players[round_.target].name, round_.party)
        for round_ in view.rounds
        if round_.president == seat and round_.target is not None and round_.party is not None
    )


def _reveal(view: View, players: Sequence[PlayerInfo], seat: Seat | None) -> Reveal:
    if seat is None or players[seat].has_read:
        return Reveal(None, 0, "", view.players, (), 0, 0)
    return Reveal(
        role=view.roles[seat],
        number=seat + 1,
        name=players[seat].name,
        players=view.players,
        mates=_mates(view, players, seat),
        unread=unread_of(players),
        readers=readers_of(players),
    )
