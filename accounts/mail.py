"""The form of mail: a letter is written as plain text, and its HTML is made from that text.

So both always say the same. A text consists of paragraphs, lists with lines that begin with a dash,
addresses on lines of their own, and small print below "-- ". An address becomes a button; the line
before it is the button's label.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User

ADDRESS = re.compile(r"https?://\S+")
#: The end of a line that labels the address after it.
COLONS = ":："
SIGNATURE = "\n-- \n"


@dataclass(frozen=True)
class MailBlock:
    """A paragraph (`lines`), a list (`items`), or an address as a button (`address`, `label`)."""

    lines: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    address: str = ""
    label: str = ""


def letter(
    subject: str,
    text: str,
    to: str,
    *,
    stop: str = "",
    server: Any = None,
) -> EmailMultiAlternatives:
    """Return a letter to the address `to`, in both forms, for sending by `server`.

    `stop` is the address for one-click unsubscribing in mail programs (RFC 8058).
    """
    message = EmailMultiAlternatives(subject, text, None, [to], connection=server)
    if stop:
        message.extra_headers["List-Unsubscribe"] = f"<{stop}>"
        message.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.attach_alternative(render_html(subject, text), "text/html")
    return message


def has_verified_address(user: User) -> bool:
    """Return whether the address of `user` was confirmed.

    Without this anybody could have letters sent to a stranger.
    """
    if user.is_guest or not user.is_active or not user.email:
        return False
    return EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()


def render_html(subject: str, text: str) -> str:
    """Return `text` as an HTML page in the active language, without external resources."""
    body, _line, small = text.partition(SIGNATURE)
    context = {
        "subject": subject.removeprefix(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX),
        "blocks": list(blocks_of(body)),
        "small": [_with_address(line) for line in small.strip().splitlines()],
        "language": get_language(),
        "site_name": settings.SITE_NAME,
    }
    return render_to_string("mail/letter.html", context)


def blocks_of(text: str) -> Iterator[MailBlock]:
    """Return the blocks of `text`, in order."""
    lines: list[str] = []
    for line in [*text.strip().splitlines(), ""]:
        if ADDRESS.fullmatch(line.strip()):
            label = lines.pop().rstrip(COLONS) if lines and lines[-1][-1] in COLONS else ""
            yield from _paragraph(lines)
            yield MailBlock(address=line.strip(), label=label or _("Open the page"))
            lines = []
        elif line.strip():
            lines.append(line.strip())
        elif lines and lines[-1][-1] not in COLONS:  # such a line labels the address after it
            yield from _paragraph(lines)
            lines = []
    yield from _paragraph(lines)


def _paragraph(lines: list[str]) -> Iterator[MailBlock]:
    sentences = tuple(line for line in lines if not line.startswith("- "))
    items = tuple(line[2:] for line in lines if line.startswith("- "))
    if sentences:
        yield MailBlock(lines=sentences)
    if items:
        yield MailBlock(items=items)


def _with_address(line: str) -> tuple[str, str]:
    """Return a line of the small print, split into its words and the address at its end."""
    words, _space, last = line.rpartition(" ")
    return (words, last) if ADDRESS.fullmatch(last) else (line, "")
