"""What was claimed beside what these eyes can tell of it: a lie shows only where it may (7.1)."""

from collections import Counter

from msgspec.structs import replace

from games.engine.game import Line, Statement, Term, gettext_noop
from games.engine.seats import PUBLIC, Seat, Viewer
from games.secret_hitler.events import ClaimMade
from games.secret_hitler.log import tell
from games.secret_hitler.pieces import Tile, policy_terms
from games.secret_hitler.state import State
from games.secret_hitler.view import ClaimView, RoundView, View, view

Tiles = tuple[Tile, ...]


def statements(state: State, viewer: Viewer) -> tuple[Statement, ...]:
    """Return every claim in the order made, with what `viewer` knows of its truth."""
    seen = view(state, viewer)
    found = []
    for made, claim in zip(state.claims, seen.claims, strict=True):
        played = seen.rounds[claim.round - 1]
        line = tell(state, ClaimMade(made.seat, made.claim), PUBLIC)
        if line is None:
            continue
        line = replace(line, chapter=claim.round)
        truth = _truth(played, claim, seen)
        found.append(Statement(made.seat, line, truth, _is_true(played, claim, seen)))
    return tuple(found)


def _is_true(played: RoundView, claim: ClaimView, seen: View) -> bool | None:
    """Return whether `claim` is true, None where these eyes can't tell."""
    if claim.about == "investigation":
        party = _party(played, seen)
        return None if party is None else party == claim.party
    held = _held(played, claim)
    told = claim.tiles or ()
    if held is None:
        return False if _is_refuted(played, claim, told) else None
    if claim.about == "peek":  # the order was seen, and is claimed
        return held == told
    return Counter(held) == Counter(told)


def _held(played: RoundView, claim: ClaimView) -> Tiles | None:
    """Return the tiles that the claim is about, where these eyes saw them."""
    if claim.about == "president-hand":
        return played.drawn
    return played.passed if claim.about == "chancellor-hand" else played.peeked


def _is_refuted(played: RoundView, claim: ClaimView, told: Tiles) -> bool:
    """Tell whether tiles that were seen to be in the hand are missing from what is claimed."""
    if claim.about == "peek":
        return False
    enacted = () if played.enacted is None else (played.enacted,)
    return bool(Counter(played.passed or enacted) - Counter(told))


def _party(played: RoundView, seen: View) -> str | None:
    """Return the membership of whom the president investigated, where these eyes know it."""
    if played.party is not None or played.target is None:
        return played.party
    return seen.parties[played.target]


def _truth(played: RoundView, claim: ClaimView, seen: View) -> Line | None:
    """Return in words what really happened, None where these eyes don't know it."""
    if claim.about == "investigation":
        return _party_line(played, claim, seen)
    held = _held(played, claim)
    if held is None:
        return None
    terms = {"tiles": policy_terms(held)}
    return _line(_TRUTHS[claim.about], claim, {"player": claim.seat}, terms)


_TRUTHS = {
    "president-hand": gettext_noop("{player} drew {tiles}."),
    "chancellor-hand": gettext_noop("{player} was passed {tiles}."),
    "peek": gettext_noop("{player} saw {tiles}."),
}
_PARTIES = {
    "liberal": gettext_noop("{target} is a member of the liberal party."),
    "fascist": gettext_noop("{target} is a member of the fascist party."),
}


def _party_line(played: RoundView, claim: ClaimView, seen: View) -> Line | None:
    party = _party(played, seen)
    if party is None or played.target is None:
        return None
    return _line(_PARTIES[party], claim, {"target": played.target}, {})


def _line(
    text: str, claim: ClaimView, seats: dict[str, Seat], terms: dict[str, tuple[Term, ...]]
) -> Line:
    return Line(text, kind="claim", chapter=claim.round, seats=seats, terms=terms)
