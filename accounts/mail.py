"""The format of e-mails: each is written as plain text, and its HTML is generated from that text.

So the two always agree. A text consists of paragraphs, lists with lines that begin with a dash,
quotations with lines that begin with ">", codes and URLs on separate lines, and small print below
"-- ". A URL becomes a button; the line just before it, with a colon at its end, is the button's
label. An indented URL belongs to the item of a list above it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User

ADDRESS = re.compile(r"https?://\S+")
#: The end of a line that is the label of the next URL.
COLONS = ":："
SIGNATURE = "\n-- \n"


#: A code for copying, on a separate line.
CODE = re.compile(r"[A-Z0-9]{2,}(-[A-Z0-9]{2,})*")


@dataclass(frozen=True)
class MailBlock:
    """A paragraph, a list, a quotation, a code, or a URL as a button with a label.

    An item of a list consists of its words and its URL, if any.
    """

    lines: tuple[str, ...] = ()
    items: tuple[tuple[str, str], ...] = ()
    quote: tuple[str, ...] = ()
    code: str = ""
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
    """Return an e-mail to the address `to`, in both formats, for sending by `server`.

    `stop` is the URL for one-click unsubscribing in e-mail programs (RFC 8058).
    """
    subject, text = " ".join(subject.split()), _signed(text)  # names may contain other line ends
    message = EmailMultiAlternatives(subject, text, None, [to], connection=server)
    if stop:
        message.extra_headers["List-Unsubscribe"] = f"<{stop}>"
        message.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.attach_alternative(render_html(subject, text), "text/html")
    return message


def one_spelling(address: str) -> str:
    """Return an e-mail `address` with its domain in the form of mail servers: IDNA, lower case.

    So a mailbox has one account, even if its domain is written in a national script.
    """
    name, at, domain = address.rpartition("@")
    try:
        return f"{name}{at}{domain.encode('idna').decode().lower()}"
    except UnicodeError:  # no domain, which the form's own check reports
        return address


def has_verified_address(user: User) -> bool:
    """Return whether the e-mail address of `user` was confirmed.

    Without this anybody could send e-mails to a stranger.
    """
    if user.is_guest or not user.is_active or not user.email:
        return False
    return EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()


def render_html(subject: str, text: str) -> str:
    """Return `text` as an HTML page in the active language, without external resources."""
    body, _line, small = text.partition(SIGNATURE)
    heading = subject.removeprefix(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX)
    context = {
        "subject": heading,
        "blocks": _without_heading(list(blocks_of(body)), heading),
        "small": [_with_address(line) for line in small.strip().splitlines()],
        "language": get_language(),
        "site_name": settings.SITE_NAME,
    }
    return render_to_string("mail/letter.html", context)


def blocks_of(text: str) -> Iterator[MailBlock]:
    """Return the blocks of `text`, in order."""
    lines: list[str] = []
    for line in [*text.strip().splitlines(), ""]:
        if ADDRESS.fullmatch(line.rstrip()):
            is_labelled = bool(lines) and lines[-1][-1] in COLONS and _kind(lines[-1]) == "lines"
            label = lines.pop().rstrip(COLONS) if is_labelled else _("Open the page")
            yield from _paragraph(lines)
            yield MailBlock(address=line.rstrip(), label=label)
            lines = []
        elif line.strip():
            lines.append(line.rstrip())
        else:
            yield from _paragraph(lines)
            lines = []
    yield from _paragraph(lines)


def _paragraph(lines: list[str]) -> Iterator[MailBlock]:
    for kind, group in groupby(lines, _kind):
        rows = tuple(group)
        if kind == "items":
            yield MailBlock(items=_items(rows))
        elif kind == "quote":
            yield MailBlock(quote=tuple(row.removeprefix(">").strip() for row in rows))
        elif len(rows) == 1 and CODE.fullmatch(rows[0]):
            yield MailBlock(code=rows[0])
        else:
            yield MailBlock(lines=tuple(row.strip() for row in rows))


def _kind(line: str) -> str:
    """Return the field of a block that the line belongs to."""
    if line.startswith(("- ", "  ")):
        return "items"
    return "quote" if line.startswith(">") else "lines"


def _items(rows: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the words and the URL of each item of a list."""
    items: list[tuple[str, str]] = []
    for row in rows:
        if items and ADDRESS.fullmatch(row.strip()):
            items[-1] = (items[-1][0], row.strip())
        else:
            items.append((row.removeprefix("- ").strip(), ""))
    return tuple(items)


def _without_heading(blocks: list[MailBlock], heading: str) -> list[MailBlock]:
    """Return the blocks without a first paragraph that repeats the heading."""
    if blocks and "".join(blocks[0].lines).rstrip(".。") == heading:
        return blocks[1:]
    return blocks


def _signed(text: str) -> str:
    """Return a text with the site's name and URL at the end of its small print."""
    begun = "" if SIGNATURE in text else SIGNATURE
    return f"{text.rstrip()}\n{begun}{settings.SITE_NAME} {settings.SITE_URL}\n"


def _with_address(line: str) -> tuple[str, str]:
    """Return a line of the small print, split into its words and the URL at its end."""
    words, _space, last = line.rpartition(" ")
    return (words.rstrip(COLONS), last) if ADDRESS.fullmatch(last) else (line, "")
