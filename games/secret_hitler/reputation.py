"""What a bot thinks of the others: a small figure per player, from a view alone."""

from games.engine.seats import Seat
from games.secret_hitler.pieces import About
from games.secret_hitler.view import ClaimView, RoundView, View

CERTAIN = 100.0


def suspicions(view: View, *, privately: bool) -> list[float]:
    """Return how fascist each seat looks: 0 says nothing, below it is trusted.

    `privately` adds what this seat alone knows; without it the figure is the table's.
    """
    marks = [0.0] * view.players
    for played in view.rounds:
        if played.chancellor is not None and played.enacted is not None:
            _mark_government(marks, view, played, played.chancellor, privately=privately)
            if not _is_lot(played, "enact"):
                _mark_voters(marks, played)
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
    """Mark president and chancellor for what they chose, and for claims that contradict."""
    of_president, of_chancellor = _doubts(view, played, chancellor, privately=privately)
    if not _is_lot(played, "discard"):
        marks[played.president] += of_president
    marks[chancellor] += of_chancellor


def _is_lot(played: RoundView, action: str) -> bool:
    """Tell whether the clock drew this for president or chancellor."""
    return any(lot.action == action for lot in played.by_lot)


def _doubts(
    view: View, played: RoundView, chancellor: Seat, *, privately: bool
) -> tuple[float, float]:
    """Return how much more suspicious what they enacted makes president and chancellor.

    A tile that the clock enacted tells others nothing, and one that it discarded is missed by no
    fault of anybody's.
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


def _contradict(played: RoundView, chancellor: Seat) -> bool:
    """Tell whether a president who drew a liberal policy passed none, going by their claims."""
    drawn = latest_claim(played, played.president, "president-hand")
    passed = latest_claim(played, chancellor, "chancellor-hand")
    if drawn is None or passed is None:
        return False
    return "liberal" in (drawn.tiles or ()) and "liberal" not in (passed.tiles or ())


def latest_claim(played: RoundView, seat: Seat, about: About) -> ClaimView | None:
    """Return what `seat` last claimed `about` a round, None if nothing."""
    said = [claim for claim in played.claims if (claim.seat, claim.about) == (seat, about)]
    return said[-1] if said else None


def _mark_voters(marks: list[float], played: RoundView) -> None:
    """Mark a little those who voted for what was then enacted."""
    doubt = 0.12 if played.enacted == "fascist" else -0.05
    by_lot = {lot.seat for lot in played.by_lot if lot.action == "vote"}
    for seat, ja in enumerate(played.votes or ()):
        if ja and seat not in by_lot:
            marks[seat] += doubt


def _mark_investigated(marks: list[float], view: View, claim: ClaimView) -> None:
    """Mark who is accused after an investigation, and half as much who accuses."""
    target = view.rounds[claim.round - 1].target
    if claim.about != "investigation" or target is None:
        return
    if claim.party == "fascist":
        marks[target] += 1.5
        marks[claim.seat] += 0.7
    else:
        marks[target] -= 0.5
