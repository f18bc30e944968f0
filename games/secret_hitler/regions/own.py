"""The regions of one seat: its question, its letter, and its possible claims."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal, cast, get_args

import msgspec

from games.engine.regions import PlayerInfo, Region, readers_of, unread_of
from games.engine.required import required
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.errors import why_not_chancellor, why_not_target
from games.secret_hitler.pieces import HELD_PHASES, About, Party, Role, Tile
from games.secret_hitler.view import View

Players = tuple[PlayerInfo, ...]

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

#: The secret that a power shows to the president.
Sight = Literal["policies", "party"]


class Pick(msgspec.Struct, frozen=True, gc=False):
    """A player who may be chosen, and the action for it."""

    seat: Seat
    name: str
    action: ac.Nominate | ac.Investigate | ac.CallElection | ac.Execute


class BarredPerson(msgspec.Struct, frozen=True, gc=False):
    """A player who may not be chosen, and the reason, in the words of the rules' refusal."""

    seat: Seat
    name: str
    why: str
    is_limited: bool  #: because of the last government


class Prompt(Region, frozen=True):
    """The number of the question, which is sent with every answer and every claim."""

    kind: ClassVar[str] = "prompt"

    number: int | None  #: None: no claim is possible


class Tray(Region, frozen=True, kw_only=True):
    """The question of a seat, or what the seat is waiting for.

    It is the same for all waiting seats, except those with something new to read.
    """

    kind: ClassVar[str] = "tray"

    is_seated: bool
    ask: Ask | None = None  #: None: nothing to decide
    owes: bool = False
    prompt: int = 0  #: the question's number
    president: str = ""
    chancellor: str = ""
    waits_for: tuple[str, ...] = ()
    choices: tuple[Any, ...] = ()  #: the possible answers; claims are elsewhere
    picks: tuple[Pick, ...] = ()
    barred: tuple[BarredPerson, ...] = ()  #: players who cannot be chosen, if a player is chosen
    hand: tuple[Tile, ...] = ()
    own_vote: bool | None = None
    in_letter: Sight | None = None  #: the secret that a power has just added to the seat's letter
    is_alive: bool = True
    is_held: bool = False  #: whether the result of the last decision is still held back
    is_over: bool = False
    has_won: bool | None = None  #: after the end; None for a spectator
    role: Role | None = None  #: the seat's role, after the end
    unread: int = 0  #: the number of people with unread letters, while the table waits
    readers: int = 0

    @property
    def tiles(self) -> tuple[tuple[Tile, Any], ...]:
        """Return each tile in hand, with the action that discards or enacts it."""
        by_tile = {getattr(one, "tile", None): one for one in self.choices}
        return tuple((tile, by_tile[tile]) for tile in self.hand)

    @property
    def veto(self) -> ac.ProposeVeto | None:
        """Return the action that proposes a veto, if possible."""
        return next((one for one in self.choices if isinstance(one, ac.ProposeVeto)), None)

    @property
    def limited(self) -> list[str]:
        """Return the names of players barred by the last government."""
        return [one.name for one in self.barred if one.is_limited]


class Mate(msgspec.Struct, frozen=True, gc=False):
    """A player whose role is known from the start."""

    name: str
    portrait: str
    role: Role


class InvestigationResult(msgspec.Struct, frozen=True, gc=False):
    """The result of one's own investigation."""

    round: int
    name: str
    party: Party


class Letter(Region, frozen=True):
    """The secret role, and what follows from it; empty for viewers without a role."""

    kind: ClassVar[str] = "letter"

    seat: Seat | None  #: it also identifies the owner for the page
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
    portrait: str
    players: int
    mates: tuple[Mate, ...]
    unread: int
    readers: int


class NotebookRegion(Region, frozen=True):
    """The knowledge of a seat, for deductions, at tables with a notebook."""

    kind: ClassVar[str] = "notebook"

    view: View | None
    names: tuple[str, ...]


class Subject(msgspec.Struct, frozen=True, gc=False):
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

        There are many, so they are sorted when they are rendered, not at every comparison.
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
    choices: Sequence[Any],
    prompt: int,
) -> Mapping[str, Region]:
    """Return the regions of `seat`; for a spectator, a tray without questions."""
    players, duties = tuple(players), tuple(ac.duties_of(choices))
    knows = bool(view.roles) and seat is not None and view.phase != "over"
    return {
        "prompt": Prompt(prompt if choices else None),
        "choices": _tray(view, players, seat, duties, prompt),
        "claims": Claims(tuple(choices[len(duties) :])),
        "letter": _letter(view, players, seat, knows=knows),
        "notebook": NotebookRegion(view if knows and view.notebook else None, _names(players)),
        "reveal": _reveal(view, players, seat if knows else None),
    }


@lru_cache(maxsize=1024)
def _names(players: Players) -> tuple[str, ...]:
    return tuple(player.name for player in players)


