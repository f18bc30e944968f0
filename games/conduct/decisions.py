"""Moderators' decisions: imposed by one moderator, and on appeal heard by another.

The organisers of a league decide in the same way; the `scope` of their decisions is its URL.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ConductDecision, User
from games.chat.models import Report
from games.chat.services import clean
from games.matches.public import errors

#: How long after a decision the person may appeal.
APPEALABLE = timedelta(days=30)

TooLateToAppeal = errors.refusal(
    "TooLateToAppeal", _("This decision can no longer be appealed, or you have appealed already.")
)


def impose(
    user: User,
    kind: str,
    reason: str,
    by: User,
    *,
    days: int,
    report: Report | None = None,
    scope: str = "",
    scope_name: str = "",
) -> ConductDecision:
    """Warn `user`, or restrict them for `days`, and notify them of the `reason`.

    A report is decided once: a second click, or a second moderator, gets the first decision. A
    league's decision does not prevent one by the site's moderators.

    :raises NotAllowed: if a moderator decides about themselves.
    """
    if user == by:
        raise errors.NotAllowed
    with transaction.atomic():
        if report is not None:
            report = Report.objects.select_for_update(of=("self",)).get(pk=report.pk)
            if report.decision is not None and not report.decision.scope:
                return report.decision
        until = None if kind == ConductDecision.Kind.WORD else timezone.now() + timedelta(days=days)
        decision = ConductDecision.objects.create(
            user=user, kind=kind, reason=reason, by=by, until=until, letter_due_at=timezone.now(),
            scope=scope, scope_name=scope_name,
        )  # fmt: skip
        if report is not None:
            Report.objects.filter(pk=report.pk).update(decision=decision)
    return decision


def of(user: User) -> QuerySet[ConductDecision]:
    """Return the decisions about `user`, newest first."""
    return ConductDecision.objects.filter(user=user).order_by("-pk")


def may_appeal(decision: ConductDecision) -> bool:
    """Return whether the person may still appeal."""
    return decision.appealed_at is None and timezone.now() < decision.at + APPEALABLE


def appeal(user: User, pk: int, words: str) -> None:
    """Store the appeal of `user` against a decision about them.

    :raises Refused: TooLateToAppeal, NothingSaid or TooLong.
    :raises ConductDecision.DoesNotExist: if no such decision about `user` exists.
    """
    text = clean(words)
    with transaction.atomic():
        decision = ConductDecision.objects.select_for_update(of=("self",)).get(pk=pk, user=user)
        if not may_appeal(decision):
            raise TooLateToAppeal
        decision.appeal, decision.appealed_at = text, timezone.now()
        decision.save(update_fields=["appeal", "appealed_at"])


def may_hear(decision: ConductDecision, moderator: User, scope: str = "") -> bool:
    """Return whether `moderator` may decide the appeal.

    This excludes the moderator who decided, the reporter, and the person concerned. `scope` is the
    URL of an organiser's league. Superusers always may, because there may be nobody else, except
    about themselves.
    """
    if decision.appealed_at is None or decision.verdict or decision.user_id == moderator.pk:
        return False
    if moderator.is_superuser:
        return True
    is_other = decision.scope == scope and decision.by_id != moderator.pk
    return is_other and not Report.objects.filter(decision=decision, by=moderator).exists()


def hear(pk: int, verdict: str, answer: str, by: User, *, scope: str = "") -> None:
    """Decide an appeal, and notify the person; a lifted restriction ends immediately.

    :raises NotAllowed: if `by` may not decide it, or it has already been decided.
    """
    with transaction.atomic():
        decision = ConductDecision.objects.select_for_update(of=("self",)).get(pk=pk)
        if not may_hear(decision, by, scope):
            raise errors.NotAllowed
        decision.verdict, decision.answer = verdict, answer
        decision.heard_by, decision.heard_at = by, timezone.now()
        decision.is_read, decision.letter_due_at = False, timezone.now()
        decision.letter_attempts = 0
        decision.save()


def unread_of(person: User, _viewer: Any) -> dict[str, Any]:
    """Return whether `person` has unread decisions, for the front page."""
    return {"unread": ConductDecision.objects.filter(user=person, is_read=False).exists()}
