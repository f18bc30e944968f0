"""Luck: murders and arrests that might have hit, and the information of answers.

It depends only on views. For a viewer who sees everything, each player is judged by their own
knowledge; for a player, by that player's knowledge; for the public, by public knowledge.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise
from math import ceil, log2
from typing import NamedTuple

from games.engine.insight import ChanceOutcome, Finding, Luck
from games.engine.seats import Seat
from games.engine.text import Line, Term, gettext_noop
from games.noir import pieces
from games.noir.bots import belief
from games.noir.insight.likelihood import of_inspector, of_table, pairs_of
from games.noir.notebook import Pair
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import LastTurn
from games.noir.view import View

_MURDER = gettext_noop("Murder of {suspects}: did it hit the inspector?")
_ARREST = gettext_noop("Arrest of {suspects}: was it the killer?")
_DEDUCTION = gettext_noop("{suspects} named as the killer's pair: were they?")
_ANSWER = gettext_noop("Question about {suspects}: how often the answer halved the suspects")


class _Turn(NamedTuple):
    """A turn with the views before and after it."""

    before: View
    after: View
    move: LastTurn

    @property
    def ended_as(self) -> str:
        return self.after.result.reason if self.after.result else ""


def luck(views: Sequence[View]) -> Luck:
    """Return the luck, as far as the viewer of `views` (one per moment) can tell."""
    turns = list(_turns(views))
    if not turns:
        return Luck()
    eyes = views[0]
    killers = eyes.seat != INSPECTOR
    inspectors = eyes.seat != KILLER
    murders = [_murder(turn) for turn in turns if turn.move.kind == "murder"] if killers else []
    arrests = [_guess(turn) for turn in turns if turn.move.kind in _GUESSES] if inspectors else []
    answers = [_answer(turn) for turn in turns if _asks(turn)] if inspectors else []
    findings = (
        *_of_distance(views),
        *_of_hits(_MURDERS, KILLER, murders),
        *_of_hits(_ARRESTS, INSPECTOR, arrests),
        *_of_answers(turns[0].before, answers),
    )
    draws = sorted((*murders, *arrests, *answers), key=lambda draw: draw.chapter)
    return Luck(findings, tuple(draw for draw in draws if draw.expected or draw.got))


def _turns(views: Sequence[View]) -> Iterator[_Turn]:
    """Yield every turn after the set-up."""
    for before, after in pairwise(views):
        is_turn = after.last_move is not None and after.last_move != before.last_move
        if is_turn and before.round and after.last_move is not None:
            yield _Turn(before, after, after.last_move)


def _is_table(view: View) -> bool:
    return view.identity.killer is None and view.identity.inspector is None


def _hunts(view: View) -> dict[str, float]:
    """Return the possible inspectors, by the killer's knowledge if the view shows those cards."""
    if not _is_table(view):
        return dict(of_inspector(view))
    return dict(of_table(view.suspects, view.clues, belief.face_up(view))[1])


def _kills(view: View) -> dict[str, float]:
    """Return the possible killers, by the inspector's knowledge if the view shows those cards."""
    if not _is_table(view):
        return dict(belief.identities(pairs_of(view)))
    return dict(of_table(view.suspects, view.clues, belief.face_up(view))[0])


def _line(text: str, suspects: tuple[str, ...]) -> Line:
    terms = {"suspects": tuple(Term(name, "suspect") for name in suspects)}
    return Line(text, terms=terms)


def _murder(turn: _Turn) -> ChanceOutcome:
    [victim] = turn.move.suspects
    return ChanceOutcome(
        chapter=turn.before.round,
        what=_line(_MURDER, (victim,)),
        got=float(turn.ended_as == "inspector-murdered"),
        expected=_hunts(turn.before).get(victim, 0.0),
    )


_GUESSES = {"arrest": (_ARREST, "killer-arrested"), "deduce": (_DEDUCTION, "deduced")}


def _guess(turn: _Turn) -> ChanceOutcome:
    text, hit = _GUESSES[turn.move.kind]
    suspects = turn.move.suspects
    if turn.move.kind == "arrest":
        chance = _kills(turn.before).get(suspects[0], 0.0)
    else:
        chance = _pair_chance(turn.before, suspects)
    return ChanceOutcome(
        chapter=turn.before.round,
        what=_line(text, suspects),
        got=float(turn.ended_as == hit),
        expected=chance,
    )


