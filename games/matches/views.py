"""What people do at a match: parse, one service call, answer."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import welcome
from games.matches import agreements, pages, refusals, services, tables
from games.matches.forms import GuestForm, SitForm
from games.matches.models import Match

#: What a button of a decision that is confirmed sends; the choice itself is in `choice`.
CHOSEN = "chosen"
#: What it sends where the action is written in several fields called `part`, in their order.
IN_PARTS = "in-parts"


@require_safe
@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the match through the eyes of whoever asks."""
    return pages.page(request, pages.found(code))


@require_safe
@never_cache
def live(request: HttpRequest, code: str) -> HttpResponse:
    """Return every fragment anew, for a page that has no socket or has missed something."""
    return pages.answer(request, pages.found(code))


@require_POST
@never_cache
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Take an action for one's own seat."""
    match = pages.found(code)

    def take() -> None:
        action = _action(match, request)
        services.act(match.pk, known(request).pk, action, _prompt(request))

    return pages.attempt(request, match, take)


@require_POST
@never_cache
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free chair; somebody without an account gives a name and becomes a guest."""
    match = pages.found(code)
    form = SitForm(request.POST)
    if not form.is_valid():
        return pages.refuse(request, match, refusals.BadEntry())
    entropy = form.cleaned_data["entropy"]
    if request.user.is_authenticated:
        return pages.attempt(request, match, lambda: tables.sit(match.pk, request.user, entropy))
    return _sit_as_guest(request, match, entropy)


def _sit_as_guest(request: HttpRequest, match: Match, entropy: str) -> HttpResponse:
    """Welcome a guest and give them a chair, if there is one."""
    guest = GuestForm(request.POST, request=request)
    if not guest.is_valid():
        return pages.refuse(request, match, refusals.BadEntry(guest.errors["name"][0]))
    try:
        tables.check_free_chair(match)
    except refusals.Refused as refusal:
        return pages.refuse(request, match, refusal)
    user = welcome(request, guest.cleaned_data["name"])
    answer = pages.attempt(request, match, lambda: tables.sit(match.pk, user, entropy))
    # Logging in renews the token that the open page holds: it is loaded anew.
    return pages.go(request, match.get_absolute_url()) if answer.status_code < 400 else answer


STEPS: dict[str, Callable[..., None]] = {
    "leave": tables.leave,
    "ready": lambda pk, user: tables.be_ready(pk, user, ready=True),
    "unready": lambda pk, user: tables.be_ready(pk, user, ready=False),
    "start": tables.start,
    "bot": tables.add_bot,
    "decline": tables.decline_redeal,
    "away": agreements.step_away,
    "back": agreements.come_back,
    "resume": agreements.go_on,
    "remove": tables.remove,
    "host": tables.hand_over,
}


@require_POST
@never_cache
def step(request: HttpRequest, code: str, step: str, seat: str = "") -> HttpResponse:
    """Do one of the small things of a table: leave, be ready, start, add a bot, remove."""
    match = pages.found(code)
    extra: tuple[Any, ...] = (int(seat),) if seat else ()
    if step == "bot":
        extra = (request.POST.get("kind"),)
    return pages.attempt(request, match, lambda: STEPS[step](match.pk, known(request), *extra))


@require_POST
@never_cache
def wish(request: HttpRequest, code: str, what: str, *, wanted: bool = True) -> HttpResponse:
    """Want, or no longer want, what a table may agree on."""
    match = pages.found(code)

    def take() -> None:
        agreements.wish(match.pk, known(request), what, wanted=wanted)

    return pages.attempt(request, match, take)


@require_POST
@never_cache
def again(request: HttpRequest, code: str, step: str) -> HttpResponse:
    """Play again with the same people, or ask to deal again before the first vote."""
    match = pages.found(code)
    form = SitForm(request.POST)
    entropy = form.cleaned_data["entropy"] if form.is_valid() else ""
    ask = tables.rematch if step == "rematch" else tables.ask_redeal
    try:
        successor = ask(match.pk, known(request), entropy)
    except refusals.Refused as refusal:
        return pages.refuse(request, match, refusal)
    if successor.is_running or step == "rematch":
        return pages.go(request, successor.get_absolute_url())
    return pages.answer(request, match)


def known(request: HttpRequest) -> Any:
    """Return who asks.

    :raises NotSeated: if it is nobody that the site knows: they can have no seat anywhere.
    """
    if not request.user.is_authenticated:
        raise refusals.NotSeated
    return request.user


def _prompt(request: HttpRequest) -> int:
    """Return the number of the question that is answered; what is none answers no question."""
    text = request.POST.get("prompt", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _action(match: Match, request: HttpRequest) -> Any:
    """Return the action that was posted.

    :raises Refused: NothingChosen or UnknownAction.
    """
    text = request.POST.get("action", "")
    if text == CHOSEN:
        text = request.POST.get("choice", "")
        if not text:
            raise refusals.NothingChosen
    if text == IN_PARTS:
        parts = request.POST.getlist("part")
        if not all(parts):
            raise refusals.NothingChosen
        text = "".join(parts)
    try:
        return msgspec.json.decode(text, type=match.rules.actions)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refusals.UnknownAction from error