def _tray(
    view: View,
    players: Players,
    seat: Seat | None,
    duties: tuple[Any, ...],
    prompt: int,
) -> Tray:
    """Return the question of `seat`, what it is waiting for, or its result at the end."""
    unread = unread_of(players)
    owes = seat in view.to_act and not unread
    if duties and not unread and (owes or view.phase == "vote"):
        return _question(view, players, duties, prompt, owes=owes)
    is_over, is_alive = view.phase == "over", seat is None or view.alive[seat]
    return Tray(
        is_seated=seat is not None,
        owes=owes,
        waits_for=_waits_for(view, players) if seat is not None and is_alive else (),
        own_vote=view.own_vote if view.phase == "vote" else None,
        in_letter=None if is_over or seat is None else _in_letter(view, seat),
        is_alive=is_alive,
        is_held=view.phase in HELD_PHASES,
        is_over=is_over,
        has_won=seat in view.winners if is_over and seat is not None else None,
        role=view.roles[seat] if is_over and seat is not None else None,
        unread=unread,
        readers=readers_of(players) if unread else 0,
    )


def _question(
    view: View, players: Players, duties: tuple[Any, ...], prompt: int, *, owes: bool
) -> Tray:
    """Return the question that a seat answers with one of its `duties`."""
    names_a_player = view.phase in ("nominate", "power") and view.power != "peek"
    return Tray(
        is_seated=True,
        ask=_ask(view),
        owes=owes,
        prompt=prompt,
        president="" if view.president is None else players[view.president].name,
        chancellor="" if view.chancellor is None else players[view.chancellor].name,
        choices=duties,
        picks=_picks(duties, players) if names_a_player else (),
        barred=_barred(view, players, duties) if names_a_player else (),
        hand=(view.hand or ()) if view.phase in ("discard", "enact") else (),
        own_vote=view.own_vote if view.phase == "vote" else None,
    )


def _in_letter(view: View, seat: Seat) -> Sight | None:
    """Return the secret that `seat` saw by the last government's power, until the next draw."""
    if view.peeked is not None:
        return "policies"
    last = view.rounds[-2] if len(view.rounds) > 1 else None
    is_told = last is not None and last.president == seat and last.party is not None
    return "party" if is_told else None


def _waits_for(view: View, players: Players) -> tuple[str, ...]:
    return tuple(players[seat].name for seat in view.to_act)


def _ask(view: View) -> Ask | None:
    if view.phase == "power":
        return view.power
    if view.phase in get_args(Ask):
        return cast(Ask, view.phase)
    return None


def _picks(duties: Sequence[Any], players: Players) -> tuple[Pick, ...]:
    """Return the players among whom `duties` choose."""
    picks = [(choice, _target(choice)) for choice in duties]
    return tuple(Pick(seat, players[seat].name, one) for one, seat in picks)


def _target(choice: ac.Nominate | ac.Investigate | ac.CallElection | ac.Execute) -> Seat:
    return choice.chancellor if isinstance(choice, ac.Nominate) else choice.target


def _barred(view: View, players: Players, duties: Sequence[Any]) -> tuple[BarredPerson, ...]:
    targets = {_target(choice) for choice in duties}
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


def _letter(view: View, players: Players, seat: Seat | None, *, knows: bool) -> Letter:
    if seat is None or not knows:
        return Letter(seat, None, view.players, (), (), (), ())
    return Letter(
        seat=seat,
        role=view.roles[seat],
        players=view.players,
        mates=_mates(view.roles, players, seat),
        investigations=_investigations(view, players, seat) if view.investigated else (),
        hand=view.hand or (),
        peeked=view.peeked or (),
    )


@lru_cache(maxsize=4096)
def _mates(roles: tuple[Role | None, ...], players: Players, seat: Seat) -> tuple[Mate, ...]:
    """Return the players whose roles `seat` was shown at the start (1.4)."""
    return tuple(
        Mate(players[other].name, players[other].portrait, role)
        for other, role in enumerate(roles)
        if role is not None and other != seat
    )


def _investigations(view: View, players: Players, seat: Seat) -> tuple[InvestigationResult, ...]:
    return tuple(
        InvestigationResult(round_.number, players[round_.target].name, round_.party)
        for round_ in view.rounds
        if round_.president == seat and round_.target is not None and round_.party is not None
    )


def _reveal(view: View, players: Players, seat: Seat | None) -> Reveal:
    if seat is None or players[seat].has_read:
        return Reveal(None, 0, "", "", view.players, (), 0, 0)
    return Reveal(
        role=view.roles[seat],
        number=seat + 1,
        name=players[seat].name,
        portrait=players[seat].portrait,
        players=view.players,
        mates=_mates(view.roles, players, seat),
        unread=unread_of(players),
        readers=readers_of(players),
    )
