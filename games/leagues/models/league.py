"""A league, its members, and the public audit of its organisers' acts."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Row
from accounts.moments import zone_of
from games.catalog import GAMES
from games.engine.game import Game
from games.matches.models import CODE_LETTERS

CODE_LENGTH = 8


def new_code() -> str:
    """Return a random code for joining a league."""
    return get_random_string(CODE_LENGTH, CODE_LETTERS)


class League(Row):
    """A group of people who play one game with each other, season after season."""

    class Access(models.TextChoices):
        PUBLIC = "public", _("Public: anybody may join")
        CODE = "code", _("By code: anybody with the code may join")
        INVITATION = "invitation", _("By invitation only")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=60)
    game = models.CharField(_("game"), max_length=32)
    about = models.TextField(_("about"), max_length=2000, blank=True)
    rules_text = models.TextField(_("rules of the league"), max_length=10_000, blank=True)
    access = models.CharField(
        _("who can join"), max_length=12, choices=Access.choices, default=Access.PUBLIC
    )
    is_listed = models.BooleanField(
        _("shown in the list of leagues"),
        default=True,
        help_text=_("Its pages are visible to anybody with the link."),
    )
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    language = models.CharField(_("language"), max_length=8, default="en")
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC")
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    founded_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("league")

    def get_absolute_url(self) -> str:
        """Return the URL of the league's front page."""
        return reverse("leagues:league", args=[self.slug])

    @property
    def zone(self) -> ZoneInfo:
        """Return the league's time zone."""
        return zone_of(self.timezone)

    @property
    def rules(self) -> Game[Any, Any, Any, Any]:
        """Return the rules of the league's game."""
        return GAMES[self.game]

    @property
    def plays_duels(self) -> bool:
        """Return whether fixtures are duels between two players, who swap sides between games."""
        return max(self.rules.seats) == 2


class Member(Row):
    """A person in a league, with their role."""

    class Role(models.TextChoices):
        OWNER = "owner", pgettext_lazy("league", "owner")
        ARBITER = "arbiter", pgettext_lazy("league", "arbiter")
        SCHEDULER = "scheduler", pgettext_lazy("league", "scheduler")
        MEMBER = "member", pgettext_lazy("league", "member")

    class Status(models.TextChoices):
        ACTIVE = "active", pgettext_lazy("member", "active")
        LEFT = "left", pgettext_lazy("member", "left")
        BANNED = "banned", pgettext_lazy("member", "banned")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ACTIVE)
    timezone = models.CharField(max_length=64, default="UTC")
    hours = models.JSONField(
        default=list, help_text="free hours of the week, 0 to 167 from Monday 0:00 in their zone"
    )
    can_substitute = models.BooleanField(default=False)
    wants_mail = models.BooleanField(default=True)
    chat_name = models.CharField(max_length=40, blank=True, help_text="on cards in the chat")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("member")
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_membership_a_user")
        ]


class Invitation(Row):
    """A link that lets people join a league; only the hash of its secret is stored."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=Member.Role.choices, default=Member.Role.MEMBER)
    note = models.CharField(max_length=80, blank=True)
    uses_left = models.PositiveSmallIntegerField(default=1)
    season = models.ForeignKey(
        "leagues.Season", on_delete=models.CASCADE, null=True, related_name="invitations",
        help_text="the season that its holder also enters",
    )  # fmt: skip
    division = models.ForeignKey(
        "leagues.Division", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    rating = models.FloatField(null=True)
    act = models.ForeignKey(
        "leagues.Audit", on_delete=models.CASCADE, null=True, related_name="invitations",
        help_text="the import that made it; if undone, the link is invalid",
    )  # fmt: skip
    address = models.EmailField(
        _("E-mail address"), blank=True, help_text="until the invitation is sent"
    )

    #: Known only while the invitation is being sent.
    secret: str
    expires_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("invitation")

    @property
    def is_open(self) -> bool:
        """Return whether the invitation is not used up, expired, or from an undone import."""
        is_valid = self.uses_left > 0 and self.expires_at > timezone.now()
        return is_valid and (self.act is None or self.act.holds)


class Audit(Row):
    """A public record of an organiser's act: the values before and after, and the reason.

    `changes` lists rows: model, pk, before and after as dicts of fields (None where the row did not
    exist). That is enough to undo it.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="audits")
    season = models.ForeignKey(
        "leagues.Season", on_delete=models.CASCADE, null=True, related_name="audits"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    verb = models.CharField(max_length=32)
    about = models.CharField(max_length=120, blank=True, help_text="the name of the subject")
    reason = models.CharField(max_length=500, blank=True)
    changes = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("audit")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["league", "-at", "-id"], name="audit_league")]

    @property
    def first_verb(self) -> str:
        """Return the act's verb; for an undo, the verb of the act that was originally undone."""
        act = self
        while act.undoes is not None:
            act = act.undoes
        return act.verb

    @property
    def is_undoable(self) -> bool:
        """Return whether the act has effects that can be undone: changed rows, or invitations."""
        return bool(self.changes) or self.first_verb == "import_players"

    @property
    def holds(self) -> bool:
        """Return whether the act is in effect: it was not undone, or the undo was undone."""
        undone = getattr(self, "undone_by", None)
        return undone is None or not undone.holds
