"""E-mails as a kind of message: sent over one connection, and again only after a refusal."""

import logging
import smtplib
from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from django.core.mail import EmailMultiAlternatives, get_connection

from games.matches.play.outbox import MessageKind, Row

log = logging.getLogger(__name__)


class Email(NamedTuple):
    """An e-mail, and the row that it was made from."""

    row: Any
    message: EmailMultiAlternatives


class Emails(MessageKind[Row, Email]):
    """E-mails for rows of one model. `claim` marks a row as sent.

    If it is unknown whether the server accepted an e-mail, it is not sent again. Pages show the
    same news, and repeated e-mails would annoy people.
    """

    @abstractmethod
    def wants(self, row: Row) -> bool:
        """Return whether the e-mail is still current, and its recipient can and wants to get it."""

    @abstractmethod
    def message(self, row: Row, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail, to be sent through `server`."""

    @abstractmethod
    def try_later(self, row: Row) -> None:
        """Make the row of a refused e-mail due again, if still useful."""

    def session(self) -> AbstractContextManager[Any]:
        """Return an open connection to the mail server.

        :raises OSError: if the server can't be reached; then no row is claimed.
        """
        return get_connection()

    def parcel(self, row: Row, session: Any) -> Email | None:
        """Return the e-mail, if it is still wanted."""
        return Email(row, self.message(row, session)) if self.wants(row) else None

    def send(self, parcel: Email) -> bool:
        """Send the e-mail and return whether the server accepted it.

        :raises OSError: if it is unknown whether it did.
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
