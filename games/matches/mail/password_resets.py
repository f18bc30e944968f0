"""E-mails with links for resetting passwords, as a kind of message of the outbox."""

from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import PasswordReset
from accounts.passwords import letter_to, owner_of
from games.engine.required import required
from games.matches.mail.letters import Emails

#: The wait after a mail server refused an e-mail, and the number of attempts.
PAUSE, ATTEMPTS = timedelta(minutes=1), 5


class PasswordResets(Emails[PasswordReset]):
    """E-mails to users who requested a new password; unknown addresses don't get one."""

    name = "password resets"

    def due(self) -> QuerySet[PasswordReset]:
        """Return the requests whose e-mails are due."""
        return PasswordReset.objects.filter(due_at__lte=timezone.now())

    def claim(self, row: PasswordReset) -> None:
        """Delete the row, so that no trace of the request remains."""
        row.delete()

    def wants(self, row: PasswordReset) -> bool:
        """Return whether an account has this e-mail address."""
        return owner_of(row.address) is not None

    def message(self, row: PasswordReset, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail with the link."""
        letter = letter_to(required(owner_of(row.address)), row)
        letter.connection = server
        return letter

    def try_later(self, row: PasswordReset) -> None:
        """Store the request again, a few times."""
        row.attempts += 1
        if row.attempts < ATTEMPTS:
            row.due_at = timezone.now() + PAUSE
            row.save(force_insert=True)

    def turn_back(self, now: datetime, shift: timedelta) -> None:
        """Correct times that were written before the machine's clock was set back."""
        PasswordReset.objects.filter(due_at__gt=now).update(due_at=F("due_at") + shift)


KIND = PasswordResets()
