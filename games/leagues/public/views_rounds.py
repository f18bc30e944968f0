"""The paginated pages of a division's rounds and of its crosstable."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.leagues.confirmation import page
from games.leagues.context import LeagueContext
from games.leagues.models import Division, Entry, Round
from games.leagues.paging import listing, search_of
from games.leagues.public import draw_explanation, queries, standings_table
from games.leagues.public.crosstable import crosstable_of
from games.leagues.public.fixture_card import FixtureCard, card_of
from games.leagues.public.views import season_frame
from games.leagues.seasons import standings_input

#: How many duels or tables of a round, players of a crosstable, and fixtures of a bracket's round
#: are shown on one page.
DUELS, TABLES, MET, BRACKET = 30, 10, 30, 16


@page()
def rounds(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show a round of a division, with its fixtures and the explanation of its draw."""
    values, division = season_frame(context, number, "rounds", request.GET.get("division", ""))
    if division is not None:
        round_list = queries.round_list(division, context)
        fits = sum(one.total for one in round_list) <= 2 * _size(context)  # all on one page
        round_ = _requested_round(round_list, request.GET.get("round", ""), whole=fits)
        names = standings_input.names_of(division)
        cards = queries.rounds_of(division, context, only=round_ and round_.number)
        values["rounds"] = round_list
        shown = [round_context(one, context, names) for one in cards]
        values["shown"] = sorted(shown, key=_open_first)
        values["is_whole"] = round_ is None
        for one in values["shown"]:
            one["list"] = listing(
                request, one["cards"], size=_size(context), names=_names,
                is_own=lambda card: card.is_own,
            )  # fmt: skip
    return render(request, "leagues/public/rounds.html", values)


def _size(context: LeagueContext) -> int:
    return DUELS if context.league.plays_duels else TABLES


def _open_first(shown: dict[str, Any]) -> tuple[bool, int]:
    """Return a sort key: open rounds in ascending order, then finished ones in descending order."""
    number, is_over = shown["round"].number, shown["settled"] == shown["total"]
    return is_over, -number if is_over else number


def _names(card: FixtureCard) -> str:
    return "\n".join(f"{place.name}\n{place.substitute}" for place in card.places)


def _requested_round(round_list: list[Any], number: str, *, whole: bool) -> Any:
    """Return the requested round; by default the first open one, or the last.

    None stands for all rounds, if they fit on one page.

    :raises Http404: if it does not exist.
    """
    if number:
        round_ = next((one for one in round_list if str(one.number) == number), None)
        if round_ is None:
            raise Http404
        return round_
    if whole or not round_list:
        return None
    running = (one for one in round_list if not one.is_draft and one.settled < one.total)
    return next(running, round_list[-1])


def round_context(round_: Round, context: LeagueContext, names: dict[int, Entry]) -> dict[str, Any]:
    """Return the context of a round."""

    def entry_name(entry: int) -> str:
        return standings_table.name_of(names[entry]) if entry in names else "–"

    byes = list(round_.byes.all())
    return {
        "round": round_,
        "cards": [card_of(one, context.league, context.user) for one in round_.known_fixtures],
        "byes": [one for one in byes if not one.was_asked],
        "away": [one for one in byes if one.was_asked],
        "reason": draw_explanation.explanation_of(round_.report, round_.seed, entry_name),
        "settled": sum(one.is_settled for one in round_.known_fixtures),
        "total": len(round_.known_fixtures),
    }


@page()
def crosstable(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show the crosstable: scores of duels, meetings at tables, or the bracket."""
    values, division = season_frame(context, number, "crosstable", request.GET.get("division", ""))
    if division is not None and values["season"].is_knockout:
        return _bracket(request, context, division, values)
    if division is not None:
        values["cross"] = crosstable_of(
            division, context.user, size=MET, number=request.GET.get("page", ""),
            search=search_of(request),
        )  # fmt: skip
    return render(request, "leagues/public/crosstable.html", values)


def _bracket(
    request: HttpRequest, context: LeagueContext, division: Division, values: dict[str, Any]
) -> HttpResponse:
    """Show the bracket of a knock-out; rounds with many fixtures appear only on the rounds page."""
    names = standings_input.names_of(division)
    public = [one for one in queries.rounds_of(division, context) if not one.is_draft]
    round_list = [one for one in public if len(one.known_fixtures) <= BRACKET]
    values["rounds"] = [round_context(one, context, names) for one in round_list]
    values["is_cut"] = len(round_list) < len(public)
    return render(request, "leagues/public/bracket.html", values)
