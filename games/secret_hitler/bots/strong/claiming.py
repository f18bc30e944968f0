"""Claims of the strong bot: the truth, or a consistent lie."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from games.secret_hitler.actions import Claim
from games.secret_hitler.bots.strong import fascist_model
from games.secret_hitler.bots.strong.assignments import FASCIST, LIBERAL, NUMBERS
from games.secret_hitler.bots.strong.fascist_policy import Scheme, scheme_of
from games.secret_hitler.pieces import Party, Tile
from games.secret_hitler.view import View

_Key = TypeVar("_Key")


def claim_to_make(view: View, choices: Sequence[Any], random: Random) -> Claim | None:
    """Return a claim about the latest knowledge, unless this seat has already made one."""
    subject = subject_of_claim(view, choices)
    if subject is None:
        return None
    about, number = subject.about, subject.round
    if about == "investigation":
        return Claim(about, number, party=_report(view, subject, random))
    if about == "peek":
        return Claim(about, number, tiles=view.rounds[number - 1].peeked or ())
    return Claim(
        about, number, tiles=told_as(view, subject, _liberals_to_claim(view, subject, random))
    )


def subject_of_claim(view: View, choices: Sequence[Any]) -> Claim | None:
    """Return a possible claim about the latest knowledge without a claim by this seat, or None."""
    if view.seat is None or not choices or not isinstance(choices[-1], Claim):
        return None
    subjects = {(claim.about, claim.round) for claim in view.claims if claim.seat == view.seat}
    for choice in choices:
        if not isinstance(choice, Claim) or choice.round < view.round - 1:
            continue
        if (choice.about, choice.round) not in subjects:
            return choice
    return None


def _report(view: View, subject: Claim, random: Random) -> Party:
    scheme = _scheme(view)
    if scheme is not None:
        return scheme.draw(scheme.reporting(subject), random)
    return "fascist" if random.random() < accuses(view, subject) else "liberal"


def accuses(view: View, subject: Claim) -> float:
    """Return the probability that an investigator without computed worths reports a fascist."""
    target = FASCIST if view.rounds[subject.round - 1].party == "fascist" else LIBERAL
    return fascist_model.accusation(_role(view), target)


def _liberals_to_claim(view: View, subject: Claim, random: Random) -> int:
    scheme = _scheme(view)
    worths = None if scheme is None else scheme.telling(subject)
    if scheme is None or worths is None:
        return drawn_by_lot(stories(view, subject), random)
    return scheme.draw(worths, random)


def stories(view: View, subject: Claim) -> dict[int, float]:
    """Return the probability of claiming each number of liberal tiles if no worth is computed.

    It is the truth, or a lie with the frequency of the fascist model.
    """
    round_, role = view.rounds[subject.round - 1], _role(view)
    passed = _liberal(round_.passed)
    enacted = passed if round_.enacted is None else int(round_.enacted == "liberal")
    if subject.about == "chancellor-hand":
        return fascist_model.chancellor_story(role, passed, enacted)
    party = None if round_.chancellor is None else view.parties[round_.chancellor]
    ally = FASCIST if party == "fascist" or enacted < passed else LIBERAL
    return fascist_model.president_story(role, ally, _liberal(round_.drawn), passed, enacted)


def told_as(view: View, subject: Claim, liberals: int) -> tuple[Tile, ...]:
    """Return a hand with that many liberal tiles; the true hand in its true order if they agree."""
    round_ = view.rounds[subject.round - 1]
    held = (round_.passed if subject.about == "chancellor-hand" else round_.drawn) or ()
    if liberals == _liberal(held):
        return tuple(held)
    return tuple("liberal" if place < liberals else "fascist" for place in range(len(held)))


def _role(view: View) -> int:
    role = None if view.seat is None else view.roles[view.seat]
    return NUMBERS[role or "liberal"]


def _scheme(view: View) -> Scheme | None:
    return None if view.seat is None else scheme_of(view, view.seat)


def _liberal(tiles: Sequence[Tile] | None) -> int:
    return sum(tile == "liberal" for tile in tiles or ())


def drawn_by_lot(odds: dict[_Key, float], random: Random) -> _Key:
    """Return a random key, with the given odds."""
    if len(odds) == 1:
        return next(iter(odds))
    return random.choices(list(odds), list(odds.values()))[0]
