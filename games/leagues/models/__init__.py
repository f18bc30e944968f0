"""Models for leagues: members, seasons, draws and results."""

from games.leagues.models.league import Audit, Invitation, League, Member
from games.leagues.models.messages import FixtureMessage
from games.leagues.models.news import Announcement, Notice
from games.leagues.models.rounds import Bye, Chair, Dispute, Fixture, FixtureMatch, Round, Sanction
from games.leagues.models.season import Attendance, Division, Entry, Season, Team
from games.leagues.models.timing import Answer, Calendar, Proposal, Reminder, Watch
from games.leagues.models.webhooks import Delivery, Webhook

__all__ = [
    "Announcement",
    "Answer",
    "Attendance",
    "Audit",
    "Bye",
    "Calendar",
    "Chair",
    "Delivery",
    "Dispute",
    "Division",
    "Entry",
    "Fixture",
    "FixtureMatch",
    "FixtureMessage",
    "Invitation",
    "League",
    "Member",
    "Notice",
    "Proposal",
    "Reminder",
    "Round",
    "Sanction",
    "Season",
    "Team",
    "Watch",
    "Webhook",
]
