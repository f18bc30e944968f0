"""Confirmation pages for organisers' steps: each lists the effects, shows a form and makes one
service call. If the call is refused, the form is shown again with its input and the reason."""

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
from django.views.decorators.http import require_http_methods

from accounts.merged_form import MergedForm
from accounts.requests import AuthenticatedRequest, own_page
from games.leagues import errors, roles
from games.leagues.context import LeagueContext, context_of, season_of
from games.leagues.models import Audit, Season
from games.matches.public import Refused, refusal

UNPROCESSABLE = 422
READS = ["GET", "HEAD"]
#: How many seconds a submitted form is remembered, to ignore a second submission.
REMEMBERED = 24 * 3600
Context = dict[str, Any]
#: A view; after the context, it takes the URL's arguments.
View = Callable[..., HttpResponse]
#: Two functions: one returns the row named by a URL, the other the URL of the row's page.
Subject = tuple[Callable[..., Any], Callable[..., str]]


#: The same form was submitted twice: a double click.
AlreadyDone = refusal(
    "AlreadyDone",
    _("This was sent twice but carried out only once. Check the result before doing it again."),
)


@dataclass(kw_only=True)
class Confirmation:
    """An organiser's step: the text and the form of its page, and its action.

    `execute` is one service call; it gets the form's values by name, and may return the URL of a
    redirect. `effects` lists the effects as sentences. `refusals` replaces the text of a refusal
    for this step, and `beside` names the field that shows it. `version_seen` identifies the state
    shown on the page: if it has changed, the page is shown again and nothing is done. The query
    string may fill in the fields in `prefills`.
    """

    title: Any
    button: Any
    execute: Callable[..., Any]
    return_url: str = ""
    success_message: Any = ""
    goes: str = ""
    version_seen: str = ""
    form: Callable[[QueryDict | None], forms.BaseForm] = field(default=forms.Form)
    prefills: Sequence[str] = ()
    effects: Sequence[Any] = ()
    lead: Any = ""
    is_grave: bool = False
    season: Season | None = None
    template: str = "leagues/organiser/step.html"
    refusals: Mapping[type[Refused], Any] = field(default_factory=dict)
    beside: Mapping[type[Refused], str] = field(default_factory=dict)
    extra: Context = field(default_factory=dict)


def step(power: str, of: Subject | None = None) -> Callable[[Callable[..., Confirmation]], View]:
    """Let `plan(context, ...)` describe a step for users with `power` in the league.

    The arguments after the context are the season in the URL, if any, and the row that the step is
    `of`. By default the step returns to the page of that row, or to the season's console. With an
    empty `power` every logged-in user is admitted, and the service checks permissions.
    """

    def decorate(plan: Callable[..., Confirmation]) -> View:
        @wraps(plan)
        def show(request: HttpRequest, context: LeagueContext, **address: Any) -> HttpResponse:
            return _answer(request, context, _plan(plan, of, context, address))

        return login_required(page(power, takes_posts=True)(show))

    return decorate


def _plan(
    plan: Callable[..., Confirmation],
    of: Subject | None,
    context: LeagueContext,
    address: Mapping[str, Any],
) -> Confirmation:
    """Return the step for a URL, whose season number and key become the season and the row."""
    rest = dict(address)
    season = season_of(context, rest.pop("number")) if "number" in rest else None
    about: list[Any] = [context] if season is None else [context, season]
    back = ""
    if of is not None:
        find, page_of = of
        about.append(find(*about, rest.pop(next(iter(rest)))))
        back = page_of(*about[-2:])
    elif season is not None:
        back = reverse("leagues:run-season", args=[season.league.slug, season.number])
    question = plan(*about, **rest)
    question.season = season
    question.return_url = question.return_url or back
    return question


