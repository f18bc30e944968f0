"""The simple bot's suspicion: a small number for each player, computed only from a view."""

from games.engine.seats import Seat
from games.secret_hitler.pieces import About
from games.secret_hitler.view import ClaimView, RoundView, View

CERTAIN = 100.0


def suspicions(view: View, *, privately: bool) -> list[float]:
    """Return the suspicion of each seat: 0 is neutral, below 0 it is trusted.

    `privately` adds this seat's own knowledge; without it the suspicion is the table's.
    """
    marks = [0.0] * view.players
    for round_ in view.rounds:
        if round_.chancellor is not None and round_.enacted is not None:
            _mark_government(marks, view, round_, round_.chancellor, privately=privately)
            if not _is_lot(round_, "enact"):
                _mark_voters(marks, round_)
    for claim in view.claims:
        _mark_investigated(marks, view, claim)
    if privately:
        for seat, party in enumerate(view.parties):
            if party is not None:
                marks[seat] = CERTAIN if party == "fascist" else -CERTAIN
    return marks


def _mark_government(
    marks: list[float], view: View, played: RoundView, chancellor: Seat, *, privately: bool
) -> None:
    """Change the marks of president and chancellor for their choices and contradicting claims."""
    of_president, of_chancellor = _doubts(view, played, chancellor, privately=privately)
    if not _is_lot(played, "discard"):
        marks[played.president] += of_president
    marks[chancellor] += of_chancellor


def _is_lot(round_: RoundView, action: str) -> bool:
    """Return whether the clock drew this action for president or chancellor."""
    return any(lot.action == action for lot in round_.by_lot)


def _doubts(
    view: View, played: RoundView, chancellor: Seat, *, privately: bool
) -> tuple[float, float]:
    """Return the additional suspicion of president and chancellor for the enacted policy.

    A tile enacted by the clock is not evidence, and nobody is blamed for a tile that it discarded.
    """
    if privately and view.seat == chancellor and played.enacted == "fascist":
        return 0.0 if "liberal" in (played.passed or ()) else 0.9, 0.0
    if _is_lot(played, "enact"):
        return 0.0, 0.0
    if played.enacted == "liberal":
        return -0.5, -0.7
    if privately and view.seat == played.president:
        return 0.0, CERTAIN if "liberal" in (played.passed or ()) else 0.0
    contradict = _contradict(played, chancellor) and not _is_lot(played, "discard")
    doubt = 1.5 if contradict else 0.6
    return doubt, doubt


def _contradict(round_: RoundView, chancellor: Seat) -> bool:
    """Return whether, by their claims, the president drew a liberal policy and passed none."""
    claim = latest_claim(round_, round_.president, "president-hand")
    passed = latest_claim(round_, chancellor, "chancellor-hand")
    if claim is None or passed is None:
        return False
    return "liberal" in (claim.tiles or ()) and "liberal" not in (passed.tiles or ())


def latest_claim(round_: RoundView, seat: Seat, about: About) -> ClaimView | None:
    """Return the last claim of `seat` `about` a round, or None."""
    claims = [claim for claim in round_.claims if (claim.seat, claim.about) == (seat, about)]
    return claims[-1] if claims else None


def _mark_voters(marks: list[float], round_: RoundView) -> None:
    """Slightly change the marks of players who voted for the government."""
    doubt = 0.12 if round_.enacted == "fascist" else -0.05
    by_lot = {lot.seat for lot in round_.by_lot if lot.action == "vote"}
    for seat, ja in enumerate(round_.votes or ()):
        if ja and seat not in by_lot:
            marks[seat] += doubt


def _mark_investigated(marks: list[float], view: View, claim: ClaimView) -> None:
    """Mark the seat that a report accuses, and half as much the accuser."""
    target = view.rounds[claim.round - 1].target
    if claim.about != "investigation" or target is None:
        return
    if claim.party == "fascist":
        marks[target] += 1.5
        marks[claim.seat] += 0.7
    else:
        marks[target] -= 0.5
