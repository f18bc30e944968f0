"""The number of unread answers to one's reports."""

from django import template

from accounts.models import User
from games.chat import reports

register = template.Library()


@register.filter
def unread_answers(user: User) -> int:
    """Return the number of outcomes of their reports that `user` has not seen."""
    return reports.unread_of(user)
