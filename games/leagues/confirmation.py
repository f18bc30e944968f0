"""Confirmation pages for organisers' steps: each lists the effects, shows a form, makes one service
call, and shows a refusal beside the form, which keeps its input."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import AuthenticatedRequest
from accounts.way_back import own_page
from games.leagues import errors, roles
from games.leagues.context import LeagueContext, context_of
from games.leagues.models import Audit, Season
from games.matches.public import Refused

UNPROCESSABLE = 422
#: Seconds for which a page remembers that its button was pressed.
REMEMBERED = 24 * 3600
Context = dict[str, Any]
#: A view; after the context it takes the arguments from the URL.
View = Callable[..., HttpResponse]


class AlreadyDone(Refused):
    """The same form was submitted twice: a double click."""

    text = _("This was sent twice but done only once. Check the result before doing it again.")


@dataclass(kw_only=True)
class Confirmation:
    """An organiser's step: the text and the form of its page, and its action.

    `do` gets the form's values and makes one service call; it may return the URL of a redirect.
    `happens` lists the effects as sentences. `says` replaces the text of a refusal for this step,
    and `beside` names the field that shows it. `version_seen` identifies the state that the page
    showed: if it has changed, nothing is done until the user has seen the page again. The query
    string may fill in the fields in `prefills`.
    """

    title: Any
    button: Any
    do: Callable[[Any], Any]
    back: str
    done: Any = ""
    goes: str = ""
    version_seen: str = ""
    form: Callable[[QueryDict | None], forms.Form] = field(default=forms.Form)
    prefills: Sequence[str] = ()
    happens: Sequence[Any] = ()
    lead: Any = ""
    is_grave: bool = False
    season: Season | None = None
    template: str = "leagues/organiser/step.html"
    says: Mapping[type[Refused], Any] = field(default_factory=dict)
    beside: Mapping[type[Refused], str] = field(default_factory=dict)
    extra: Context = field(default_factory=dict)


def step(power: str) -> Callable[[Callable[..., Confirmation]], View]:
    """Let `plan(here, ...)` describe a step for users with `power` in the league.

    An empty `power` admits every logged-in user; the service then decides.
    """

    def decorate(plan: Callable[..., Confirmation]) -> View:
        @login_required
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(plan)
        def answer(request: AuthenticatedRequest, slug: str, **address: Any) -> HttpResponse:
            here = context_of(request.user, slug)
            with timezone.override(here.zone):
                try:
                    if power:
                        here.require(power)
                    question = plan(here, **address)
                except Refused as refusal:
                    return render_refusal(request, here, refusal)
                return _answer(request, here, question)

        return answer

    return decorate


def _answer(request: HttpRequest, here: LeagueContext, question: Confirmation) -> HttpResponse:
    question.back = own_page(request.GET.get("back", "")) or question.back
    form = question.form(request.POST if request.method == "POST" else None)
    form.files = request.FILES
    if not form.is_bound:
        for name in question.prefills:
            if name in request.GET:
                form.initial[name] = request.GET.getlist(name)
        return _render(request, here, question, form)
    if not form.is_valid():
        return _render(request, here, question, form, status=UNPROCESSABLE)
    before = _newest(request, here)
    try:
        with _once(request):
            if request.POST.get("version_seen", question.version_seen) != question.version_seen:
                raise errors.ChangedMeanwhile
            goes = question.do(getattr(form, "changes", form.cleaned_data))
    except Refused as refusal:
        text = question.says.get(type(refusal), str(refusal))
        if at := question.beside.get(type(refusal)):
            form.add_error(at, text)
            text = ""
        return _render(request, here, question, form, refusal=text, status=refusal.status)
    target = goes if isinstance(goes, str) else question.goes or question.back
    if question.done:
        messages.success(request, _with_undo(request, here, question.done, before, target))
    return redirect(target)


def _newest(request: HttpRequest, here: LeagueContext) -> Audit | None:
    """Return the last act of the visitor in the league."""
    return here.league.audits.filter(actor=request.user.pk).order_by("-pk").first()


def _with_undo(
    request: HttpRequest, here: LeagueContext, result: Any, before: Audit | None, target: str
) -> Any:
    """Return the notice on the page `target`, with a link to undo the step if that is possible."""
    act = _newest(request, here)
    if act is None or act == before or not act.changes or act.verb == "undo":
        return result
    if not here.organises:
        return result
    address = reverse("leagues:undo", args=[here.league.slug, act.pk])
    link = f"{address}?{urlencode({'back': target})}"
    return format_html('{} <a href="{}">{}</a>', result, link, _("Undo"))


@contextmanager
def _once(request: HttpRequest) -> Iterator[None]:
    """Record that a form was submitted, unless it was refused.

    :raises AlreadyDone: if it was submitted before.
    """
    sent_key = request.POST.get("idempotency_key", "")
    idempotency_key = (
        sent_key if sent_key.isascii() and sent_key.isalnum() and len(sent_key) <= 32 else ""
    )
    key = f"step/{request.user.pk}/{idempotency_key}"
    if idempotency_key and not cache.add(key, 1, REMEMBERED):
        raise AlreadyDone
    try:
        yield
    except Exception:
        cache.delete(key)
        raise


def _render(
    request: HttpRequest,
    here: LeagueContext,
    question: Confirmation,
    form: forms.Form,
    *,
    refusal: Any = "",
    status: int = 200,
) -> HttpResponse:
    context = frame(here, question.season) | {"step": question, "form": form, "refusal": refusal}
    context["idempotency_key"] = get_random_string(16)
    return render(request, question.template, context | question.extra, status=status)


def page(power: str = "") -> Callable[[View], View]:
    """Let `show(request, here, ...)` return a page of the league, in the visitor's time zone.

    Without `power` all visitors of the league may see the page, else only members with it.
    """

    def decorate(show: View) -> View:
        @require_safe
        @never_cache
        @wraps(show)
        def answer(request: AuthenticatedRequest, slug: str, **address: Any) -> HttpResponse:
            here = context_of(request.user, slug)
            with timezone.override(here.zone):
                try:
                    if power:
                        here.require(power)
                    return show(request, here, **address)
                except Refused as refusal:
                    return render_refusal(request, here, refusal)

        return login_required(answer) if power else answer

    return decorate


def frame(here: LeagueContext, season: Season | None = None) -> Context:
    """Return the context for every page of organisers."""
    return {
        "here": here,
        "league": here.league,
        "season": season,
        "tab": "run",
        "zone": here.zone,
        "may": {name: here.may(name) for name in roles.POWERS},
    }


def render_refusal(
    request: HttpRequest, here: LeagueContext, refusal: Refused, back: str = ""
) -> HttpResponse:
    """Show the reason of a refusal, with a link back."""
    context = frame(here) | {"refusal": refusal, "back": back or here.league.get_absolute_url()}
    return render(request, "leagues/organiser/refused.html", context, status=refusal.status)