def _pair_chance(view: View, suspects: tuple[str, ...]) -> float:
    """Return the probability that these two are identity and disguise, in either order."""
    pairs = pairs_of(view)
    first, second = suspects
    both: tuple[Pair, Pair] = ((first, second), (second, first))
    return sum(pairs.get(pair, 0.0) for pair in both)


def _asks(turn: _Turn) -> bool:
    return turn.move.kind == "investigate" and turn.move.adjacent is not None


def _answer(turn: _Turn) -> ChanceOutcome:
    """Return the information of an answer, and the expected information, in bits."""
    [suspect] = turn.move.suspects
    around = pieces.neighbours(belief.grid_of(turn.before), suspect)
    beside = sum(share for name, share in _kills(turn.before).items() if name in around)
    beside = min(max(round(beside, 9), 0.0), 1.0)
    surprise = beside if turn.move.adjacent else 1.0 - beside
    return ChanceOutcome(
        chapter=turn.before.round,
        what=_line(_ANSWER, (suspect,)),
        got=abs(log2(surprise)) if surprise > 0 else 0.0,
        expected=_surprise(beside) + _surprise(1.0 - beside),
    )


def _surprise(share: float) -> float:
    return -share * log2(share) if share > 0 else 0.0


_MURDERS = gettext_noop(
    "Murders by {player}: {number}. Hits on the inspector: {hits}; expected: {expected}."
)
_ARRESTS = gettext_noop(
    "Arrests and deductions by {player}: {number}. Hits on the killer: {hits}; expected: "
    "{expected}."
)


def _of_hits(text: str, seat: Seat, tries: Sequence[ChanceOutcome]) -> Iterator[Finding]:
    if tries:
        numbers = {"number": len(tries), "hits": round(sum(one.got for one in tries))}
        expected = sum(one.expected for one in tries)
        line = Line(text, seats={"player": seat}, numbers=numbers)
        yield Finding(line, decimals={"expected": expected})


def _of_answers(first: View, answers: Sequence[ChanceOutcome]) -> Iterator[Finding]:
    """Return the information of the answers, and the number of questions needed at best."""
    if not answers:
        return
    information = sum(one.got for one in answers)
    text = gettext_noop(
        "Questions to the killer: {number}. How often their answers halved the suspects: "
        "{told}; expected: {expected}. At best every question halves them: then {needed} "
        "questions narrow {suspects} down to one."
    )
    suspects = len(_kills(first))
    numbers = {
        "number": len(answers),
        "needed": ceil(log2(suspects)) if suspects else 0,
        "suspects": suspects,
    }
    expected = sum(one.expected for one in answers)
    yield Finding(Line(text, numbers=numbers), decimals={"told": information, "expected": expected})


def _of_distance(views: Sequence[View]) -> Iterator[Finding]:
    """Return the initial distance between the two identities, for a viewer who knows both."""
    first = next((view for view in views if view.round), None)
    if first is None or not (first.identity.killer and first.identity.inspector):
        return
    grid = belief.grid_of(first)
    dead = set(first.dead)
    living = [name for name in chain.from_iterable(grid) if name not in dead]
    steps = [_apart(grid, one, other) for one, other in combinations(living, 2)]
    mine = _apart(grid, first.identity.killer, first.identity.inspector)
    text = gettext_noop(
        "Killer and inspector began {steps} steps apart; {expected} is usual, and {nearer} of "
        "all pairs are closer."
    )
    yield Finding(
        Line(text, numbers={"steps": mine}),
        decimals={"expected": sum(steps) / len(steps)},
        shares={"nearer": sum(one < mine for one in steps) / len(steps)},
    )


def _apart(grid: pieces.Grid, one: str, other: str) -> int:
    """Return the number of steps between two suspects, diagonal ones included."""
    where = {
        name: (row, column) for row, line in enumerate(grid) for column, name in enumerate(line)
    }
    (row, column), (row2, column2) = where[one], where[other]
    return max(abs(row - row2), abs(column - column2))
