"""The explanation of a draw: its report as text."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from accounts.writing import join_list
from games.leagues.public.standings_table import figure

Report = Mapping[str, Any]
Names = Callable[[int], str]

ALGORITHMS: dict[str, Any] = {
    "berger": gettext_lazy("Round robin by the Berger tables: everybody plays everybody."),
    "swiss": gettext_lazy(
        "Swiss: players with equal points meet, and no pair meets twice if it can be avoided."
    ),
    "tables": gettext_lazy(
        "Tables that differ in size by at most one, with as few repeat opponents as possible."
    ),
    "knockout": gettext_lazy(
        "Knock-out: the top seeds meet last. Tables are of equal strength by seed."
    ),
    "manual": gettext_lazy("An organiser created this round by hand."),
}
MOST = 12  #: the most pairs to list


@dataclass(frozen=True)
class DrawExplanation:
    """The explanation of a draw: its method, its result, and the input for repeating it."""

    intro: Any
    sentences: tuple[str, ...]
    seed: str
    algorithm: str
    is_exchanged: bool = False

    @property
    def promise(self) -> str:
        """Return a sentence that explains the use of the seed."""
        if self.is_exchanged:
            return _("With its seed anybody can repeat the draw as it was before the swap:")
        return _("With its seed anybody can repeat the draw:")


def explanation_of(report: Report, seed: str, names: Names) -> DrawExplanation | None:
    """Return a stored report as text; None without one (a round made by hand).

    `names` maps entries to names.
    """
    if not report:
        return None
    algorithm = str(report.get("algorithm", ""))
    intro = ALGORITHMS.get(algorithm, "")
    sentences = tuple(text for text in _sentences(report, names) if text)
    method = f"{algorithm} {report.get('version', '')}".strip()
    seed = seed or str(report.get("seed", ""))
    return DrawExplanation(intro, sentences, seed, method, bool(report.get("exchanged")))


def _sentences(report: Report, names: Names) -> Iterator[str]:
    exchanged = report.get("exchanged", ())
    if exchanged:
        yield _exchanges(exchanged, names)
    if report.get("algorithm") not in ("knockout", "manual"):
        yield _repeats(report, names)
        if not exchanged:
            yield from _about_meetings(report, names)
    for note in report.get("notes", ()):
        if not exchanged or note.get("code") in STILL_TRUE:
            yield in_words(note.get("code", ""), note.get("values", {}), names)


def _exchanges(exchanged: Iterable[Sequence[int]], names: Names) -> str:
    pairs = [f"{names(one)} – {names(other)}" for one, other in exchanged]
    text = ngettext(
        "After the draw an organiser swapped two players: %(pairs)s.",
        "After the draw organisers swapped players: %(pairs)s.",
        len(pairs),
    )
    return text % {"pairs": join_list(pairs)}


def _about_meetings(report: Report, names: Names) -> Iterator[str]:
    yield _unmet(report, names)
    is_duels = report.get("algorithm") in ("berger", "swiss")
    if not is_duels and report.get("most_meetings", 0) > 1:
        most = report["most_meetings"]
        yield ngettext(
            "No pair has sat together more than %(count)d time, this round included.",
            "No pair has sat together more than %(count)d times, this round included.",
            most,
        ) % {"count": most}
    if report.get("algorithm") != "berger":
        yield _spread(report, is_duels=is_duels)
    yield _balance(report, is_duels=is_duels)


def _repeats(report: Report, names: Names) -> str:
    repeats = report.get("repeats", ())
    if not repeats:
        return _("No two players meet again.")
    pairs = [
        _("%(one)s and %(other)s (%(times)d before)")
        % {"one": names(one), "other": names(other), "times": times}
        for one, other, times in repeats[:MOST]
    ]
    text = ngettext(
        "%(count)d pair meets again: %(pairs)s",
        "%(count)d pairs meet again: %(pairs)s",
        len(repeats),
    )
    more = ["…"] if len(repeats) > MOST else []
    return text % {"count": len(repeats), "pairs": "\n".join(["", *pairs, *more])}


def _unmet(report: Report, names: Names) -> str:
    pairs = report.get("unmet", ())
    if not pairs:
        return ""
    sample = join_list(f"{names(one)} – {names(other)}" for one, other in pairs[:MOST])
    return _("Should have been kept apart, but are together: %(pairs)s.") % {"pairs": sample}


def _spread(report: Report, *, is_duels: bool) -> str:
    spread = report.get("spread", 0)
    if not spread:
        return ""
    number = 1 if spread == 1 else 2
    text = (
        ngettext(
            "Opponents in a duel are at most %(points)s point apart.",
            "Opponents in a duel are at most %(points)s points apart.",
            number,
        )
        if is_duels
        else ngettext(
            "Players at one table are at most %(points)s point apart.",
            "Players at one table are at most %(points)s points apart.",
            number,
        )
    )
    return text % {"points": figure(spread)}


def _balance(report: Report, *, is_duels: bool) -> str:
    after = report.get("balance_after", 0)
    if not after:
        return ""
    text = (
        ngettext(
            "For each player, the number of starts on each side differs by at most %(count)d.",
            "For each player, the numbers of starts on each side differ by at most %(count)d.",
            after,
        )
        if is_duels
        else ngettext(
            "For each player, the number of games in each seat differs by at most %(count)d.",
            "For each player, the numbers of games in each seat differ by at most %(count)d.",
            after,
        )
    )
    return text % {"count": after}


def in_words(code: str, values: Mapping[str, Any], names: Names) -> str:
    """Return a note of a draw as text; empty for notes that are only meant for programs."""
    sentence = SAID.get(code)
    return sentence(values, names) if sentence else ""


def _count(text: Any) -> Callable[[Mapping[str, Any], Names], str]:
    """Return a function that fills the note's count into `text`, an `ngettext_lazy`."""
    return lambda values, _names: str(text % values)


