"""The choices: owed decisions, possible actions of each seat, and possible claims.

Clause numbers are those of the written rules. Results that many positions share are cached.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product

from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.pieces import FASCIST_FOR_VETO, FEW_ALIVE, HAND, HELD_PHASES, About, Tile
from games.secret_hitler.state import State, Subject

_Choices = tuple[ac.Action, ...]
_VOTES: _Choices = (ac.Vote(ja=True), ac.Vote(ja=False))
_ANSWERS: _Choices = (ac.AnswerVeto(agree=True), ac.AnswerVeto(agree=False))
_TILES: tuple[Tile, ...] = ("liberal", "fascist")
_SESSION = ("discard", "enact", "answer-veto")


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a decision: all that have not voted, or the acting officer."""
    if state.phase == "vote":
        return _voters(state.votes, state.alive)
    if state.phase == "enact":
        return (state.chancellor,) if state.chancellor is not None else ()
    return () if state.phase in ("over", "set-up", *HELD_PHASES) else (state.president,)


@lru_cache(maxsize=4096)
def _voters(votes: tuple[bool | None, ...], alive: tuple[bool, ...]) -> tuple[Seat, ...]:
    """Return the living seats that have not voted."""
    return tuple(Seat(s) for s, vote in enumerate(votes) if vote is None and alive[s])


def muted_seats(state: State) -> tuple[Seat, ...]:
    """Return president and chancellor from the draw to the end of the session (3.5)."""
    if state.phase in _SESSION and state.chancellor is not None:
        return (state.president, state.chancellor)
    return ()


def eliminated(state: State) -> tuple[Seat, ...]:
    """Return the dead seats: they may not speak, vote or hold office (4.4)."""
    return tuple(Seat(seat) for seat, alive in enumerate(state.alive) if not alive)


def timekeeper(state: State) -> Seat | None:
    """Return the president while the table votes on the government (2.5)."""
    return state.president if state.phase == "vote" else None


@lru_cache(maxsize=1024)
def _living(alive: tuple[bool, ...]) -> tuple[Seat, ...]:
    """Return the living seats."""
    return tuple(Seat(seat) for seat, is_alive in enumerate(alive) if is_alive)


def term_limited(state: State) -> tuple[Seat, ...]:
    """Return the living seats that could not be nominated as chancellor now (2.3, 2.4)."""
    return _term_limited(state.alive, state.last_president, state.last_chancellor)


@lru_cache(maxsize=4096)
def _term_limited(
    alive: tuple[bool, ...], president: Seat | None, chancellor: Seat | None
) -> tuple[Seat, ...]:
    """Return the living members of the last government barred by term limits."""
    barred = (chancellor, president) if sum(alive) > FEW_ALIVE else (chancellor,)
    return tuple(seat for seat in _living(alive) if seat in barred)


def choices(state: State, seat: Seat) -> _Choices:
    """Return all legal actions of `seat` now: duties first, then optional ones."""
    if not 0 <= seat < len(state.alive) or not state.alive[seat]:
        return ()
    if state.phase in ("over", *HELD_PHASES):
        return ()
    if state.phase == "vote":
        return _votes_and_claims(state.held[seat])
    in_office = state.chancellor if state.phase == "enact" else state.president
    duties = _DUTIES[state.phase](state, seat) if seat == in_office else ()
    return duties if seat in muted_seats(state) else duties + _claims(state.held[seat])


@lru_cache(maxsize=4096)
def _votes_and_claims(subjects: tuple[Subject, ...]) -> _Choices:
    return _VOTES + _claims(subjects)


def _nominations_of(state: State, seat: Seat) -> _Choices:
    return _nominations(state.alive, seat, term_limited(state))


@lru_cache(maxsize=4096)
def _nominations(alive: tuple[bool, ...], candidate: Seat, limited: tuple[Seat, ...]) -> _Choices:
    """Return the possible nominations: other living players without a term limit (2.2)."""
    return tuple(ac.Nominate(s) for s in _living(alive) if s != candidate and s not in limited)


def _discards(state: State, _seat: Seat) -> _Choices:
    return tuple(ac.Discard(tile) for tile in _TILES if tile in state.hand)


def _enactments(state: State, _seat: Seat) -> _Choices:
    enacting: _Choices = tuple(ac.Enact(t) for t in _TILES if t in state.hand)
    return (*enacting, ac.ProposeVeto()) if may_propose_veto(state) else enacting


def _veto_answers(_state: State, _seat: Seat) -> _Choices:
    return _ANSWERS


def may_propose_veto(state: State) -> bool:
    """Return whether a veto is possible and was not refused in this session (5.1, 5.3)."""
    return (
        state.phase == "enact" and state.fascist >= FASCIST_FOR_VETO and not state.now.veto_refused
    )


def _power_choices(state: State, seat: Seat) -> _Choices:
    """Return all ways to use the granted power: on any other living player, or a peek (4.3-4.6)."""
    others = [other for other in _living(state.alive) if other != seat]
    power = state.now.power
    if power == "investigate":
        return tuple(ac.Investigate(s) for s in others if s not in state.investigated)
    if power == "call-election":
        return tuple(ac.CallElection(s) for s in others)
    if power == "execute":
        return tuple(ac.Execute(s) for s in others)
    return (ac.Peek(),)


_DUTIES: dict[str, Callable[[State, Seat], _Choices]] = {
    "nominate": _nominations_of,
    "discard": _discards,
    "enact": _enactments,
    "answer-veto": _veto_answers,
    "power": _power_choices,
}


@lru_cache(maxsize=4096)
def _claims(subjects: tuple[Subject, ...]) -> _Choices:
    """Return every claim about the knowledge `subjects`, the latest first (7.1)."""
    return _claims_about(*subjects[-1]) + _claims(subjects[:-1]) if subjects else ()


@lru_cache(maxsize=1024)
def _claims_about(about: About, round_number: int) -> _Choices:
    """Return all possible claims about one piece of knowledge, with tiles in every order."""
    if about == "investigation":
        return tuple(ac.Claim(about, round_number, party=party) for party in _TILES)
    count = HAND - 1 if about == "chancellor-hand" else HAND
    orders = product(_TILES, repeat=count)
    return tuple(ac.Claim(about, round_number, tiles=tiles) for tiles in orders)


def invited(state: State) -> tuple[Seat, ...]:
    """Return the living seats that owe nothing but may make a claim about the latest news (7.1)."""
    if state.phase not in ("nominate", "power"):
        return ()
    latest = state.round - (state.phase == "nominate")
    government = state.rounds[latest - 1] if latest else state.now
    if not government.drawn:
        return ()  # the government never took office, so nobody saw anything
    officers = [s for s in (government.president, government.chancellor) if s is not None]
    idle = [s for s in sorted(officers) if state.alive[s] and s not in to_act(state)]
    return tuple(s for s in idle if _has_news(state, s, latest))


def _has_news(state: State, seat: Seat, latest: int) -> bool:
    """Return whether `seat` learned something in round `latest` and has made no claim about it."""
    subjects = state.held[seat]
    if not subjects or subjects[-1][1] != latest:  # in order of rounds; most have nothing new
        return False
    claims = (own.claim for own in state.claims if own.seat == seat)
    topics = {claim.about for claim in claims if claim.round == latest}
    return any(about not in topics for about, number in subjects if number == latest)
