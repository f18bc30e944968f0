"""The template tag for unread answers to a user's reports."""

from django import template

from accounts.models import User
from games.chat import reports

register = template.Library()


@register.filter
def unread_answers(user: User) -> bool:
    """Return whether `user` has reports with an unseen outcome."""
    return reports.has_unread(user)
