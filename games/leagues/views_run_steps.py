"""How every step of an organiser is asked and taken: a page that says what will happen, a form,
one service call, and its refusal beside the form with everything that was typed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.leagues import refusals, roles
from games.leagues.models import Season
from games.leagues.visits import Visit, visit
from games.matches.refusals import Refused

UNPROCESSABLE = 422
#: How long a page remembers that its button was pressed, in seconds.
REMEMBERED = 24 * 3600
Context = dict[str, Any]
#: What a view gets beside the visit comes from the address.
View = Callable[..., HttpResponse]


class SentTwice(Refused):
    """The same page was sent a second time: a double click."""

    text = _("This was sent twice, and done once. Look at what it came to before doing it again.")


@dataclass(kw_only=True)
class Step:
    """Something that can be done: what its page says, asks and does.

    `do` gets what the form holds and makes one service call; if it returns an address, that is
    where to go then. `happens` says in a sentence each what will follow. `says` puts a refusal
    into words of this step. `sight` is what the page has shown of things that others may change:
    where it is no longer so, nothing is done before it was looked at again.
    """

    title: Any
    button: Any
    do: Callable[[Any], Any]
    back: str
    done: Any = ""
    goes: str = ""
    sight: str = ""
    form: Callable[[QueryDict | None], forms.Form] = field(default=forms.Form)
    happens: Sequence[Any] = ()
    lead: Any = ""
    is_grave: bool = False
    season: Season | None = None
    template: str = "leagues/run/step.html"
    says: Mapping[type[Refused], Any] = field(default_factory=dict)
    extra: Context = field(default_factory=dict)


def step(power: str) -> Callable[[Callable[..., Step]], View]:
    """Let `plan(here, ...)` say what a step is, for who has `power` in the league (empty: who
    is logged in; the service decides)."""

    def decorate(plan: Callable[..., Step]) -> View:
        @login_required
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(plan)
        def answer(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            here = visit(request.user, slug)
            with timezone.override(here.zone):
                try:
                    if power:
                        roles.require(request.user, here.league, power)
                    asked = plan(here, **address)
                except Refused as refusal:
                    return refused(request, here, refusal)
                return _answered(request, here, asked)

        return answer

    return decorate


def _answered(request: HttpRequest, here: Visit, asked: Step) -> HttpResponse:
    form = asked.form(request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _shown(request, here, asked, form)
    if not form.is_valid():
        return _shown(request, here, asked, form, status=UNPROCESSABLE)
    try:
        with _once(request):
            if request.POST.get("sight", asked.sight) != asked.sight:
                raise refusals.ChangedMeanwhile
            goes = asked.do(form.cleaned_data)
    except Refused as refusal:
        said = asked.says.get(type(refusal), str(refusal))
        return _shown(request, here, asked, form, refusal=said, status=refusal.status)
    if asked.done:
        messages.success(request, asked.done)
    return redirect(goes if isinstance(goes, str) else asked.goes or asked.back)


@contextmanager
def _once(request: HttpRequest) -> Iterator[None]:
    """Take note that a page was sent, unless what it asked for was refused.

    :raises SentTwice: if it was sent before.
    """
    sent = request.POST.get("ticket", "")
    ticket = sent if sent.isascii() and sent.isalnum() and len(sent) <= 32 else ""
    key = f"step/{request.user.pk}/{ticket}"
    if ticket and not cache.add(key, 1, REMEMBERED):
        raise SentTwice
    try:
        yield
    except Exception:
        cache.delete(key)
        raise


def _shown(
    request: HttpRequest, here: Visit, asked: Step, form: forms.Form, *, refusal: Any = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    context = frame(here, asked.season) | {"step": asked, "form": form, "refusal": refusal}
    context["ticket"] = get_random_string(16)
    return render(request, asked.template, context | asked.extra, status=status)


def page(power: str) -> Callable[[View], View]:
    """Let `show(request, here, ...)` answer with a page for who has `power` in the league."""

    def decorate(show: View) -> View:
        @login_required
        @never_cache
        @require_safe
        @wraps(show)
        def answer(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            here = visit(request.user, slug)
            with timezone.override(here.zone):
                try:
                    roles.require(request.user, here.league, power)
                    return show(request, here, **address)
                except Refused as refusal:
                    return refused(request, here, refusal)

        return answer

    return decorate


def frame(here: Visit, season: Season | None = None) -> Context:
    """Return what every page of the organisers needs."""
    return {
        "here": here,
        "league": here.league,
        "season": season,
        "tab": "run",
        "zone": here.zone,
        "may": {name: power_of(here, name) for name in roles.POWERS},
    }


def power_of(here: Visit, power: str) -> bool:
    """Return whether the visitor has `power`, without asking the database again."""
    return here.member is not None and here.member.role in roles.POWERS[power]


def refused(request: HttpRequest, here: Visit, refusal: Refused, back: str = "") -> HttpResponse:
    """Say why not, with a way back."""
    context = frame(here) | {"refusal": refusal, "back": back or here.league.get_absolute_url()}
    return render(request, "leagues/run/refused.html", context, status=refusal.status)
