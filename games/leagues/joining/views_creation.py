"""The wizard that creates a league: three short pages and a preview, without script.

The session stores each page as it was typed, valid or not. So users can go back and forth, or log
in, without losing their input.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.catalog import GAMES
from games.engine.required import required
from games.leagues.confirmation import UNPROCESSABLE
from games.leagues.joining.forms import (
    RULES_LENGTH,
    GameForm,
    PeopleForm,
    RulesForm,
)
from games.leagues.membership import creation, time_zones
from games.leagues.models import League
from games.matches.public import Refused

DRAFT = "league_draft"
#: The draft's key for the created league, to which a second click redirects.
FOUNDED = "founded"
STEPS: list[type[forms.Form]] = [GameForm, PeopleForm, RulesForm]
NAMES = [
    gettext_lazy("The game"),
    gettext_lazy("Players"),
    gettext_lazy("The rules"),
    gettext_lazy("Review"),
]
LAST = len(NAMES)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create_league(request: HttpRequest) -> HttpResponse:
    """Create a league, step by step."""
    number = _number(request.GET.get("step", "1"))
    if request.method != "POST":
        return _render(request, number)
    _keep(request, number)
    step = request.POST.get("go", "")
    if step == "usual":
        _keep_usual(request, number)
        step = str(LAST)
    if step == "create":
        return _create(request)
    target = _number(step) if step else number + 1
    form = _form(request, number)
    if target > number and form is not None and not form.is_valid():
        return _render(request, number, form, status=UNPROCESSABLE)
    return redirect(f"{request.path}?step={min(target, LAST)}")


def _number(text: str) -> int:
    """Return the number of a step; 1 for anything else."""
    return int(text) if text in {str(one) for one in range(1, LAST + 1)} else 1


def _keep(request: HttpRequest, number: int) -> None:
    """Store a page's input as it was typed."""
    if number == LAST:
        return
    draft = request.session.get(DRAFT, {})
    fields = STEPS[number - 1].base_fields
    data = {name: request.POST.get(name, "")[: 2 * RULES_LENGTH] for name in fields}
    data["zone"] = time_zones.current(request.POST.get("zone", "")) or draft.get("zone", "")
    draft.pop(FOUNDED, None)
    request.session[DRAFT] = {**draft, **data, f"step{number}": "1"}


def _keep_usual(request: HttpRequest, number: int) -> None:
    """Fill the pages after this one with their defaults, unless they were filled in."""
    draft = request.session[DRAFT]
    for later in range(number + 1, LAST):
        if f"step{later}" not in draft:
            form = STEPS[later - 1](initial=_usual(draft))
            draft |= {name: form[name].value() or "" for name in form.fields}
            draft[f"step{later}"] = "1"
    request.session[DRAFT] = draft


def _form(request: HttpRequest, number: int) -> forms.Form | None:
    """Return the form of a page with its last input; unbound if it never had any."""
    if number == LAST:
        return None
    draft = request.session.get(DRAFT, {})
    kind = STEPS[number - 1]
    if f"step{number}" in draft:
        return kind(draft)
    return kind(initial=_usual(draft))


def _usual(draft: dict[str, str]) -> dict[str, Any]:
    """Return the first values: the reader's language, and the browser's time zone if it is told."""
    zone = draft.get("zone") or time_zones.UTC
    return {"game": next(iter(GAMES)), "language": get_language(), "timezone": zone}


def _render(
    request: HttpRequest, number: int, form: forms.Form | None = None, *, refusal: Any = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    steps = [required(_form(request, one)) for one in range(1, LAST)]
    if number == LAST and form is None:
        gap = _gap(steps)
        if gap and not refusal:
            return redirect(f"{request.path}?step={gap}")
    if form is None and number < LAST:
        form = steps[number - 1]
        if form is not None and form.is_bound:  # errors are shown only after "Next"
            form = type(form)(initial={**form.data})
    context = {
        "number": number,
        "last": LAST,
        "names": [(one, name) for one, name in enumerate(NAMES, 1)],
        "form": form,
        "refusal": refusal,
        "league": _preview(steps),
    }
    return render(request, "leagues/joining/create.html", context, status=status)


def _gap(steps: list[Any]) -> int:
    """Return the number of the first invalid page; 0 if all are valid."""
    wrong = (one for one, form in enumerate(steps, 1) if not (form.is_bound and form.is_valid()))
    return next(wrong, 0)


def _preview(steps: Sequence[forms.Form]) -> League:
    """Return a preview of the league from the valid input so far."""
    fields: dict[str, Any] = {}
    for form in steps:
        if form.is_bound:
            form.is_valid()
            fields |= form.cleaned_data
    return League(**{"game": next(iter(GAMES)), **fields})


def _create(request: HttpRequest) -> HttpResponse:
    pk = request.session.get(DRAFT, {}).get(FOUNDED)
    if pk:
        return redirect("leagues:run", slug=pk)
    steps = [required(_form(request, one)) for one in range(1, LAST)]
    gap = _gap(steps)
    if gap:
        return redirect(f"{request.path}?step={gap}")
    fields = {name: value for form in steps for name, value in form.cleaned_data.items()}
    try:
        league = creation.create_once(founder=request.user, **fields)
    except Refused as refusal:
        return _render(request, LAST, refusal=refusal, status=refusal.status)
    request.session[DRAFT] = {FOUNDED: league.slug}
    return redirect("leagues:run", slug=league.slug)
