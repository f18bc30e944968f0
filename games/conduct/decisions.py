"""Decisions of moderators: imposed by one, told to the person, heard on appeal by another."""

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

#: How long a person may appeal, counted from the decision.
APPEALABLE = timedelta(days=30)

TooLateToAppeal = errors.refusal(
    "TooLateToAppeal", _("This decision can no longer be appealed, or you have appealed already.")
)


def impose(
    user: User, kind: str, reason: str, by: User, *, days: int, report: Report | None = None
) -> ConductDecision:
    """Decide that `user` is warned, or restricted for `days`; the person is told `reason`.

    A report is decided once: a second click, or a second moderator, gets the first decision.

    :raises NotAllowed: if a moderator decides about themselves.
    """
    if user == by:
        raise errors.NotAllowed
    with transaction.atomic():
        if report is not None:
            report = Report.objects.select_for_update(of=("self",)).get(pk=report.pk)
            if report.decision is not None:
                return report.decision
        until = None if kind == ConductDecision.Kind.WORD else timezone.now() + timedelta(days=days)
        decision = ConductDecision.objects.create(
            user=user, kind=kind, reason=reason, by=by, until=until, letter_due_at=timezone.now()
        )
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
    :raises ConductDecision.DoesNotExist: if there is no such decision about them.
    """
    text = clean(words)
    with transaction.atomic():
        decision = ConductDecision.objects.select_for_update(of=("self",)).get(pk=pk, user=user)
        if not may_appeal(decision):
            raise TooLateToAppeal
        decision.appeal, decision.appealed_at = text, timezone.now()
        decision.save(update_fields=["appeal", "appealed_at"])


def may_hear(decision: ConductDecision, moderator: User) -> bool:
    """Return whether `moderator` may decide the appeal: who decided first may not.

    The operator may always, because there may be nobody else; nobody decides about themselves.
    """
    is_open = decision.appealed_at is not None and not decision.verdict
    is_other = moderator.is_superuser or decision.by_id != moderator.pk
    return is_open and is_other and decision.user_id != moderator.pk


def hear(pk: int, verdict: str, answer: str, by: User) -> None:
    """Decide an appeal; a lifted restriction ends at once, and the person is told.

    :raises NotAllowed: if `by` may not, or somebody has decided it already.
    """
    with transaction.atomic():
        decision = ConductDecision.objects.select_for_update(of=("self",)).get(pk=pk)
        if not may_hear(decision, by):
            raise errors.NotAllowed
        decision.verdict, decision.answer = verdict, answer
        decision.heard_by, decision.heard_at = by, timezone.now()
        decision.is_read, decision.letter_due_at = False, timezone.now()
        decision.letter_attempts = 0
        decision.save()


def unread_of(person: User, _viewer: Any) -> dict[str, Any]:
    """Return whether `person` has decisions to read, for the first page."""
    return {"unread": ConductDecision.objects.filter(user=person, is_read=False).exists()}
