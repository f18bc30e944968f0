"""Claims, beside what this viewer knows of their truth: a lie shows only where it may (7.1)."""

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
    """Return all claims in order, with what `viewer` knows of their truth."""
    seen = view(state, viewer)
    checks = []
    for made, claim in zip(state.claims, seen.claims, strict=True):
        played = seen.rounds[claim.round - 1]
        line = describe(state, ClaimMade(made.seat, made.claim), PUBLIC)
        if line is None:
            continue
        line = replace(line, chapter=claim.round)
        truth = _truth(played, claim, seen)
        checks.append(ClaimCheck(made.seat, line, truth, _is_true(played, claim, seen)))
    return tuple(checks)


def _is_true(played: RoundView, claim: ClaimView, seen: View) -> bool | None:
    """Return whether `claim` is true; None where this viewer can't tell."""
    if claim.about == "investigation":
        party = _party(played, seen)
        return None if party is None else party == claim.party
    held = _held(played, claim)
    tiles = claim.tiles or ()
    if held is None:
        return False if _is_refuted(played, claim, tiles) else None
    if claim.about == "peek":  # the order was seen, and is part of the claim
        return held == tiles
    return Counter(held) == Counter(tiles)


def _held(played: RoundView, claim: ClaimView) -> Tiles | None:
    """Return the tiles that the claim is about, if this viewer saw them."""
    if claim.about == "president-hand":
        return played.drawn
    return played.passed if claim.about == "chancellor-hand" else played.peeked


def _is_refuted(played: RoundView, claim: ClaimView, tiles: Tiles) -> bool:
    """Return whether the claim lacks tiles that were certainly in the hand."""
    if claim.about == "peek":
        return False
    enacted = () if played.enacted is None else (played.enacted,)
    return bool(Counter(played.passed or enacted) - Counter(tiles))


def _party(played: RoundView, seen: View) -> str | None:
    """Return the membership that the president saw, if this viewer knows it."""
    if played.party is not None or played.target is None:
        return played.party
    return seen.parties[played.target]


def _truth(played: RoundView, claim: ClaimView, seen: View) -> Line | None:
    """Return the truth as a line; None where this viewer doesn't know it."""
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
