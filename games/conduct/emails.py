"""E-mails about decisions to the people concerned."""

from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.mail import has_verified_address, letter
from accounts.models import ConductDecision
from games.chat.reports import ATTEMPTS, PAUSE
from games.matches.public import Emails


class Decisions(Emails[ConductDecision]):
    """E-mails about decisions and appeals, for users with an e-mail address."""

    name = "decisions"
    due_field = "letter_due_at"
    order = ("letter_due_at", "pk")

    def due(self) -> QuerySet[ConductDecision]:
        """Return the decisions about which an e-mail is due."""
        due = ConductDecision.objects.filter(letter_due_at__lte=timezone.now())
        return due.select_related("user")

    def claim(self, row: ConductDecision) -> None:
        """Mark the e-mail as sent."""
        row.letter_due_at, row.letter_attempts = None, row.letter_attempts + 1
        row.save(update_fields=["letter_due_at", "letter_attempts"])

    def wants(self, row: ConductDecision) -> bool:
        """Return whether the person has an e-mail address, and has not yet seen the decision."""
        return not row.is_read and has_verified_address(row.user)

    def message(self, row: ConductDecision, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail about the decision, or about the appeal."""
        with translation.override(row.user.language or settings.LANGUAGE_CODE):
            if row.verdict:
                subject = _("Your appeal")
                lines = [_("Your appeal: %(verdict)s.") % {"verdict": row.get_verdict_display()}]
                lines.append(row.answer)
            else:
                facts = {"what": row.get_kind_display(), "league": row.scope_name}
                subject = _("A decision by our moderators")
                text = _("Our moderators have decided: %(what)s.")
                if row.scope:
                    subject = _("A decision by the organisers of %(league)s") % facts
                    text = _(
                        "The organisers of %(league)s have decided, for this league: %(what)s."
                    )
                lines = [text % facts, row.reason]
            lines.append(
                _("Read it, or appeal, on this page:")
                + f"\n{settings.SITE_URL}{reverse('conduct:decisions')}"
            )
            return letter(subject, "\n\n".join(filter(None, lines)), row.user.email, server=server)

    def try_later(self, row: ConductDecision) -> None:
        """Try again after a growing wait, a few times."""
        if row.letter_attempts < ATTEMPTS:
            later = timezone.now() + PAUSE * row.letter_attempts
            sent = ConductDecision.objects.filter(pk=row.pk, letter_due_at=None)
            sent.update(letter_due_at=later)


KIND = Decisions()
