"""Views of a match's page: parse a request, call one service, return a response."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import redirect_to
from games.matches import errors, limits
from games.matches.lobby import calls, late_comers, seats
from games.matches.lobby import services as lobby
from games.matches.lobby.forms import GuestForm, SitForm
from games.matches.models import Match
from games.matches.page import hand, responses
from games.matches.play import bets, moves, reading, repeats, services, table_votes, talk
from games.matches.publish import act_by_room

#: The name of the button that confirms a decision; `choice` contains the choice itself.
CHOSEN = "chosen"
#: Its value if several fields called `part`, in order, make up the action.
IN_PARTS = "in-parts"


@require_safe
@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the match to the visitor; `?here=` sets this device's mode."""
    match = responses.get_match_or_404(code)
    value = request.GET.get("here", "")
    if value in hand.WAYS:
        return hand.remember(redirect(match), match, value)
    answer, way = responses.page(request, match), hand.way_of(request, match)
    return hand.remember(answer, match, way) if way else answer


@require_safe
@never_cache
def live(request: HttpRequest, code: str) -> HttpResponse:
    """Return all fragments, for a page without a socket, or one that has missed a message."""
    return responses.answer(request, responses.get_match_or_404(code))


@require_POST
@never_cache
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Take an action in the user's own seat."""
    match = responses.get_match_or_404(code)

    def take() -> None:
        text, prompt, user_id = _action(request), _prompt(request), user_of(request).pk
        if act_by_room(match.pk, user_id, text, prompt):
            return
        action = moves.parse(match.rules, text)
        try:
            _check_shown(match)
            services.act(match.pk, user_id, action, prompt)
        except (errors.Held, errors.StalePrompt, errors.NotRunning):
            if not repeats.is_repeat(match, user_id, action, prompt):
                raise

    return responses.run_service(request, match, take)


@require_POST
@never_cache
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free seat; a visitor without an account gives a name and becomes a guest."""
    match = responses.get_match_or_404(code)
    form = SitForm(request.POST)
    if not form.is_valid():
        return responses.refuse(request, match, errors.BadEntry())
    try:
        limits.count(request, "joins")
    except limits.TooManyAttempts as refusal:
        return responses.refuse(request, match, refusal)
    entropy = form.cleaned_data["entropy"]
    user = request.user
    if user.is_authenticated:
        return _run(request, match, partial(lobby.sit, match.pk, user, entropy))
    try:
        seats.check_free_seat(match)
    except errors.Refused as refusal:
        return responses.refuse(request, match, refusal)
    return _as_guest(request, match, lambda user: lobby.sit(match.pk, user, entropy))


def _as_guest(request: HttpRequest, match: Match, sit: Callable[[User], None]) -> HttpResponse:
    """Make the visitor a guest, and let them `sit` down."""
    guest = GuestForm(request.POST, request=request)
    if not guest.is_valid():
        return responses.refuse(request, match, errors.BadEntry(str(guest.errors["name"][0])))
    try:
        with guest.person(request.POST.get("portrait", "")) as user:
            sit(user)
    except errors.Refused as refusal:
        return responses.refuse(request, match, refusal)
    except Match.DoesNotExist:
        return responses.to_lobby(request)
    # Logging in changes the CSRF token contained in the open page, so the page is reloaded.
    return redirect_to(request, match.get_absolute_url())


@require_POST
@never_cache
def take_bots_seat(request: HttpRequest, code: str, seat: str) -> HttpResponse:
    """Take a bot's seat; a visitor without an account gives a name and becomes a guest."""
    match = responses.get_match_or_404(code)
    try:
        limits.count(request, "joins")
    except limits.TooManyAttempts as refusal:
        return responses.refuse(request, match, refusal)
    user = request.user
    if user.is_authenticated:
        take = partial(late_comers.take_bots_seat, match.pk, user, int(seat))
        return _run(request, match, take)
    if not services.admits_late_comers(match):
        return responses.refuse(request, match, errors.TooLate())
    return _as_guest(
        request, match, lambda user: late_comers.take_bots_seat(match.pk, user, int(seat))
    )


