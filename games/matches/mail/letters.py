"""E-mails as a kind of message: over one connection, never twice, repeated only after a refusal."""

import logging
import smtplib
from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from django.core.mail import EmailMultiAlternatives, get_connection

from games.matches.play.outbox import MessageKind, Row

log = logging.getLogger(__name__)


class Email(NamedTuple):
    """An e-mail, and the row that requested it."""

    row: Any
    message: EmailMultiAlternatives


class Emails(MessageKind[Row, Email]):
    """E-mails for rows of one model. `claim` marks a row as sent.

    If it is unknown whether a server accepted an e-mail, it is not sent again. The page has the
    same news, and repeated e-mails would annoy people.
    """

    @abstractmethod
    def wants(self, row: Row) -> bool:
        """Return whether the e-mail is still true, and its reader can and wants to receive it."""

    @abstractmethod
    def message(self, row: Row, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail, for sending through `server`."""

    @abstractmethod
    def try_later(self, row: Row) -> None:
        """Make the row of a refused e-mail due again, if that makes sense."""

    def session(self) -> AbstractContextManager[Any]:
        """Return an open connection to the mail server.

        :raises OSError: if it can't be reached; then no row is claimed.
        """
        return get_connection()

    def parcel(self, row: Row, session: Any) -> Email | None:
        """Return the e-mail, if it is still wanted."""
        return Email(row, self.message(row, session)) if self.wants(row) else None

    def send(self, parcel: Email) -> bool:
        """Send the e-mail and return whether the server accepted it.

        :raises OSError: if that is unknown.
        """
        try:
            return bool(parcel.message.send())
        except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as refusal:
            log.warning("A letter was refused (%s): %s", self.name, type(refusal).__name__)
            return False

    def note(self, parcel: Email, answer: bool) -> None:
        """Make a refused e-mail due again later."""
        if not answer:
            self.try_later(parcel.row)
            server = parcel.message.connection
            if server is not None:  # some servers close the connection after a refusal
                server.close()
                server.open()
