"""Claims, and their truth as known to one viewer: a lie is revealed only if allowed (7.1)."""

from collections import Counter

from msgspec.structs import replace

from games.engine.game import ClaimCheck
from games.engine.seats import PUBLIC, Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.secret_hitler.events import ClaimMade
from games.secret_hitler.log import describe
from games.secret_hitler.pieces import Tile, policy_terms
from games.secret_hitler.state import State
from games.secret_hitler.view import ClaimView, RoundView, View, view

Tiles = tuple[Tile, ...]


def claims(state: State, viewer: Viewer) -> tuple[ClaimCheck, ...]:
    """Return all claims in order, with their truth as known to `viewer`."""
    own_view = view(state, viewer)
    checks = []
    for event_claim, claim in zip(state.claims, own_view.claims, strict=True):
        round_ = own_view.rounds[claim.round - 1]
        line = describe(state, ClaimMade(event_claim.seat, event_claim.claim), PUBLIC)
        if line is None:
            continue
        line = replace(line, chapter=claim.round)
        truth = _truth(round_, claim, own_view)
        checks.append(ClaimCheck(event_claim.seat, line, truth, _is_true(round_, claim, own_view)))
    return tuple(checks)


def _is_true(round_: RoundView, claim: ClaimView, own_view: View) -> bool | None:
    """Return whether `claim` is true; None if this viewer cannot tell."""
    if claim.about == "investigation":
        party = _party(round_, own_view)
        return None if party is None else party == claim.party
    held = _tiles_seen(round_, claim)
    tiles = claim.tiles or ()
    if held is None:
        return False if _is_refuted(round_, claim, tiles) else None
    if claim.about == "peek":  # the order was seen, and is part of the claim
        return held == tiles
    return Counter(held) == Counter(tiles)


def _tiles_seen(round_: RoundView, claim: ClaimView) -> Tiles | None:
    """Return the tiles in question, if this viewer saw them."""
    if claim.about == "president-hand":
        return round_.drawn
    return round_.passed if claim.about == "chancellor-hand" else round_.peeked


def _is_refuted(round_: RoundView, claim: ClaimView, tiles: Tiles) -> bool:
    """Return whether the claim lacks tiles that were certainly in the hand."""
    if claim.about == "peek":
        return False
    enacted = () if round_.enacted is None else (round_.enacted,)
    return bool(Counter(round_.passed or enacted) - Counter(tiles))


def _party(round_: RoundView, own_view: View) -> str | None:
    """Return the membership that the president saw, if this viewer knows it."""
    if round_.party is not None or round_.target is None:
        return round_.party
    return own_view.parties[round_.target]


def _truth(round_: RoundView, claim: ClaimView, own_view: View) -> Line | None:
    """Return the truth as a line; None if this viewer does not know it."""
    if claim.about == "investigation":
        return _party_line(round_, claim, own_view)
    held = _tiles_seen(round_, claim)
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


def _party_line(round_: RoundView, claim: ClaimView, own_view: View) -> Line | None:
    party = _party(round_, own_view)
    if party is None or round_.target is None:
        return None
    return _line(_PARTIES[party], claim, {"target": round_.target}, {})


def _line(
    text: str, claim: ClaimView, seats: dict[str, Seat], terms: dict[str, tuple[Term, ...]]
) -> Line:
    return Line(text, kind="claim", chapter=claim.round, seats=seats, terms=terms)
