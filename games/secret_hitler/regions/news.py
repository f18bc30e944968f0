"""The newest events at the table, and how long pages show them before the next question."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.engine.regions import PlayerInfo
from games.engine.seats import Seat
from games.secret_hitler import events as ev
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, Tile
from games.secret_hitler.view import RoundView, View

#: The kinds. votes: counted; cleared: a chancellor is not Hitler; enacted, chaos: a policy; power:
#: granted; the others: actions of a president or a chancellor.
NewsKind = Literal[
    "votes",
    "cleared",
    "enacted",
    "chaos",
    "power",
    "investigated",
    "called",
    "peeked",
    "executed",
    "veto",
    "refused",
    "vetoed",
    "over",
]

#: How long each kind is shown, in milliseconds.
HOLDS: dict[NewsKind, int] = {
    "votes": 2200,
    "cleared": 2600,
    "enacted": 1600,
    "chaos": 1800,
    "power": 1000,
    "investigated": 1200,
    "called": 1200,
    "peeked": 1200,
    "executed": 2000,
    "veto": 1200,
    "refused": 1200,
    "vetoed": 1200,
    "over": 0,
}
_USED: dict[str, NewsKind] = {
    "investigate": "investigated",
    "call-election": "called",
    "peek": "peeked",
    "execute": "executed",
}
_EVENTS: dict[type, NewsKind] = {
    ev.GovernmentElected: "votes",
    ev.GovernmentRejected: "votes",
    ev.PolicyEnacted: "enacted",
    ev.ChaosPolicyEnacted: "chaos",
    ev.PowerGranted: "power",
    ev.LoyaltyInvestigated: "investigated",
    ev.SpecialElectionCalled: "called",
    ev.PoliciesPeeked: "peeked",
    ev.PlayerExecuted: "executed",
    ev.VetoProposed: "veto",
    ev.VetoRefused: "refused",
    ev.VetoAgreed: "vetoed",
}


class News(msgspec.Struct, frozen=True, gc=False):
    """One event of a round, with the data for showing it."""

    kind: NewsKind
    round: int
    ja: int = 0
    nein: int = 0
    is_elected: bool = False
    tile: Tile | None = None
    power: str = ""
    player: str = ""  #: the name of the player in question
    seat: Seat | None = None

    @property
    def hold(self) -> int:
        """Return the number of milliseconds for which it is shown."""
        return HOLDS[self.kind]


def beat(events: Sequence[ev.Event]) -> float:
    """Return the seconds for which pages show `events`; no clock runs in the meantime."""
    kinds = [_EVENTS[type(event)] for event in events if type(event) in _EVENTS]
    by_vote = "votes" in kinds and any(isinstance(one, ev.ProvedNotHitler) for one in events)
    return sum(HOLDS[kind] for kind in kinds + ["cleared"] * by_vote) / 1000


def news_of(view: View, players: Sequence[PlayerInfo]) -> tuple[News, ...]:
    """Return the effects of the newest turn, in order, as far as `view` shows them."""
    if view.phase in ("set-up", "vote") or not view.rounds:
        return ()
    if view.phase == "nominate":
        return _ended(view.rounds[-2], players) if len(view.rounds) > 1 else ()
    now = view.rounds[-1]
    if view.phase == "over":
        return (*_ended(now, players), News("over", now.number))
    if view.phase == "discard":
        return _voted(view, now, players)
    if view.phase == "power":
        return (_enacted(now), News("power", now.number, power=view.power or ""))
    if view.phase == "answer-veto":
        return (News("veto", now.number),)
    return (News("refused", now.number),) if now.veto_refused else ()


def _voted(view: View, round_: RoundView, players: Sequence[PlayerInfo]) -> tuple[News, ...]:
    """Return the count of votes, and the proof that the chancellor is not Hitler if it mattered."""
    if view.policies.fascist < FASCIST_FOR_HITLER or round_.chancellor is None:
        return (_votes(round_),)
    return (_votes(round_), _about("cleared", round_, round_.chancellor, players))


def _ended(round_: RoundView, players: Sequence[PlayerInfo]) -> tuple[News, ...]:
    """Return the event that ended the round `round_`."""
    if round_.power_used and round_.power:
        return (_about(_USED[round_.power], round_, round_.target, players),)
    if round_.enacted:
        return (_enacted(round_),)
    first = News("vetoed", round_.number) if round_.vetoed else _votes(round_)
    if round_.chaos:
        return (first, News("chaos", round_.number, tile=round_.chaos))
    return (first,)


def _votes(round_: RoundView) -> News:
    votes = round_.votes or ()
    return News(
        "votes",
        round_.number,
        ja=votes.count(True),
        nein=votes.count(False),
        is_elected=bool(round_.elected),
    )


def _enacted(round_: RoundView) -> News:
    return News("enacted", round_.number, tile=round_.enacted)


def _about(
    kind: NewsKind, round_: RoundView, seat: Seat | None, players: Sequence[PlayerInfo]
) -> News:
    name = "" if seat is None else players[seat].name
    return News(kind, round_.number, player=name, seat=seat)
