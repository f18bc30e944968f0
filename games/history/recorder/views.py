"""The pages of the recorder: enter a game from a real table, and get its replay."""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.names import comparable
from accounts.writing import join_list
from games.catalog import GAMES
from games.engine import portable
from games.engine.portable import RecordError
from games.engine.record import log_lines
from games.engine.seats import EVERYTHING
from games.history.recorder import draft as recorder_draft
from games.history.records import importing
from games.history.replay.rendering import word
from games.matches.models import Match, new_code
from games.matches.public import frame_of, regions

KEPT_AS = "recorder"  #: the session key
CODE = "recorder_code"  #: the key for the future match's code, so that it is stored only once


def takes_forms(
    view: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let `view` accept only forms; reloading a refusal leads back to the recorder."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("history:recorder")

    return answer


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Show the draft, or the form that begins one."""
    return _page(request)


def _page(
    request: HttpRequest, error: str = "", status: int = 200, *, at: str = ""
) -> HttpResponse:
    """Show the draft; an `error` is shown next to the form called `at`, with its input."""
    draft = request.session.get(KEPT_AS)
    if at == "begin" and draft is not None:  # its form isn't shown
        at = ""
    typed = request.POST if at else None
    context: dict[str, Any] = {"error": error, "at": at, "typed": typed, "games": GAMES.values()}
    if draft is not None:
        try:
            context |= _draft(draft, typed if at == "set-up" else None)
        except RecordError:  # it cannot be shown, because the rules have changed
            del request.session[KEPT_AS]
    return render(request, "history/recorder/recorder.html", context, status=status)


def _draft(draft: recorder_draft.Draft, typed: QueryDict | None) -> dict[str, Any]:
    """Return a draft for the page, with the set-up as `typed` if that was refused."""
    here = recorder_draft.position(draft)
    game, names = here.game, draft["players"]
    page_state = frame_of(Match(game=game.key, status=Match.Status.RUNNING), names)
    view = game.view(here.state, EVERYTHING)
    before = game.start.empty
    steps = []
    for turn in here.turns:
        lines = log_lines(game, before, turn, EVERYTHING)
        steps.append(" ".join(regions.say(line, page_state.faces) for line in lines))
        before = game.apply(before, turn.events)
    board = regions.draw_table(game, view, page_state.faces)
    return {
        "draft": draft,
        "game": game,
        "names": names,
        "scripts": regions.for_head(game.key, "scripts"),
        "board": mark_safe(board),  # noqa: S308 - fragments escape what people wrote
        "steps": [mark_safe(text) for text in reversed(steps)],  # noqa: S308
        "asks": [_ask(game, names, ask) for ask in recorder_draft.action_forms(here)],
        "fields": [_field(game, names, field, typed) for field in recorder_draft.fields_of(draft)],
        "is_over": game.outcome(here.state) is not None,
    }


def _ask(game: Any, names: list[str], ask: recorder_draft.ActionForm) -> dict[str, Any]:
    """Return the context of the form for an action that a seat can take."""

    def text_of(name: str, value: Any) -> str:
        if name in ask.seats and value is not None:
            return str(names[value])
        return _value(game, name, value)

    context: dict[str, Any] = {
        "seat": ask.seat,
        "who": names[ask.seat],
        "name": ask.name,
        "label": word(game, ask.name),
        "form": ask.form,
    }
    if ask.form == "fields":
        context["parts"] = [
            (
                name,
                word(game, name.partition("-")[0]),
                [(json.dumps(v), text_of(name, v)) for v in vs],
            )
            for name, vs in ask.parts
        ]
        return context
    context["options"] = [
        (
            json.dumps(action),
            " · ".join(text_of(name, value) for name, value in action.items() if name != "action")
            or word(game, ask.name),
        )
        for action in map(recorder_draft.plain, ask.actions)
    ]
    return context


def _value(game: Any, name: str, value: Any) -> str:
    """Return a value as text: yes or no, a number with its field's name, or the game's label."""
    own = game.words.labels.get(f"{name}/{json.dumps(value)}")
    if own is not None:
        return regions.term(own)
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return join_list(word(game, one) for one in value)
    if isinstance(value, int):
        return f"{word(game, name)} {value}"
    return word(game, value)


def _field(
    game: Any, names: list[str], field: recorder_draft.SetupField, typed: QueryDict | None
) -> dict[str, Any]:
    """Return the context of the form for a field of the set-up."""
    label = word(game, field.name)
    words = [(value, word(game, value, f"{field.name}/")) for value in field.words]
    context: dict[str, Any] = {
        "name": field.name,
        "kind": field.kind,
        "label": label,
        "words": words,
    }
    given: Mapping[str, Any] = typed or {}
    if field.kind == "per-seat":
        stored = zip(range(len(names)), names, field.value, strict=True)
        context["seats"] = [
            (seat, name, given.get(f"{field.name}-{seat}", value)) for seat, name, value in stored
        ]
    elif field.kind == "seat":
        chosen = given.get(field.name, str(field.value))
        context["seats"] = [(seat, name, str(seat) == chosen) for seat, name in enumerate(names)]
    else:
        context["text"] = given.get(field.name, _text_of(game, field))
    return context


def _text_of(game: Any, field: recorder_draft.SetupField) -> str:
    """Return the words of a field as labels, for input and output of a form."""
    rows = field.value if field.kind == "rows" else [field.value]
    between = " " if field.words else ", "
    return "\n".join(between.join(word(game, one, f"{field.name}/") for one in row) for row in rows)


@takes_forms
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a draft with the names of the players."""
    if request.session.get(KEPT_AS, {}).get("actions"):
        return _page(request, _("You already have a draft. Finish or delete it first."), 409)
    game = GAMES.get(request.POST.get("game", ""))
    names = [name.strip() for name in request.POST.get("players", "").splitlines()]
    names = [name for name in names if name]
    if game is None:
        return _page(request, _("There is no such game."), 422, at="begin")
    if len(names) not in game.seats:
        text = _("%(game)s can't be played with this number of players: %(count)d.")
        said = text % {"game": _(game.name), "count": len(names)}
        return _page(request, said, 422, at="begin")
    if any(len(name) > importing.LONGEST_NAME or not name.isprintable() for name in names):
        said = _("A name can have at most 32 characters, all of them visible.")
        return _page(request, said, 422, at="begin")
    if len({comparable(name) for name in names}) < len(names):
        said = _("Two players have the same name: nobody could tell them apart.")
        return _page(request, said, 422, at="begin")
    request.session[KEPT_AS] = recorder_draft.begin(game, names)
    request.session[CODE] = new_code()
    return redirect("history:recorder")


def _change(
    request: HttpRequest,
    change: Callable[[recorder_draft.Draft], recorder_draft.Draft],
    *,
    at: str = "",
) -> HttpResponse:
    """Change the draft, or show the action that would break a rule."""
    draft = request.session.get(KEPT_AS)
    if draft is None:
        return redirect("history:recorder")
    try:
        request.session[KEPT_AS] = change(draft)
    except RecordError as error:
        return _page(request, _error_text(error), 422, at=at)
    return redirect(reverse("history:recorder") + "#asks")


def _error_text(error: RecordError) -> str:
    """Return the text of an error, in the reader's language."""
    if not error.number:  # about the set-up, or an invalid action
        return importing.reason_of(error)
    return _("Action %(number)d: %(text)s (clause %(clause)s)") % {
        "number": error.number,
        "text": importing.reason_of(error),
        "clause": error.clause,
    }


@takes_forms
def act(request: HttpRequest) -> HttpResponse:
    """Add one action."""
    form = request.POST.dict()
    return _change(
        request, lambda draft: recorder_draft.add_action(draft, recorder_draft.action_from(form))
    )


@takes_forms
def undo(request: HttpRequest) -> HttpResponse:
    """Remove the last action."""
    return _change(request, recorder_draft.remove_last)


@takes_forms
def set_up(request: HttpRequest) -> HttpResponse:
    """Change the set-up, if the actions so far allow it."""
    form = request.POST.dict()

    def changed(draft: recorder_draft.Draft) -> recorder_draft.Draft:
        game = GAMES[draft["game"]]
        setup = recorder_draft.setup_from(
            draft, form, lambda field, value: word(game, value, f"{field}/")
        )
        return recorder_draft.change_setup(draft, setup)

    return _change(request, changed, at="set-up")


@takes_forms
def discard(request: HttpRequest) -> HttpResponse:
    """Delete the draft."""
    request.session.pop(KEPT_AS, None)
    return redirect("history:recorder")


@takes_forms
def keep(request: HttpRequest) -> HttpResponse:
    """Store the finished draft as an imported match, and show its replay."""
    draft = request.session.get(KEPT_AS)
    if not request.user.is_authenticated:  # the draft waits in the session for their login
        page = reverse("history:recorder")
        return redirect(page) if draft is None else redirect_to_login(page)
    code = request.session.setdefault(CODE, new_code())
    kept = Match.objects.filter(code=code, host=request.user, is_imported=True)
    if draft is None:  # a second click shows the match that the first has stored
        return redirect("history:replay", code) if kept else redirect("history:recorder")
    try:
        game, record = portable.read(recorder_draft.finish(draft), GAMES)
        importing.keep(request.user, game, record, code)
    except RecordError as error:
        return _page(request, _error_text(error), 422)
    except IntegrityError:
        if not kept.exists():
            raise
    del request.session[KEPT_AS]
    return redirect("history:replay", code=code)