def _answer(request: HttpRequest, context: LeagueContext, question: Confirmation) -> HttpResponse:
    question.return_url = own_page(request.GET.get("back", "")) or question.return_url
    form = question.form(request.POST if request.method == "POST" else None)
    form.files = request.FILES
    if not form.is_bound:
        for name in question.prefills:
            if name in request.GET:
                form.initial[name] = request.GET.getlist(name)
        return _render(request, context, question, form)
    if not form.is_valid():
        return _render(request, context, question, form, status=UNPROCESSABLE)
    if isinstance(form, MergedForm) and form.name_conflicts():
        return _render(request, context, question, form, status=errors.ChangedMeanwhile.status)
    before = _newest(request, context)
    try:
        with _once(request):
            if request.POST.get("version_seen", question.version_seen) != question.version_seen:
                raise errors.ChangedMeanwhile
            goes = question.execute(**getattr(form, "changes", form.cleaned_data))
    except Refused as refusal:
        text = question.refusals.get(type(refusal), str(refusal))
        if at := question.beside.get(type(refusal)):
            form.add_error(at, text)
            text = ""
        return _render(request, context, question, form, refusal=text, status=refusal.status)
    target = goes if isinstance(goes, str) else question.goes or question.return_url
    if question.success_message:
        messages.success(
            request, _with_undo(request, context, question.success_message, before, target)
        )
    return redirect(target)


def _newest(request: HttpRequest, context: LeagueContext) -> Audit | None:
    """Return the visitor's latest act in the league."""
    return context.league.audits.filter(actor=request.user.pk).order_by("-pk").first()


def _with_undo(
    request: HttpRequest, context: LeagueContext, result: Any, before: Audit | None, target: str
) -> Any:
    """Return the success message for the page `target`, with an undo link if possible."""
    acts = context.league.audits.filter(actor=request.user.pk, pk__gt=before.pk if before else 0)
    match list(acts[:2]):
        case [act] if act.is_undoable and act.verb != "undo" and context.organises:
            pass
        case _:  # several acts are undone one by one, in the audit
            return result
    address = reverse("leagues:undo", args=[context.league.slug, act.pk])
    link = f"{address}?{urlencode({'back': target})}"
    return format_html('{} <a href="{}">{}</a>', result, link, _("Undo"))


@contextmanager
def _once(request: HttpRequest) -> Iterator[None]:
    """Record that a form was submitted; forget it if the step fails.

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
    context: LeagueContext,
    question: Confirmation,
    form: forms.BaseForm,
    *,
    refusal: Any = "",
    status: int = 200,
) -> HttpResponse:
    values = frame(context, question.season) | {"step": question, "form": form, "refusal": refusal}
    values["idempotency_key"] = get_random_string(16)
    return render(request, question.template, values | question.extra, status=status)


def page(power: str = "", *, takes_posts: bool = False) -> Callable[[View], View]:
    """Let `show(request, context, ...)` return a page of the league, in the visitor's time zone.

    Without `power`, all visitors to the league may see the page, otherwise only members with it.
    """
    methods = [*READS, "POST"] if takes_posts else READS

    def decorate(show: View) -> View:
        @require_http_methods(methods)
        @never_cache
        @wraps(show)
        def answer(request: AuthenticatedRequest, slug: str, **address: Any) -> HttpResponse:
            context = context_of(request.user, slug)
            with timezone.override(context.zone):
                try:
                    if power:
                        context.require(power)
                    return show(request, context, **address)
                except Refused as refusal:
                    return render_refusal(request, context, refusal)

        return login_required(answer) if power else answer

    return decorate


def frame(context: LeagueContext, season: Season | None = None) -> Context:
    """Return the context for every page of organisers."""
    return {
        "context": context,
        "league": context.league,
        "season": season,
        "tab": "run",
        "zone": context.zone,
        "may": {name: context.may(name) for name in roles.POWERS},
    }


def render_refusal(
    request: HttpRequest, context: LeagueContext, refusal: Refused, back: str = ""
) -> HttpResponse:
    """Show the reason of a refusal, its form if it has one, and a link back."""
    values = frame(context) | {
        "refusal": refusal,
        "form": getattr(refusal, "form", None),
        "back": back or context.league.get_absolute_url(),
    }
    return render(request, "leagues/organiser/refused.html", values, status=refusal.status)