def _bye(values: Mapping[str, Any], names: Names) -> str:
    text = _(
        "The bye goes to %(name)s, out of turn: otherwise players would meet again, now or "
        "later."
    )  # fmt: skip
    return text % {"name": names(values["entry"])}


def _ahead(values: Mapping[str, Any], names: Names) -> str:
    if values["count"] >= values["wanted"]:
        return _("All later rounds can be drawn without a repeat.")
    text = ngettext(
        "Of the %(wanted)d later round, %(count)d can certainly be drawn without a repeat.",
        "Of the %(wanted)d later rounds, %(count)d can certainly be drawn without a repeat.",
        values["wanted"],
    )
    return text % values


def _first_meetings(values: Mapping[str, Any], names: Names) -> str:
    text = ngettext(
        "%(count)d of the %(of)d pairs at the tables meets for the first time.",
        "%(count)d of the %(of)d pairs at the tables meet for the first time.",
        values["count"],
    )
    return text % values


#: Notes that remain true after an exchange of players.
STILL_TRUE = frozenset({"left_in", "third_place"})

#: Notes on settings of the draw that the season's page already shows.
FOR_PROGRAMS = frozenset({"seated_with"})

SAID: dict[str, Callable[[Mapping[str, Any], Names], str]] = {
    "lots_drawn": _count(
        ngettext_lazy(
            "The starting number of %(count)d player was drawn by lot.",
            "The starting numbers of %(count)d players were drawn by lot.",
            "count",
        )
    ),
    "bye_not_to_last": _bye,
    "rounds_ahead": _ahead,
    "sides_uneven": _count(
        ngettext_lazy(
            "%(count)d player has begun on one side at least three more times than on the other.",
            "%(count)d players have begun on one side at least three more times than on the other.",
            "count",
        )
    ),
    "left_in": _count(
        ngettext_lazy(
            "%(count)d player was still in the knock-out.",
            "%(count)d players were still in the knock-out.",
            "count",
        )
    ),
    "third_place": lambda values, _names: (
        _("Table %(table)d is the match for third place.") % values
    ),
    "first_meetings": _first_meetings,
}
