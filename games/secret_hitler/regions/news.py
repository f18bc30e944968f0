"""The newest events at the table, and the time for which pages show them."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.engine.curtain import Stage
from games.engine.regions import PlayerInfo
from games.engine.seats import Seat
from games.secret_hitler import events as ev
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, HELD_PHASES, Tile
from games.secret_hitler.view import RoundView, View

#: The kinds. votes: counted; asked: whether somebody is Hitler; cleared, found: the answers;
#: enacted, chaos: a policy; power: granted; the others: actions of a president or a chancellor.
NewsKind = Literal[
    "votes",
    "asked",
    "cleared",
    "found",
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

#: The number of milliseconds for which each kind is shown.
HOLDS: dict[NewsKind, int] = {
    "votes": 2200,
    "asked": 1500,
    "cleared": 1600,
    "found": 2000,
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
#: The additional milliseconds for which a deciding ballot is held back.
DECIDING = 1000
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
        """Return the number of milliseconds for which it is shown.

        It is negative for a question, which pages show until its answer comes.
        """
        if self.kind == "asked":
            return -HOLDS["asked"]
        return HOLDS[self.kind] + DECIDING * self.is_close

    @property
    def is_close(self) -> bool:
        """Return whether one ballot decided the vote."""
        return self.kind == "votes" and is_close(self.ja, self.nein)


def is_close(ja: int, nein: int) -> bool:
    """Return whether a vote would have had another result, or none, without one of its ballots."""
    needed = (ja + nein) // 2 + 1
    return ja == needed or ja == needed - 1


def beat(events: Sequence[ev.Event]) -> float:
    """Return the seconds for which pages show `events`; no clock runs in the meantime."""
    kinds = [_EVENTS[type(event)] for event in events if type(event) in _EVENTS]
    if any(isinstance(event, ev.ProvedNotHitler) for event in events):
        kinds += ["asked", "cleared"]
    votes = [
        event.votes
        for event in events
        if isinstance(event, ev.GovernmentElected | ev.GovernmentRejected)
    ]
    close = sum(is_close(each.count(True), each.count(False)) for each in votes)
    return (sum(HOLDS[kind] for kind in kinds) + DECIDING * close) / 1000


def stages(events: Sequence[ev.Event]) -> Sequence[Stage]:
    """Return the stages of `events` that pages show before they reveal Hitler or the winner.

    The question, its length and its time are the same for both answers. No question is asked about
    a player who was cleared before.
    """
    for count, following in enumerate(events[1:], 1):
        shown = events[:count]
        is_end = isinstance(following, ev.MatchEnded)
        if not (is_end or isinstance(following, ev.ProvedNotHitler)):
            continue
        if not isinstance(shown[-1], ev.GovernmentElected | ev.PlayerExecuted):
            return (Stage((*shown, ev.Held("suspense")), beat(shown)),)
        asked = Stage((*shown, ev.Held("question")), beat(shown) + HOLDS["asked"] / 1000)
        answered = Stage((*shown, ev.Held("answered")), HOLDS["found"] / 1000)
        return (asked, answered) if is_end else (asked,)
    return ()


def news_of(view: View, players: Sequence[PlayerInfo]) -> tuple[News, ...]:
    """Return the effects of the newest turn, in order, as far as `view` shows them."""
    if view.phase in ("set-up", "vote") or not view.rounds:
        return ()
    if view.phase == "nominate":
        return _ended(view, view.rounds[-2], players) if len(view.rounds) > 1 else ()
    now = view.rounds[-1]
    if view.phase in ("over", *HELD_PHASES):
        over = (News("over", now.number),) if view.phase == "over" else ()
        return (*_ended(view, now, players), *over)
    if view.phase == "discard":
        return (_votes(now), *_asked(view, now, players))
    if view.phase == "power":
        return (_enacted(now), News("power", now.number, power=view.power or ""))
    if view.phase == "answer-veto":
        return (News("veto", now.number),)
    return (News("refused", now.number),) if now.veto_refused else ()


def _ended(view: View, round_: RoundView, players: Sequence[PlayerInfo]) -> tuple[News, ...]:
    """Return the event that ended the round `round_`."""
    if round_.power_used and round_.power:
        used = _about(_USED[round_.power], round_, round_.target, players)
        return (used, *_asked(view, round_, players))
    if round_.enacted:
        return (_enacted(round_),)
    first = News("vetoed", round_.number) if round_.vetoed else _votes(round_)
    if round_.chaos:
        return (first, News("chaos", round_.number, tile=round_.chaos))
    return (first,) if round_.vetoed else (first, *_asked(view, round_, players))


def _asked(view: View, round_: RoundView, players: Sequence[PlayerInfo]) -> tuple[News, ...]:
    """Return the question whether somebody is Hitler, and its answer, if this round asks it."""
    suspect = suspect_of(view, round_)
    if suspect is None:
        return ()
    asked = _about("asked", round_, suspect, players)
    if view.phase == "question":
        return (asked,)
    is_found = view.phase in ("answered", "over")
    return (asked, _about("found" if is_found else "cleared", round_, suspect, players))


def suspect_of(view: View, round_: RoundView) -> Seat | None:
    """Return the player of whom `round_` asked whether they are Hitler (2.9, 4.4).

    The question is asked about executed players, and about chancellors after three fascist
    policies, unless an earlier round cleared them.
    """
    suspects, new, fascist = list[Seat | None](), list[Seat | None](), 0
    for one in view.rounds[: round_.number]:
        new = [one.chancellor] if one.elected and fascist >= FASCIST_FOR_HITLER else []
        new += [one.target] if one.power == "execute" and one.power_used else []
        suspects += new
        fascist += (one.enacted == "fascist") + (one.chaos == "fascist")
    return suspects[-1] if new and suspects.count(suspects[-1]) == 1 else None


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
