"""Downloads and uploads of records: one or many, as files that any program can read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.requests import AuthenticatedRequest
from games.catalog import GAMES
from games.history import queries
from games.history.forms import HistoryForm
from games.history.records import importing
from games.matches.public import errors, limits, record_of

MOST_DOWN = 200  #: records in one download; `X-Next` has the key of the next one


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def records(request: AuthenticatedRequest) -> HttpResponse:
    """Import records, and show the result of each."""
    if request.method != "POST":
        return _records_page(request)
    pasted = request.POST.get("text", "")
    try:
        limits.count(request, "imports")
        results = importing.receive(_upload_of(request), request.user)
    except errors.Refused as refusal:
        return _records_page(request, refusal.status, error=refusal, text=pasted)
    return _records_page(
        request,
        422 if any(one.error for one in results) else 200,
        received=results,
        kept=sum(one.match is not None for one in results),
        text=_refused_part(pasted, results),
    )


def _records_page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"most": importing.MOST_RECORDS, "most_down": MOST_DOWN}
    return render(request, "history/records/records.html", context, status=status)


def _refused_part(pasted: str, results: list[importing.ImportedRecord]) -> str:
    """Return the refused part of a pasted text, for another try; the rest is already stored."""
    if not any(one.match for one in results):
        return pasted
    lines = pasted.encode().splitlines()
    refused = [lines[one.line - 1] for one in results if one.error and one.line <= len(lines)]
    return b"\n".join(refused).decode()


def _upload_of(request: HttpRequest) -> bytes:
    """Return the upload or the pasted text.

    :raises BadEntry: if it is missing or too large.
    """
    file = request.FILES.get("file")
    data = file.read() if file is not None else request.POST.get("text", "").encode()
    if len(data) > importing.MOST_BYTES:
        raise errors.BadEntry(_("This is larger than 4 MiB. Please upload it in parts."))
    if not data.strip():
        raise errors.BadEntry(_("Choose a file, or paste a record."))
    return data


@require_safe
@never_cache
def download(request: HttpRequest) -> HttpResponse:
    """Send the records of many matches, one per line, filtered like the list."""
    person = None
    if public_id := request.GET.get("person"):
        person = get_object_or_404(User, public_id=_uuid(public_id), is_active=True)
    elif request.GET.get("mine") and request.user.is_authenticated:
        person = request.user
    form = HistoryForm(request.GET, user=request.user, is_of_person=person is not None)
    if not form.is_valid():
        return HttpResponse(form.errors.as_text(), status=422, content_type="text/plain")
    lines: list[bytes] = []
    cursor = request.GET.get("before", "")
    while len(lines) < MOST_DOWN:
        page = queries.page_of(request.user, form.filters(), cursor, person)
        lines += [record_of(match) for match in page.matches]
        cursor = page.next
        if not cursor:
            break
    response = HttpResponse(
        b"".join(line + b"\n" for line in lines), content_type="application/x-ndjson"
    )
    response["Content-Disposition"] = 'attachment; filename="cabinet-noir-records.jsonl"'
    if cursor:
        response["X-Next"] = cursor
    return response


class RecordPage(msgspec.Struct, frozen=True):
    """Records of matches (docs/records.md).

    `next` is the `before` of the next page, empty on the last.
    """

    records: tuple[msgspec.Raw, ...]
    next: str


def read(user: User, query: Mapping[str, str]) -> RecordPage:
    """Return a page of the records that `user` may see, for a program; empty if no game fits.

    :raises Http404: if `before` is invalid.
    """
    game, before = query.get("game", ""), query.get("before", "")
    if before and queries.key_of(before) is None:
        raise Http404
    if game and game not in GAMES:
        return RecordPage((), "")
    page = queries.page_of(user, queries.Filters(game=game), before)
    records = (msgspec.Raw(record_of(match)) for match in page.matches)
    return RecordPage(tuple(records), page.next)


def _uuid(text: str) -> UUID | None:
    """Return the person's id in `text`; None, which matches nobody, if it is invalid."""
    try:
        return UUID(text)
    except ValueError:
        return None