STEPS: dict[str, Callable[..., None]] = {
    "leave": lobby.leave,
    "ready": lambda pk, user: lobby.be_ready(pk, user, ready=True),
    "unready": lambda pk, user: lobby.be_ready(pk, user, ready=False),
    "call": lambda pk, user: calls.want_call(pk, user, wanted=True),
    "uncall": lambda pk, user: calls.want_call(pk, user, wanted=False),
    "start": lobby.start,
    "bot": lobby.add_bot,
    "decline": lobby.decline_redeal,
    "away": table_votes.step_away,
    "back": table_votes.come_back,
    "resume": table_votes.go_on,
    "read": reading.read,
    "talk": talk.start,
    "remove": lobby.remove,
    "host": lobby.hand_over,
}


@require_POST
@never_cache
def step(
    request: HttpRequest, code: str, step: str, seat: str = "", public_id: str = ""
) -> HttpResponse:
    """Take a step at a table, such as leaving, starting, adding a bot or removing a player."""
    match = responses.get_match_or_404(code)
    extra: tuple[Any, ...] = (int(seat),) if seat else (UUID(public_id),) if public_id else ()
    if step == "bot":
        extra = (request.POST.get("kind"),)
    elif step == "remove":
        extra = (*extra, request.POST.get("reason", ""))
    return _run(request, match, lambda: STEPS[step](match.pk, user_of(request), *extra))


@require_POST
@never_cache
def vote(request: HttpRequest, code: str, what: str, *, wanted: bool = True) -> HttpResponse:
    """Set or withdraw the user's vote on something at the table."""
    match = responses.get_match_or_404(code)

    def take() -> None:
        table_votes.vote(match.pk, user_of(request), what, wanted=wanted)

    return _run(request, match, take)


@require_POST
@never_cache
def bet(request: HttpRequest, code: str, about: str, seat: str) -> HttpResponse:
    """Place an eliminated player's bet on a question about the game."""
    match = responses.get_match_or_404(code)
    return _run(request, match, lambda: bets.bet(match.pk, user_of(request), about, int(seat)))


@require_POST
@never_cache
def mark(request: HttpRequest, code: str, seat: str, kind: str) -> HttpResponse:
    """Mark a player, at a table that shows marks to everybody."""
    match = responses.get_match_or_404(code)
    return _run(request, match, lambda: talk.mark(match.pk, user_of(request), int(seat), kind))


@require_POST
@never_cache
def again(request: HttpRequest, code: str, step: str) -> HttpResponse:
    """Play again with the same people, or request a new deal before the first vote."""
    match = responses.get_match_or_404(code)
    form = SitForm(request.POST)
    entropy = form.cleaned_data["entropy"] if form.is_valid() else ""
    ask = lobby.rematch if step == "rematch" else lobby.ask_redeal
    try:
        _check_shown(match)
        successor = ask(match.pk, user_of(request), entropy)
    except errors.Refused as refusal:
        return responses.refuse(request, match, refusal)
    except Match.DoesNotExist:
        return responses.to_lobby(request)
    if successor.is_running or step == "rematch":
        return redirect_to(request, successor.get_absolute_url())
    return responses.answer(request, match)


def _run(request: HttpRequest, match: Match, take: Callable[[], None]) -> HttpResponse:
    """Take a step at the match, unless its pages still show an earlier position."""

    def run() -> None:
        _check_shown(match)
        take()

    return responses.run_service(request, match, run)


def _check_shown(match: Match) -> None:
    """Check that pages show the newest position of `match`.

    :raises Held: if they don't, because another refusal could reveal what is hidden.
    """
    if match.is_held:
        raise errors.Held


def user_of(request: HttpRequest) -> User:
    """Return the user of the request.

    :raises NotSeated: if nobody is logged in.
    """
    if not request.user.is_authenticated:
        raise errors.NotSeated
    return request.user


def _prompt(request: HttpRequest) -> int:
    """Return the number of the answered question; an invalid number such as -1 matches none."""
    text = request.POST.get("prompt", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _action(request: HttpRequest) -> str:
    """Return the posted action as text."""
    text = request.POST.get("action", "")
    if text == CHOSEN:
        text = request.POST.get("choice", "")
    if text == IN_PARTS:
        parts = request.POST.getlist("part")
        text = "".join(parts) if all(parts) else ""
    return text
